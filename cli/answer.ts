import type { Ticks } from '../src/base/ticks.ts';
import type { ConfigurationResult, SearchRun, TuningResult } from '../src/tuning/index.ts';
import type { FindingKind } from '../src/values/index.ts';
import type { PlacedDiagnostic } from './diagnostics.ts';
import type { SaidFinding } from './findings.ts';

/** What `--json` prints. */
export interface Answer {
  /** `non-termination`: a loop of the kernel never ends. */
  readonly status: TuningResult['status'] | 'non-termination';
  readonly minTime?: Ticks;
  readonly optima: readonly Readonly<Record<string, number>>[];
  readonly runnerUp?: TuningResult['runnerUp'];
  /** Of a swarm: by time and then by steps. */
  readonly found?: readonly Readonly<Record<string, unknown>>[];
  /** Of `--longest`. */
  readonly shortest?: Ticks;
  readonly longest?: Ticks;
  /** Of `--within`: the configurations by time. */
  readonly shortlist?: Readonly<Record<string, unknown>>;
  readonly configurations: readonly Readonly<Record<string, unknown>>[];
  readonly runs: readonly Readonly<Record<string, unknown>>[];
  readonly reason?: string;
  /** What there is to say about the kernel's text. */
  readonly diagnostics: readonly PlacedDiagnostic[];
  /** What is wrong with the values at the optimum, as running its work-items showed. */
  readonly findings: readonly SaidFinding<FindingKind>[];
  readonly seconds: number;
}

/** Rows with the values of the parameters beside what there is to say of them. Where a parameter has the
 * name of something else in a row (`time`), its values stand in `values` as well. */
export function rows(
  all: readonly Pick<ConfigurationResult, 'values'>[],
): readonly Readonly<Record<string, unknown>>[] {
  const isShared = Object.keys(all[0]?.values ?? {}).some((name) => FIELDS.has(name));
  return all.map(({ values, ...rest }) => ({ ...values, ...rest, ...(isShared && { values }) }));
}

/** What a row may have besides the values of parameters. */
const FIELDS: ReadonlySet<string> = new Set(['values', 'time', 'status', 'reason', 'steps']);

/** The answer of a run that came to an end, well or not. */
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
        ...swarm,
      }),
    ),
    ...(result.reason !== undefined && { reason: result.reason }),
    diagnostics,
    findings,
    seconds: round(seconds),
  };
}

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000;
