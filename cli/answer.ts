import { isAssumption } from '../src/base/diagnostic.ts';
import type { Ticks } from '../src/base/ticks.ts';
import type { Terms } from '../src/checker/index.ts';
import type { ConfigurationResult, SearchRun, TuningResult } from '../src/tuning/index.ts';
import type { FindingKind } from '../src/values/index.ts';
import type { PlacedDiagnostic } from './diagnostics.ts';
import type { SaidFinding } from './findings.ts';

/** The object of `--json`. */
export interface Answer {
  /** `non-termination`: a loop of the kernel never ends. */
  readonly status: TuningResult['status'] | 'non-termination';
  readonly minTime?: Ticks;
  readonly optima: readonly Readonly<Record<string, number>>[];
  readonly runnerUp?: TuningResult['runnerUp'];
  /** A swarm's paths, by time and then by steps. */
  readonly found?: readonly Readonly<Record<string, unknown>>[];
  /** Present with `--longest`. */
  readonly shortest?: Ticks;
  readonly longest?: Ticks;
  /** Present with `--within`: the configurations by time. */
  readonly shortlist?: Readonly<Record<string, unknown>>;
  readonly configurations: readonly Readonly<Record<string, unknown>>[];
  readonly runs: readonly Readonly<Record<string, unknown>>[];
  /** All searches together; present where the answer was cut. */
  readonly searched?: Searched;
  readonly reason?: string;
  readonly diagnostics: readonly PlacedDiagnostic[];
  /** Those of the diagnostics that the time rests on. */
  readonly assumed: readonly PlacedDiagnostic[];
  /** Faults at the optimum, seen by running its work-items. */
  readonly findings: readonly SaidFinding<FindingKind>[];
  readonly seconds: number;
}

/** The searches of an answer, taken together. */
export interface Searched {
  readonly searches: number;
  readonly finished: number;
  readonly states: number;
  readonly transitions: number;
  /** The deepest, and the most memory. */
  readonly depth: number;
  readonly memoryMB: number;
}

/** The answer was cut before its proof. */
export const isUnfinished = (status: Answer['status']): boolean =>
  status === 'cancelled' || status === 'bounded' || status === 'out-of-memory';

export function searchedBy(runs: readonly SearchRun[]): Searched {
  const most = (of: (run: SearchRun) => number): number => Math.max(0, ...runs.map(of));
  const sum = (of: (run: SearchRun) => number): number =>
    runs.reduce((all, run) => all + of(run), 0);
  return {
    searches: runs.length,
    finished: runs.filter(({ isCut }) => isCut !== true).length,
    states: sum(({ states }) => states),
    transitions: sum(({ transitions }) => transitions),
    depth: most(({ depth }) => depth),
    memoryMB: most(({ memoryMB }) => memoryMB),
  };
}

/** Rows with parameter values. A parameter named like another entry (`time`) is also in `values`. */
export function rows(
  all: readonly Pick<ConfigurationResult, 'values'>[],
): readonly Readonly<Record<string, unknown>>[] {
  const isShared = Object.keys(all[0]?.values ?? {}).some((name) => FIELDS.has(name));
  return all.map(({ values, ...rest }) => ({ ...values, ...rest, ...(isShared && { values }) }));
}

/** Columns that parameters may clash with. */
const FIELDS: ReadonlySet<string> = new Set(['values', 'time', 'status', 'reason', 'steps']);

/** The answer of an ended run, good or bad. */
export function answer(
  result: Omit<TuningResult, 'status'> & Pick<Answer, 'status'>,
  runs: readonly SearchRun[],
  configurations: readonly ConfigurationResult[],
  diagnostics: readonly PlacedDiagnostic[],
  seconds: number,
  findings: Answer['findings'] = [],
): Answer {
  return {
    status: result.status,
    ...(result.minTime !== undefined && { minTime: result.minTime }),
    optima: result.optima,
    ...(result.runnerUp && { runnerUp: result.runnerUp }),
    ...(result.found && {
      found: rows(result.found.map(({ values, time, steps }) => ({ values, time, steps }))),
    }),
    ...(result.schedules && {
      shortest: result.schedules.shortest,
      longest: result.schedules.longest,
    }),
    ...(result.shortlist && {
      shortlist: { ...result.shortlist, configurations: rows(result.shortlist.configurations) },
    }),
    configurations: rows(configurations),
    runs: runs.map(
      ({
        bound,
        verdict,
        states,
        transitions,
        depth,
        seconds: taken,
        memoryMB,
        purpose,
        isCut,
        swarm,
      }) => ({
        bound,
        verdict,
        states,
        transitions,
        depth,
        seconds: round(taken),
        memoryMB,
        purpose,
        ...(isCut === true && { isCut }),
        ...swarm,
      }),
    ),
    ...(isUnfinished(result.status) && { searched: searchedBy(runs) }),
    ...(result.reason !== undefined && { reason: result.reason }),
    diagnostics,
    assumed: diagnostics.filter(isAssumption),
    findings,
    seconds: round(seconds),
  };
}

/** The objective for `--json`. */
export const objectiveIn = ({ tuning }: Terms, { minTime: value }: TuningResult): object =>
  tuning
    ? {
        objective: {
          expression: tuning.objective,
          goal: tuning.goal,
          when: tuning.when,
          ...(value !== undefined && { value }),
        },
      }
    : {};

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
