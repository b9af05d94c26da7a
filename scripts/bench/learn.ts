import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { randomNumbers, shuffled } from '../../src/base/random.ts';
import { machineOf } from '../../src/device/index.ts';
import { type Candidates, filledTimes, type Observation, proposal } from '../../src/learn/index.ts';
import type { Guide } from '../../src/learn/candidates.ts';
import {
  type Case,
  CASES,
  kernelOfCase,
  rowsOf,
  keptSimulatedTimes,
  timesOf,
  type Unmodelled,
  WITHOUT_KERNEL,
} from './measured-cases.ts';
import { keyOf } from '../../src/tuning/configuration.ts';
import { type Findings, rounded, target } from './report.ts';

/** Measurements after which a search is looked at. */
const MARKS = [5, 10, 20, 50] as const;
const BATCH = 5;

/** Mean percent of the optimum that is asked of all sets together, and of their worst difference. */
const WANTED = [90, undefined, 96, 98] as const;
const MOST_LOST = 3;

/** Measured configurations, for which a search pretends to measure. */
interface Pool {
  readonly name: string;
  readonly candidates: Candidates;
  /** Milliseconds by row; NaN where it failed. */
  readonly times: Float64Array;
  readonly fastest: number;
  readonly isAveraged: boolean;
}

/** Percent of the optimum at each mark. */
type Reached = readonly number[];

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
} satisfies Record<string, Search>;

type SearchId = keyof typeof SEARCHES;

const only = ({ candidates }: Pool, wanted: Guide['id']): readonly Guide[] =>
  candidates.guides.filter(({ id }) => id === wanted);

/** Models that are wrong on purpose. */
const WRONG = {
  reversed: (times) => times.map((time) => 1 / time),
  constant: (times) => times.map(() => 1),
  random: (times, seed) => {
    const random = randomNumbers(seed);
    return times.map(() => Math.exp(random()));
  },
} satisfies Record<string, (times: Float64Array, seed: number) => Float64Array>;

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

function reached({ times, fastest }: Pool, order: Iterable<number>): Reached {
  const found: number[] = [];
  let [count, best] = [0, Infinity];
  for (const row of order) {
    const time = times[row] ?? Number.NaN;
    if (time < best) best = time;
    count += 1;
    if (MARKS.some((mark) => mark === count)) found.push((100 * fastest) / best);
    if (found.length === MARKS.length) break;
  }
  return found;
}

/** Mean and half of its 95 % interval. */
function meanOf(values: readonly number[]): { mean: number; half: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / Math.max(1, values.length - 1));
  return { mean, half: (1.96 * deviation) / Math.sqrt(values.length) };
}

const average = (values: readonly number[]): number => meanOf(values).mean;

const atMark = (runs: readonly Reached[], at: number): readonly number[] =>
  runs.map((run) => run[at] ?? Number.NaN);

/** The difference of two searches with the same seeds, in percent. */
const gained = (runs: readonly Reached[], others: readonly Reached[], at: number) =>
  meanOf(atMark(runs, at).map((value, seed) => value - (others[seed]?.[at] ?? Number.NaN)));

const signed = ({ mean, half }: { mean: number; half: number }): string =>
  `${mean < 0 ? '' : '+'}${mean.toFixed(1)} ± ${half.toFixed(1)}`;

/** The best found by measurements that the model or a relative chooses.
 * @param folder of the measured files, which are no part of this repository */
export async function learn(quick: boolean, folder = ''): Promise<Findings> {
  const seeds = Array.from({ length: quick ? 2 : 20 }, (_, at) => at + 1);
  const pools = await poolsOf(folder);
  const runs = pools.map((pool) => {
    const of = (id: SearchId) => seeds.map((seed) => reached(pool, SEARCHES[id](pool, seed)));
    return {
      pool,
      random: of('random'),
      alone: of('parameters alone'),
      order: only(pool, 'model').length > 0 ? of("the model's order") : undefined,
      ours: of('ours'),
      related: only(pool, 'relative').length > 0 ? of('with a relative') : undefined,
    };
  });
  const averaged = runs.filter(({ pool }) => pool.isAveraged);
  const wrong = wrongModels(averaged, seeds);
  const line = (name: string, of: (at: number) => number) => [
    name,
    ...MARKS.map((_, at) => (Number.isNaN(of(at)) ? null : rounded(of(at), 1))),
  ];
  const columns = (first: string) => [first, ...MARKS.map((mark) => `after ${mark}`)];
  const mean =
    (of: (run: (typeof runs)[number]) => readonly Reached[] | undefined) => (at: number) =>
      average(averaged.flatMap((run) => average(atMark(of(run) ?? [], at)) || []));
  const worst = (of: (run: (typeof runs)[number]) => readonly Reached[]) => (at: number) =>
    Math.min(...averaged.map((run) => average(atMark(of(run), at))));
  const related = averaged.filter((run) => run.related);
  const shown = [
    line(
      'random',
      mean(({ random }) => random),
    ),
    line(
      'a Gaussian process on the parameters alone',
      mean(({ alone }) => alone),
    ),
    line(
      "the model's order",
      mean(({ order }) => order),
    ),
    line(
      'ours',
      mean(({ ours }) => ours),
    ),
    line(
      'ours, its worst set',
      worst(({ ours }) => ours),
    ),
    line('ours, sets with a relative', (at) =>
      average(related.map(({ ours }) => average(atMark(ours, at)))),
    ),
    line("the same with the relative's times", (at) =>
      average(related.map((run) => average(atMark(run.related ?? [], at)))),
    ),
  ];
  return {
    title: 'Twenty measurements',
    method: `Percent of the speed of the fastest configuration after so many measurements, in batches of ${BATCH}, mean of ${seeds.length} seeds. A configuration that failed counts as measured. Differences are of pairs with the same seed, with intervals of 95 %. The last set has nothing to gain and is not averaged.`,
    tables: [
      { columns: columns('mean of the sets'), rows: shown },
      {
        columns: [
          ...columns('set, ours'),
          'within 5 % of the best',
          'more than parameters alone, at 20',
          'at 50',
        ],
        rows: runs.map(({ pool, ours, alone }) => [
          ...line(pool.name, (at) => average(atMark(ours, at))),
          nearBest(pool),
          signed(gained(ours, alone, 2)),
          signed(gained(ours, alone, 3)),
        ]),
      },
      wrong.table,
    ],
    targets: [
      ...WANTED.flatMap((percent, at) => {
        const value = mean(({ ours }) => ours)(at);
        return percent === undefined
          ? []
          : [
              target(
                `mean after ${MARKS[at]}: at least ${percent} %`,
                `${rounded(value, 1)} %`,
                value >= percent,
              ),
            ];
      }),
      ...[2, 3].map((at) => {
        const least = Math.min(...averaged.map(({ ours, alone }) => gained(ours, alone, at).mean));
        return target(
          `on no set more than ${MOST_LOST} points below the parameters alone at ${MARKS[at]}`,
          `${rounded(least, 1)} at worst`,
          least >= -MOST_LOST,
        );
      }),
      wrong.target,
    ],
  };
}

