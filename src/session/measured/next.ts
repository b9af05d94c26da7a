import { approximately } from '../../base/ticks.ts';
import {
  figuresOf,
  leastMilliseconds,
  type Problem,
  problemConfigurations,
} from '../../checker/index.ts';
import type { Candidates, Learnt, Observation, Proposal, Proposed } from '../../learn/index.ts';
import { besideEachOther, mapOf, type Parameter } from '../../measured/index.ts';
import type { Configuration } from '../../tuning/index.ts';
import { jobOf } from '../jobs/job.ts';
import { isStale } from '../outdated.ts';
import { type Answering, type Question, questionOf } from '../question.ts';
import type { JobView } from '../jobs/job.ts';
import type { ResultsView } from '../run/results-table.ts';
import type { SessionTools } from '../tools.ts';
import type { MeasuredView } from './measured-view.ts';
import { parametersOf } from './parameters.ts';
import { relativeTimes } from './relative.ts';

/** One to measure, with what is foretold of it. */
export interface Suggested extends Omit<Proposed, 'row'> {
  readonly values: Configuration;
  /** By the model: ticks or cycles, and on a real machine milliseconds. */
  readonly model?: { readonly time: number; readonly milliseconds?: number | undefined };
}

/** What was learnt from the measured times. */
export interface Known
  extends Pick<Proposal, 'gain' | 'isEnough' | 'says'>, Pick<Learnt, 'missed' | 'dead'> {
  readonly next: readonly Suggested[];
  readonly best?: { readonly values: Configuration; readonly time: number } | undefined;
  readonly impossible: readonly {
    readonly values: Configuration;
    readonly time: number;
    readonly least: number;
  }[];
  readonly measured: number;
  readonly failed: number;
  /** Measured, but none of the kernel's configurations. */
  readonly unknown: number;
  readonly configurations: readonly Configuration[];
  /** Milliseconds expected of each configuration. */
  readonly expected?: Float64Array | undefined;
  readonly hasModel: boolean;
  /** The number of these in another GPU's file. */
  readonly relative?: { readonly name: string; readonly count: number } | undefined;
}

/** What to measure next, and why. */
export interface NextView extends JobView {
  readonly question?: Question;
  readonly known?: Known;
}

export const NEXT: Answering<NextView> = { id: 'next', none: { phase: 'none' } };

/** How many are proposed at a time. */
const COUNT = 5;
/** More are not weighed against each other in a page. */
const MOST = 50_000;
const SEED = 1;

/** Proposes from what the page knows; what was proposed before stays until then. */
export function createProposing({
  store,
  jobs,
  derivation,
  measured: { learn },
}: Pick<SessionTools, 'store' | 'jobs' | 'derivation' | 'measured'>) {
  const propose = (): void => {
    const state = store.getState();
    const problem = derivation()?.problem;
    if (!problem) return;
    const { known } = jobOf(state, NEXT);
    const begun = {
      question: questionOf(state.settings, problem.kernel.name),
      ...(known && { known }),
    };
    const results = isStale(state) ? undefined : state.run.configurations;
    void jobs.start(NEXT, begun, async function* ({ signal }) {
      const { measured } = store.getState();
      const asked = learningOf(problem, results, measured, parametersOf(derivation()));
      const found = await learn(
        { ...asked.learning, options: { count: COUNT, seed: SEED } },
        signal,
      );
      yield { known: knownOf(problem, asked, found) };
    });
  };
  // New times are learnt from where somebody has asked.
  store.subscribe((state, before) => {
    const isAsked = jobOf(state, NEXT).phase !== 'none';
    const { measured, derived } = state;
    const isOther =
      measured.data !== before.measured.data ||
      measured.matches !== before.measured.matches ||
      measured.relative?.data !== before.measured.relative?.data;
    if (isAsked && isOther && derived === before.derived) propose();
  });
  return { propose };
}

type Asked = ReturnType<typeof learningOf>;

