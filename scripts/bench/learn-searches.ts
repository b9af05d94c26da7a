import { randomNumbers, shuffled } from '../../src/base/random.ts';
import { type Candidates, type Observation, proposal } from '../../src/learn/index.ts';
import type { Guide } from '../../src/learn/candidates.ts';

/** Measurements after which a search is looked at. */
export const MARKS = [5, 10, 20, 50] as const;
export const BATCH = 5;

/** Measured configurations, for which a search pretends to measure. */
export interface Pool {
  readonly name: string;
  readonly candidates: Candidates;
  /** Milliseconds by row; NaN where it failed. */
  readonly times: Float64Array;
  readonly fastest: number;
  readonly isAveraged: boolean;
}

/** Percent of the optimum at each mark. */
export type Reached = readonly number[];

/** The order in which a search measures. */
type Search = (pool: Pool, seed: number) => Iterable<number>;

const SEARCHES = {
  random: ({ times }, seed) => shuffled(times.keys(), Math.max(...MARKS), randomNumbers(seed)),
  'parameters alone': (pool, seed) => proposed(pool, seed, []),
  "the model's order": ({ candidates: { guides } }, seed) => {
    const random = randomNumbers(seed);
    const model = guides.find(({ id }) => id === 'model')?.times ?? new Float64Array();
    const drawn = [...model].map((time, row) => ({ row, time, ties: random() }));
    return drawn
      .toSorted((left, right) => left.time - right.time || left.ties - right.ties)
      .slice(0, Math.max(...MARKS))
      .map(({ row }) => row);
  },
  ours: (pool, seed) => proposed(pool, seed, only(pool, 'model')),
  'with a relative': (pool, seed) => proposed(pool, seed, pool.candidates.guides),
  'reversed model': (pool, seed) => misled(pool, seed, (time) => 1 / time),
  'constant model': (pool, seed) => misled(pool, seed, () => 1),
  'random model': (pool, seed) => {
    const random = randomNumbers(seed);
    return misled(pool, seed, () => Math.exp(random()));
  },
} satisfies Record<string, Search>;

export type SearchId = keyof typeof SEARCHES;

/** Models that are wrong on purpose. */
export const WRONG = ['reversed model', 'constant model', 'random model'] as const;

export const only = ({ candidates }: Pool, wanted: Guide['id']): readonly Guide[] =>
  candidates.guides.filter(({ id }) => id === wanted);

/** By times of a model that was spoilt. */
const misled = (pool: Pool, seed: number, spoilt: (time: number) => number): Iterable<number> => {
  const model = only(pool, 'model')[0]?.times ?? new Float64Array();
  return proposed(pool, seed, [{ id: 'model', times: model.map(spoilt) }]);
};

/** Proposals in batches, each made with the times of those before. */
function* proposed(pool: Pool, seed: number, guides: readonly Guide[]): Generator<number> {
  const observations: Observation[] = [];
  const candidates = { ...pool.candidates, guides };
  for (;;) {
    const { next } = proposal(candidates, observations, { count: BATCH, seed });
    if (next.length === 0) return;
    for (const { row } of next) {
      yield row;
      const time = pool.times[row] ?? Number.NaN;
      observations.push(Number.isNaN(time) ? { row } : { row, time });
    }
  }
}

/** A search of one set, from one seed. */
export interface Task {
  readonly pool: number;
  readonly search: SearchId;
  readonly seed: number;
}

/** The best found at each mark. */
export function reached(pool: Pool, { search, seed }: Omit<Task, 'pool'>): Reached {
  const { times, fastest } = pool;
  const found: number[] = [];
  let [count, best] = [0, Infinity];
  for (const row of SEARCHES[search](pool, seed)) {
    const time = times[row] ?? Number.NaN;
    if (time < best) best = time;
    count += 1;
    if (MARKS.some((mark) => mark === count)) found.push((100 * fastest) / best);
    if (found.length === MARKS.length) break;
  }
  return found;
}