const nearBest = ({ times, fastest }: Pool): string =>
  `${times.filter((time) => time <= 1.05 * fastest).length} of ${times.length}`;

interface Run {
  readonly pool: Pool;
  readonly alone: readonly Reached[];
}

/** The cost of a wrong model after 20 measurements. */
function wrongModels(runs: readonly Run[], seeds: readonly number[]) {
  const rows = runs.map(({ pool, alone }) => ({
    name: pool.name,
    lost: Object.values(WRONG).map((spoilt) => {
      const model = only(pool, 'model')[0]?.times ?? new Float64Array();
      const misled = seeds.map((seed) =>
        reached(pool, proposed(pool, seed, [{ id: 'model', times: spoilt(model, seed) }])),
      );
      return gained(misled, alone, 2);
    }),
  }));
  const names = Object.keys(WRONG);
  const least = names.map((_, at) => average(rows.map(({ lost }) => lost[at]?.mean ?? 0)));
  return {
    table: {
      columns: ['beside the parameters alone, at 20', ...names.map((name) => `${name} model`)],
      rows: [
        ...rows.map(({ name, lost }) => [name, ...lost.map(signed)]),
        ['mean', ...least.map((value) => rounded(value, 1))],
      ],
    },
    target: target(
      `a wrong model costs at most ${MOST_LOST} points at 20`,
      names.map((name, at) => `${name} ${rounded(least[at] ?? 0, 1)}`).join(', '),
      least.every((value) => value >= -MOST_LOST),
    ),
  };
}

async function poolsOf(folder: string): Promise<readonly Pool[]> {
  const isThere = ({ file }: { readonly file: string }) => existsSync(join(folder, file));
  const pools: Pool[] = [];
  for (const each of CASES.filter(isThere)) pools.push(await poolOf(each, folder));
  for (const each of WITHOUT_KERNEL.filter(isThere)) pools.push(await unmodelled(each, folder));
  return pools;
}

async function poolOf(each: Case, folder: string): Promise<Pool> {
  const measured = await timesOf(join(folder, each.file));
  const kernel = kernelOfCase(each, measured);
  const rows = rowsOf(kernel, measured, each);
  const parameters = kernel.parameters.map(({ name }) => ({
    name,
    values: Float64Array.from(rows, ({ values }) => values[name] ?? 0),
  }));
  const configurations = rows.map(({ values }) => values);
  const guides: Guide[] = [
    {
      id: 'model',
      times: Float64Array.from(await keptSimulatedTimes(kernel, each.machine, configurations)),
    },
  ];
  const relative = CASES.find(({ file }) => file === each.relative);
  if (relative && existsSync(join(folder, relative.file))) {
    const other = rowsOf(kernel, await timesOf(join(folder, relative.file)), relative);
    const known = new Map(other.map(({ values, time }) => [keyOf(values), time]));
    const times = Float64Array.from(rows, ({ values }) => known.get(keyOf(values)) ?? Number.NaN);
    guides.unshift({ id: 'relative', times: filledTimes(parameters, times) });
  }
  const name = `${each.kernel}, ${machineOf(each.machine).label}`;
  const times = Float64Array.from(rows, ({ time }) => time);
  return poolOfTimes(name, parameters, guides, times);
}

/** A set with nothing to gain, by the columns of its file alone. */
async function unmodelled({ name, file }: Unmodelled, folder: string): Promise<Pool> {
  const { columns, times } = await timesOf(join(folder, file));
  return { ...poolOfTimes(name, columns, [], times), isAveraged: false };
}

function poolOfTimes(
  name: string,
  parameters: Candidates['parameters'],
  guides: readonly Guide[],
  times: Float64Array,
): Pool {
  const fastest = times.reduce((least, time) => (time < least ? time : least), Infinity);
  const candidates = { count: times.length, parameters, guides };
  return { name, candidates, times, fastest, isAveraged: true };
}
