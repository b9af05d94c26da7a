import { afterAll, describe, expect, it } from 'vitest';
import { promelaModel, PromelaChecker, termsOf } from '../checker/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import type { Tuning } from '../promela/index.ts';
import { finish } from '../testing/engine.ts';
import {
  bundleOf,
  changeFile,
  filesIn,
  runShard,
  runShards,
  ShardFolders,
} from '../testing/shards.ts';
import { keyOf, METHODS } from '../tuning/index.ts';
import { effortUsed } from './effort.ts';
import { trailFault } from './followed.ts';
import { mergedOf } from './merge.ts';
import { modelSharding } from './model-sharding.ts';
import { QUESTION_FILES, questionText } from './question.ts';
import { exported, unfit } from './sharding.ts';

/** Two workers share jobs; number and size are chosen, one by its own process. */
const MODEL = `
int size, batch, cost, left = 4; byte ended; bool done;
chan c = [1] of { int };
active proctype chooser() { int k; select(k : 1 .. 3); c ! k; }
active proctype host() {
  select(size : 1 .. 4);
  c ? batch;
  (size + batch < 7);
  run worker(); run worker();
  ended == 2; done = true
}
proctype worker() {
  do
  :: atomic { left > 0 -> left = left - batch; cost = cost + size * size + 12 / size + batch }
  :: else -> break
  od;
  ended++
}
`;
const TUNING: Tuning = {
  parameters: ['size', 'batch'],
  objective: 'cost',
  when: 'done',
  goal: 'smallest',
};

const toolchain = await createNodeToolchain();
const folders = new ShardFolders();
afterAll(() => {
  folders.removeAll();
  toolchain.dispose();
});

async function written(text: string, shards: number, kind: 'proof' | 'swarm' = 'proof') {
  const question = { name: 'a.pml', source: { text }, tuning: TUNING };
  // However busy the machine is.
  const model = await modelSharding(question, { toolchain, memoryMB: 500, seconds: 3600 });
  const told = { name: QUESTION_FILES.model, text: questionText(question) };
  const files = await exported(model, told, [], {
    overtime: '1.0.0',
    kind,
    next: false,
    shards,
    memoryMB: 500,
    seconds: 100,
    seeds: 4,
    seed: 1,
  });
  return { model, folder: folders.make(files) };
}

describe('a proof of any model by shards', () => {
  it('has the best of each configuration, as a search of all at home, and its trail', async () => {
    const { model, folder } = await written(MODEL, 4);
    runShards(folder);
    const bundle = await bundleOf(filesIn(folder));
    expect(bundle.plan.shards).toHaveLength(4);
    expect(await unfit(model, bundle)).toBeUndefined();
    const merged = mergedOf(bundle);
    if (!merged.ok) throw new Error(merged.faults.join());
    const checker = new PromelaChecker(toolchain, { text: MODEL }, { memoryMB: 500 }, TUNING);
    const { finishes } = await checker.search({ bound: 'none', all: true });
    const least = new Map<string, number>();
    for (const { values, time } of finishes)
      least.set(
        keyOf(values),
        Math.min(Number(time), least.get(keyOf(values)) ?? Number.POSITIVE_INFINITY),
      );
    expect(least.size).toBe(11);
    const told = new Map(
      merged.configurations.map(({ values, time }) => [keyOf(values), Number(time)]),
    );
    expect(told).toEqual(least);
    const home = await finish(METHODS[0].strategy, checker);
    const { status, minTime, optima, trail } = merged.result;
    expect([status, minTime, optima]).toEqual(['proved', home.result.minTime, home.result.optima]);
    expect(trail?.words).toContain('report=0');
    const parts = model.checker(toolchain, { memoryMB: 500 });
    const subject = promelaModel('a.pml', { text: MODEL }, TUNING);
    expect(await trailFault(subject, merged.result, parts)).toBeUndefined();
    // No search looks at what is another's.
    const whole = bundle.plan.shards.length;
    const used = effortUsed(bundle);
    expect(used.balance.transitions).toBeLessThan(whole / 2);
  });

  it('names what is missing, and refuses parts that leave something out', async () => {
    const { model, folder } = await written(MODEL, 3);
    runShard(folder, 1);
    runShard(folder, 3);
    const files = filesIn(folder);
    const merged = mergedOf(await bundleOf(files));
    expect(merged).toMatchObject({ ok: false, again: [2] });
    const less = new Map(files);
    changeFile(less, 'shards.json', '"low":-2147483648', '"low":1');
    expect(await unfit(model, await bundleOf(less))).toMatch(/not what is asked/);
    changeFile(less, 'shards.json', '=-2147483648:', '=1:');
    expect(await unfit(model, await bundleOf(less))).toMatch(/leave out some|not what/);
  });

  it('is one shard where nobody can tell what is chosen', async () => {
    const { model, folder } = await written(`${MODEL}\nc_code { int unknown; }\n`, 3);
    const ranges = { size: { low: 1, high: 2 } };
    const part = {
      search: 1,
      shard: 1,
      purpose: 'optima',
      pan: '',
      words: '',
      ranges,
      effort: 1,
    } as const;
    expect(model.partsFault([part])).toHaveProperty('message');
    const { plan } = await bundleOf(filesIn(folder));
    expect(plan.shards).toHaveLength(1);
  });
});

it('is a sample where the shards are a swarm of any model', async () => {
  const { model, folder } = await written(MODEL, 2, 'swarm');
  runShards(folder);
  const bundle = await bundleOf(filesIn(folder));
  expect(await unfit(model, bundle)).toBeUndefined();
  const merged = mergedOf(bundle);
  if (!merged.ok) throw new Error(merged.faults.join());
  expect(merged.result).toMatchObject({ status: 'sampled' });
  expect(termsOf(TUNING).result(merged.result).minTime).toBeDefined();
});