function learningOf(
  problem: Problem,
  results: ResultsView | undefined,
  { data, matches, relative, chosen }: MeasuredView,
  parameters: readonly Parameter[],
) {
  const configurations: Configuration[] = [];
  for (const { values, reason } of problemConfigurations(problem)) {
    if (reason !== undefined) continue;
    configurations.push(values);
    if (configurations.length > MOST)
      throw new Error(
        `The kernel has more than ${MOST.toLocaleString('en')} configurations: give the values of some parameters.`,
      );
  }
  const times = results && timesIn(results, configurations);
  const rows = configurations.map((values, time) => ({ values, time }));
  const beside = data && besideEachOther(data, mapOf(matches), rows);
  const observations = [
    ...(beside?.points ?? []).map(({ model: row, measured: time, row: line }) => ({
      row,
      time,
      line,
    })),
    ...(beside?.failed ?? []).flatMap(({ model: row, row: line }) =>
      row === undefined ? [] : [{ row, line }],
    ),
  ].toSorted((left, right) => left.line - right.line) satisfies readonly Observation[];
  const least = new Float64Array(configurations.length);
  for (const { row } of beside?.points.map(({ model }) => ({ row: model })) ?? []) {
    const values = configurations[row];
    if (values) least[row] = leastMilliseconds(problem, values);
  }
  const others = relative && relativeTimes(relative, parameters, chosen, configurations);
  const known = others?.filter((time) => time > 0).length ?? 0;
  const candidates: Candidates = {
    count: configurations.length,
    parameters: problem.kernel.parameters.map(({ name }) => ({
      name,
      values: Float64Array.from(configurations, (values) => values[name] ?? 0),
    })),
    guides: [
      ...(others && known > 0 ? [{ id: 'relative', times: others } as const] : []),
      ...(times ? [{ id: 'model', times } as const] : []),
    ],
  };
  return {
    configurations,
    learning: { candidates, observations, least },
    unknown: (data?.times.length ?? 0) - observations.length,
    relative: relative && { name: relative.name, count: known },
  };
}

/** The model's times of the configurations; undefined where it has none. */
function timesIn(
  { table, size }: ResultsView,
  configurations: readonly Configuration[],
): Float64Array | undefined {
  const times = Float64Array.from(configurations, (values) => {
    const row = table.find(values);
    const time = row >= 0 && row < size ? table.time(row) : undefined;
    return time === undefined ? Number.NaN : approximately(time);
  });
  return times.every(Number.isNaN) ? undefined : times;
}

function knownOf(
  problem: Problem,
  { configurations, learning: { candidates, observations, least }, unknown, relative }: Asked,
  { proposal, missed, dead, impossible }: Learnt,
): Known {
  const { next, best, gain, isEnough, says, belief } = proposal;
  const model = candidates.guides.find(({ id }) => id === 'model')?.times;
  const at = (row: number): Configuration => configurations[row] ?? {};
  const modelled = (row: number): Suggested['model'] => {
    const time = model?.[row] ?? Number.NaN;
    if (Number.isNaN(time)) return undefined;
    const seconds = figuresOf(problem, at(row), time)?.seconds;
    return { time, ...(seconds !== undefined && { milliseconds: 1000 * seconds }) };
  };
  const measured = observations.filter((one) => 'time' in one).length;
  return {
    gain,
    isEnough,
    says,
    missed,
    dead,
    next: next.map(({ row, ...rest }) => {
      const own = modelled(row);
      return { ...rest, values: at(row), ...(own && { model: own }) };
    }),
    best: best && { values: at(best.row), time: best.time },
    impossible: impossible.map(({ row, time }) => ({
      values: at(row),
      time,
      least: least[row] ?? 0,
    })),
    measured,
    failed: observations.length - measured,
    unknown,
    configurations,
    expected: belief?.mean.map(Math.exp),
    hasModel: model !== undefined,
    relative,
  };
}
