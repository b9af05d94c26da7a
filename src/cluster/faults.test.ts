import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { publishedAbstract, tilings } from '../testing/closed-forms.ts';
import { exampleText, kernelOf, platform, problemOf } from '../testing/engine.ts';
import { bundleOf, filesIn, runShard, ShardFolders } from '../testing/shards.ts';
import { exported, mergedOf, QUESTION_FILES } from './index.ts';
import { kernelSharding } from './kernel-sharding.ts';

/** Things machines do to running shards. */

const folders = new ShardFolders();
afterAll(() => folders.removeAll());

const constants = platform({ size: 16 });
const least = Math.min(...tilings(16).map((tiling) => publishedAbstract(tiling, constants)));
const problem = problemOf({
  kernel: kernelOf(exampleText('abstract')),
  semantics: 'published',
  constants,
  level: 'representatives',
});

let built = '';
beforeAll(async () => {
  const question = { name: QUESTION_FILES.kernel, text: '{}' };
  const files = await exported(kernelSharding(problem), question, [], {
    overtime: '1.0.0',
    kind: 'proof',
    next: true,
    shards: 2,
    memoryMB: 1000,
    seconds: 100,
    seeds: 1,
    seed: 1,
  });
  built = folders.make(files);
});

/** The shards to rerun, or the least time. */
async function merged(folder: string): Promise<unknown> {
  const found = mergedOf(await bundleOf(filesIn(folder)));
  return found.ok ? found.result.minTime : found.again;
}

it('says that the disk is full, and goes on once there is room', async () => {
  const folder = folders.copy(built);
  expect(runShard(folder, 2).status).toBe(0);
  // A file size limit behaves like a full disk.
  for (const blocks of [0, 2, 8]) {
    const full = spawnSync('sh', ['-c', `trap '' XFSZ; ulimit -f ${blocks}; exec sh run-shard 1`], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([blocks, full.status, full.stderr]).toEqual([
      blocks,
      2,
      expect.stringContaining('is there room?'),
    ]);
    expect(existsSync(join(folder, 'reports/0001.report'))).toBe(false);
    expect(await merged(folder)).toEqual([1]);
  }
  expect(runShard(folder, 1).stdout).toBe('shard 1: done\n');
  expect(await merged(folder)).toBe(least);
});

it('is made by two at once without harm', async () => {
  const folder = folders.copy(built);
  const both = [1, 2].map(() => spawn('sh', ['run-shard', '1'], { cwd: folder, stdio: 'ignore' }));
  const ended = await Promise.all(both.map((one) => once(one, 'exit')));
  expect(ended.map(([status]: unknown[]) => status)).toEqual([0, 0]);
  expect(runShard(folder, 1).stdout).toBe('shard 1: done before\n');
  expect(runShard(folder, 2).status).toBe(0);
  expect(await merged(folder)).toBe(least);
});

it('goes on after its last complete search where it was killed', async () => {
  const folder = folders.copy(built);
  const first = join(folder, 'work/0001/1.out');
  const searches = readFileSync(join(folder, 'shards.json'), 'utf8').match(/"shard":1,"ranges"/g);
  expect(searches?.length).toBeGreaterThan(1);
  const shard = spawn('sh', ['run-shard', '1'], { cwd: folder, stdio: 'ignore', detached: true });
  const ended = once(shard, 'exit');
  while (!existsSync(first)) await pause(1);
  if (shard.pid !== undefined) process.kill(-shard.pid, 'SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(await merged(folder)).toEqual([1, 2]);
  const written = statSync(first).mtimeMs;
  expect(runShard(folder, 1).stdout).toBe('shard 1: done\n');
  expect(statSync(first).mtimeMs).toBe(written);
  expect(runShard(folder, 2).status).toBe(0);
  expect(await merged(folder)).toBe(least);
});
