import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { isWanted, unpacked } from '../../cluster/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { storageOf, world } from '../../testing/session.ts';
import { filesIn, runShard, ShardFolders } from '../../testing/shards.ts';
import { unzipSync } from 'fflate';
import { createSessionWith } from '../core.ts';
import { jobOf } from '../jobs/job.ts';
import { MODEL_TUNING } from '../promela/model-view.ts';

const toolchain = await createNodeToolchain();
const folders = new ShardFolders();
afterAll(() => {
  folders.removeAll();
  toolchain.dispose();
});

const model = readFileSync(
  new URL('../../../examples/promela/packing.pml', import.meta.url),
  'utf8',
);

test('a model of its own goes to other machines, and is opened again with what they found', async () => {
  const { commands, store } = createSessionWith(
    world({
      toolchain: () => toolchain,
      storage: storageOf(),
      tabStorage: storageOf(),
      hasCompiler: () => true,
      pause: () => Promise.resolve(),
    }),
  );
  const options = { kind: 'proof', next: true, seed: 1, shards: 3, seeds: 1 } as const;
  commands.openModel('packing.pml', { text: model });
  expect(await commands.shardArchive({ ...options, memoryMB: 500, seconds: 100 })).toMatchObject({
    ok: false,
    message: 'Choose the variables that the model chooses itself.',
  });
  const tuning = { parameters: ['width', 'height'], objective: 'boxes', when: 'packed' };
  commands.setModelTuning({ ...tuning, goal: 'largest' });
  const made = await commands.shardArchive({ ...options, memoryMB: 500, seconds: 100 });
  if (!made.ok) throw new Error(made.message);
  expect(made.name).toBe('packing-shards.zip');
  const files = Object.entries(unzipSync(made.bytes)).map(([name, content]) => ({
    name: name.replace('packing-shards/', ''),
    content: content.slice(),
  }));
  const folder = folders.make(files);
  const back = () => new Map([...filesIn(folder)].filter(([name]) => isWanted(name)));
  runShard(folder, 1);
  runShard(folder, 3);
  expect(await commands.mergeShards('packing', back())).toMatch(/Run again: shards 2\./);
  runShard(folder, 2);
  commands.openModel('other.pml', { text: 'init { skip }' });
  expect(await commands.mergeShards('packing', back())).toBeUndefined();
  const { document } = store.getState().model;
  const found = jobOf(store.getState(), MODEL_TUNING);
  expect(document).toMatchObject({ name: 'packing.pml', text: model });
  expect(found.run.result).toMatchObject({
    status: 'proved',
    minTime: 96,
    optima: [{ width: 2, height: 2 }],
  });
  expect(found.run.configurations.size).toBe(15);
  expect(found.run.shards?.map(({ shard }) => shard)).toEqual([1, 2, 3]);
  expect(found.verifier).toBeDefined();
  expect(unpacked(made.bytes).has('packing-shards/shards.json')).toBe(true);
});
