import { sumOf } from '../../src/base/sum.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { machineOf } from '../../src/device/index.ts';
import { type Candidates, filled } from '../../src/learn/index.ts';
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
import {
  BATCH,
  MARKS,
  only,
  type Pool,
  type Reached,
  type SearchId,
  WRONG,
} from './learn-searches.ts';
import { searchAll } from './learn-threads.ts';
import { keyOf } from '../../src/tuning/configuration.ts';
import { type Findings, rounded, target } from './report.ts';

/** Mean percent of the optimum that is asked of all sets together, and of their worst difference. */
const WANTED = [90, undefined, 96, 98] as const;
const MOST_LOST = 3;

interface Run {
  readonly pool: Pool;
  /** By seed. */
  readonly of: (search: SearchId) => readonly Reached[];
}

/** Searches for which a set has what they need. */
const searchesOf = (pool: Pool): readonly SearchId[] => [
  'random',
  'parameters alone',
  'ours',
  ...(only(pool, 'model').length > 0 ? (["the model's order", ...WRONG] as const) : []),
  ...(only(pool, 'relative').length > 0 ? (['with a relative'] as const) : []),
];

/** Mean and half of its 95 % interval. */
function meanOf(values: readonly number[]): { mean: number; half: number } {
  const mean = sumOf(values) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / Math.max(1, values.length - 1));
  return { mean, half: (1.96 * deviation) / Math.sqrt(values.length) };
}

const average = (values: readonly number[]): number => meanOf(values).mean;

const atMark = (runs: readonly Reached[], at: number): readonly number[] =>
  runs.map((run) => run[at] ?? Number.NaN);

/** The lead over the parameters alone with the same seed, in percent. */
const gained = ({ of }: Run, search: SearchId, at: number) => {
  const alone = atMark(of('parameters alone'), at);
  return meanOf(atMark(of(search), at).map((value, seed) => value - (alone[seed] ?? Number.NaN)));
};

const signed = ({ mean, half }: { mean: number; half: number }): string =>
  `${mean < 0 ? '' : '+'}${mean.toFixed(1)} ± ${half.toFixed(1)}`;

/** The best found by measurements that the model or a relative chooses.
 * @param folder of the measured files, which are no part of this repository */
export async function learn(quick: boolean, folder = ''): Promise<Findings> {
  const seeds = Array.from({ length: quick ? 2 : 20 }, (_, at) => at + 1);
  const pools = await poolsOf(folder);
  const tasks = pools.flatMap((pool, at) =>
    searchesOf(pool).flatMap((search) => seeds.map((seed) => ({ pool: at, search, seed }))),
  );
  const found = await searchAll(pools, tasks);
  const runs = pools.map((pool, at): Run => ({
    pool,
    of: (search) =>
      found.filter((_, row) => tasks[row]?.pool === at && tasks[row].search === search),
  }));
  const averaged = runs.filter(({ pool }) => pool.isAveraged);
  const related = averaged.filter(({ of }) => of('with a relative').length > 0);
  const wrong = wrongModels(averaged);
  const columns = (first: string) => [first, ...MARKS.map((mark) => `after ${mark}`)];
  const line = (name: string, of: (at: number) => number) => [
    name,
    ...MARKS.map((_, at) => rounded(of(at), 1)),
  ];
  const mean = (search: SearchId, some: readonly Run[]) => (at: number) =>
    average(some.map(({ of }) => average(atMark(of(search), at))));
  const shown = [
    line('random', mean('random', averaged)),
    line('a Gaussian process on the parameters alone', mean('parameters alone', averaged)),
    line("the model's order", mean("the model's order", averaged)),
    line('ours', mean('ours', averaged)),
    line('ours, its worst set', (at) =>
      Math.min(...averaged.map(({ of }) => average(atMark(of('ours'), at)))),
    ),
    line('ours, sets with a relative', mean('ours', related)),
    line("the same with the relative's times", mean('with a relative', related)),
  ];
  return {
    title: 'Twenty measurements',
    method: `Percent of the speed of the fastest configuration after so many measurements, in batches of ${BATCH}, mean of ${seeds.length} seeds. A configuration that failed counts as measured. Differences are of pairs with the same seed, with intervals of 95 %. The second best is what a search reaches that misses one configuration alone: the limit where the fastest stands apart. The last set has nothing to gain and is not averaged.`,
    tables: [
      { columns: columns('mean of the sets'), rows: shown },
      {
        columns: [
          ...columns('set, ours'),
          'within 5 % of the best',
          'the second best',
          'more than parameters alone, at 20',
          'at 50',
        ],
        rows: runs.map((run) => [
          ...line(run.pool.name, mean('ours', [run])),
          nearBest(run.pool),
          rounded(secondBest(run.pool), 1),
          signed(gained(run, 'ours', 2)),
          signed(gained(run, 'ours', 3)),
        ]),
      },
      wrong.table,
    ],
    targets: [
      ...WANTED.flatMap((percent, at) => {
        const value = mean('ours', averaged)(at);
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
        const least = Math.min(...averaged.map((run) => gained(run, 'ours', at).mean));
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

/** Percent that a search reaches which misses one configuration alone. */
function secondBest({ times, fastest }: Pool): number {
  const [, second] = times.filter((time) => time > 0).toSorted();
  return (100 * fastest) / (second ?? fastest);
}

/** The cost of a wrong model after 20 measurements. */
function wrongModels(runs: readonly Run[]) {
  const rows = runs.map((run) => ({
    name: run.pool.name,
    lost: WRONG.map((search) => gained(run, search, 2)),
  }));
  const least = WRONG.map((_, at) => average(rows.map(({ lost }) => lost[at]?.mean ?? 0)));
  return {
    table: {
      columns: ['beside the parameters alone, at 20', ...WRONG],
      rows: [
        ...rows.map(({ name, lost }) => [name, ...lost.map(signed)]),
        ['mean', ...least.map((value) => rounded(value, 1))],
      ],
    },
    target: target(
      `a wrong model costs at most ${MOST_LOST} points at 20`,
      WRONG.map((name, at) => `${name} ${rounded(least[at] ?? 0, 1)}`).join(', '),
      least.every((value) => value >= -MOST_LOST),
    ),
  };
}

export async function poolsOf(folder: string): Promise<readonly Pool[]> {
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
    guides.unshift({ id: 'relative', times });
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
  const candidates = filled({ count: times.length, parameters, guides });
  return { name, candidates, times, fastest, isAveraged: true };
}
