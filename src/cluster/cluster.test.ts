import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kernelTime, ModelChecker, type Problem } from '../checker/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import {
  checkerOf,
  exampleText,
  finish,
  kernelOf,
  platform,
  problemOf,
  simulatedTimes,
} from '../testing/engine.ts';
import {
  bundleOf,
  changeFile,
  filesIn,
  type FolderFiles,
  runShard,
  runShards,
  ShardFolders,
} from '../testing/shards.ts';
import { keyOf, METHODS } from '../tuning/index.ts';
import {
  type BundleFile,
  effortUsed,
  exported,
  type ExportOptions,
  type Files,
  QUESTION_FILES,
  mergedOf,
  readBundle,
  trailFault,
  unfit,
  unpacked,
  zipped,
} from './index.ts';
import { kernelSharding } from './kernel-sharding.ts';

const folders = new ShardFolders();
afterAll(() => folders.removeAll());

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const QUESTION = { name: QUESTION_FILES.kernel, text: '{}' };

const USUAL = {
  overtime: '1.0.0',
  kind: 'proof' as const,
  next: true,
  shards: 3,
  memoryMB: 1000,
  seconds: 100,
  seeds: 4,
  seed: 1,
};

async function written(problem: Problem, options: Partial<ExportOptions> = {}): Promise<string> {
  const sharding = kernelSharding(problem);
  const known = await sharding.known({ toolchain, memoryMB: 1000 });
  const files = await exported(sharding, QUESTION, known, { ...USUAL, ...options });
  return folders.make(files);
}

/** The abstract kernel at a size and level. */
const abstract = (size: number, level: 'free' | 'accelerated' | 'representatives') => ({
  ...({ kernel: kernelOf(exampleText('abstract')), semantics: 'published', level } as const),
  constants: platform({ size }),
});

describe('a proof by shards', () => {
  const setup = abstract(8, 'free');
  const problem = problemOf(setup);
  let folder = '';
  let files: Files = new Map();
  beforeAll(async () => {
    folder = await written(problem);
    runShard(folder, 1);
  });

  it('names the shards that are missing or cut off, and has the same result as at home', async () => {
    // Out of memory or time: reported, and run again.
    const cut = runShard(folder, 2, { MEMORY: '40' });
    expect([cut.status, cut.stderr]).toEqual([1, expect.stringContaining('cut off')]);
    const early = mergedOf(await bundleOf(filesIn(folder)));
    if (early.ok) throw new Error('a search was cut off');
    expect([early.again, early.faults.join()]).toEqual([[2], expect.stringContaining('memory')]);
    expect(runShard(folder, 2).stdout).toBe('shard 2: done\n');
    expect(runShard(folder, 2).stdout).toBe('shard 2: done before\n');
    files = filesIn(folder);
    const bundle = await bundleOf(files);
    expect(await unfit(kernelSharding(problem), bundle)).toBeUndefined();
    const merged = mergedOf(bundle);
    if (!merged.ok) throw new Error(merged.faults.join());
    const [bisection] = METHODS;
    const checker = checkerOf(toolchain, setup);
    const home = await finish(bisection.strategy, checker);
    const { status, minTime, optima, trail } = merged.result;
    expect([status, minTime, optima]).toEqual(['proved', home.result.minTime, home.result.optima]);
    expect(trail).toBeDefined();
    expect(await trailFault(kernelTime(problem), merged.result, checker)).toBeUndefined();
    expect(effortUsed(bundle).transitions).toBeGreaterThan(1000);
  });

  it.each<[string, (all: FolderFiles) => void, string]>([
    ['a gap', (all) => all.delete('reports/0001.report'), 'have no report'],
    ['a double', (all) => copy(all, 'reports/0001.report', 'reports/copy.report'), 'twice'],
    [
      'what was changed',
      (all) => changeFile(all, 'reports/0001.report', 'time=44', 'time=43'),
      'was changed',
    ],
    ['what was cut', (all) => cutShort(all, 'reports/0001.report'), 'ends early'],
  ])('refuses %s', async (_, spoil, words) => {
    const all = new Map(files);
    spoil(all);
    const merged = mergedOf(await bundleOf(all));
    if (merged.ok) throw new Error('it was merged');
    expect(merged.faults.join('\n')).toContain(words);
  });

  it('refuses another model, and a plan that leaves something out', async () => {
    const changed = new Map(files);
    changeFile(changed, 'model.pml', 'active', 'active ');
    expect(await readBundle(changed)).toMatchObject({
      ok: false,
      message: expect.stringContaining('hash'),
    });
    const less = new Map(files);
    changeFile(less, 'shards.json', '"low":2', '"low":4');
    const bundle = await bundleOf(less);
    expect(await unfit(kernelSharding(problem), bundle)).toMatch(/not what is asked/);
    expect(mergedOf(bundle)).toMatchObject({ ok: false, again: [1, 2] });
    const other = problemOf({ ...setup, constants: platform({ size: 16 }) });
    expect(await unfit(kernelSharding(other), await bundleOf(files))).toBeDefined();
  });

  it('is read from a zip and a tar', async () => {
    const rest = [...files].map(([name, content]): BundleFile => ({ name, content }));
    for (const bytes of [zipped('some', rest), tarOf(folder)]) {
      const merged = mergedOf(await bundleOf(unpacked(bytes)));
      expect(merged.ok && merged.result.minTime).toBe(44);
    }
  });
});

it('has the time of every configuration where a run at home has it', async () => {
  const setup = abstract(64, 'accelerated');
  const problem = problemOf(setup);
  const folder = await written(problem);
  runShards(folder);
  const merged = mergedOf(await bundleOf(filesIn(folder)));
  if (!merged.ok) throw new Error(merged.faults.join());
  const home = await finish(
    METHODS[0].strategy,
    new ModelChecker(toolchain, problem, { memoryMB: 1000 }),
  );
  const { trail: _, ...result } = merged.result;
  const { trail: __, ...expected } = home.result;
  expect(result).toEqual(expected);
  const timesOf = (all: typeof merged.configurations) =>
    new Map(all.flatMap(({ values, time }) => (time === undefined ? [] : [[keyOf(values), time]])));
  const times = home.events.flatMap((event) =>
    event.type === 'configurations' ? event.results : [],
  );
  expect(timesOf(merged.configurations)).toEqual(timesOf(times));
});

it('is run whatever the parameters are called', async () => {
  const text = `
    #pragma tuner param search = {1, 2}
    #pragma tuner param shard = {4, 8}
    #pragma tuner param words = {3}
    #pragma tuner local_size shard
    #pragma tuner items size
    __kernel void odd(__global const int *a, __global int *b) {
      int g = get_global_id(0), s = 0;
      for (int i = 0; i < search * words; i++) s += a[g + i];
      b[g] = s;
    }`;
  const setup = { ...abstract(16, 'accelerated'), kernel: kernelOf(text) };
  const folder = await written(problemOf(setup));
  runShards(folder);
  const merged = mergedOf(await bundleOf(filesIn(folder)));
  if (!merged.ok) throw new Error(merged.faults.join());
  const times = merged.configurations.map(({ values, time }) => `${keyOf(values)} ${time}`);
  const expected = await simulatedTimes(toolchain, setup);
  expect(times.toSorted()).toEqual(
    expected.map(({ values, time }) => `${keyOf(values)} ${time}`).toSorted(),
  );
  expect(times).toHaveLength(4);
});

it('agrees with a run at home at level representatives', async () => {
  const setup = abstract(16, 'representatives');
  const folder = await written(problemOf(setup));
  runShards(folder);
  const merged = mergedOf(await bundleOf(filesIn(folder)));
  if (!merged.ok) throw new Error(merged.faults.join());
  const home = await finish(METHODS[0].strategy, checkerOf(toolchain, setup));
  const { status, minTime, optima } = merged.result;
  expect([status, minTime, optima]).toEqual(['proved', home.result.minTime, home.result.optima]);
});

it('refuses searches that a bound kept from the best time', async () => {
  const folder = await written(problemOf(abstract(8, 'free')), { shards: 1 });
  // Nobody has such times.
  writeFileSync(join(folder, 'bounds/9999'), '10 WG=2 TS=2\n11 WG=4 TS=2\n');
  runShards(folder);
  const merged = mergedOf(await bundleOf(filesIn(folder)));
  if (merged.ok) throw new Error('it was merged');
  expect([merged.again, merged.faults.join()]).toEqual([
    [1],
    expect.stringContaining('bounds/ had a time that no run has'),
  ]);
  for (const wrong of ['bounds/9999', 'reports', 'work'])
    rmSync(join(folder, wrong), { recursive: true });
  runShards(folder);
  expect(mergedOf(await bundleOf(filesIn(folder)))).toMatchObject({ result: { minTime: 44 } });
});

it('is a sample where the shards are a swarm', async () => {
  const setup = abstract(8, 'free');
  const problem = problemOf(setup);
  const folder = await written(problem, { kind: 'swarm', shards: 2 });
  runShards(folder);
  const merged = mergedOf(await bundleOf(filesIn(folder)));
  if (!merged.ok) throw new Error(merged.faults.join());
  const { status, minTime, found = [] } = merged.result;
  expect([status, minTime, found.length > 0]).toEqual(['sampled', 44, true]);
  expect(
    await trailFault(kernelTime(problem), merged.result, checkerOf(toolchain, setup)),
  ).toBeUndefined();
});

function copy(all: FolderFiles, from: string, to: string): void {
  all.set(to, all.get(from) ?? new Uint8Array());
}

function cutShort(all: FolderFiles, name: string): void {
  const bytes = all.get(name) ?? new Uint8Array();
  all.set(name, bytes.slice(0, bytes.length - 100));
}

function tarOf(folder: string): Uint8Array<ArrayBuffer> {
  const packed = execFileSync('tar', ['-czf', '-', '-C', dirname(folder), basename(folder)]);
  return new Uint8Array(packed);
}
