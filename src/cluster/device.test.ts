import { afterAll, expect, it } from 'vitest';
import { kernelTime, ModelChecker, pose, type Problem } from '../checker/index.ts';
import type { Machine } from '../device/index.ts';
import { createNodeKernelParser } from '../kernel/node.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { exampleText, finish, platform } from '../testing/engine.ts';
import { BRANCHING, PREDICATING } from '../testing/machines.ts';
import { bundleOf, filesIn, runShards, ShardFolders } from '../testing/shards.ts';
import { keyOf, METHODS } from '../tuning/index.ts';
import { exported, mergedOf, QUESTION_FILES, readBundle, trailFault, unfit } from './index.ts';
import { kernelSharding } from './kernel-sharding.ts';

const toolchain = await createNodeToolchain();
const folders = new ShardFolders();
afterAll(() => {
  folders.removeAll();
  toolchain.dispose();
});

const parser = await createNodeKernelParser();
const constants = platform({ size: 32, NU: 4, NS: 2, WR: 32 });

function posed(machine: Machine): Problem {
  const setting = { semantics: 'device', level: 'accelerated', machine, constants } as const;
  const { problem } = pose(parser, exampleText('matmul'), setting);
  if (!problem) throw new Error('it has a model');
  return problem;
}

it('has the answer of a run at home in the device semantics, with the table of warps', async () => {
  const problem = posed(PREDICATING);
  const question = { name: QUESTION_FILES.kernel, text: '{}' };
  const files = await exported(kernelSharding(problem), question, [], {
    overtime: '1.0.0',
    kind: 'proof',
    next: true,
    shards: 3,
    memoryMB: 1000,
    seconds: 100,
    seeds: 1,
    seed: 1,
  });
  const folder = folders.make(files);
  runShards(folder);
  const found = filesIn(folder);
  const bundle = await bundleOf(found);
  expect(await unfit(kernelSharding(problem), bundle)).toBeUndefined();
  const merged = mergedOf(bundle);
  if (!merged.ok) throw new Error(merged.faults.join());

  const checker = new ModelChecker(toolchain, problem, { memoryMB: 1000 });
  const home = await finish(METHODS[0].strategy, checker);
  const { trail: _, ...result } = merged.result;
  const { trail: __, ...expected } = home.result;
  expect(result).toEqual(expected);
  const timesOf = (rows: typeof merged.configurations) =>
    new Map(
      rows.flatMap(({ values, time }) => (time === undefined ? [] : [[keyOf(values), time]])),
    );
  const told = home.events.flatMap((event) =>
    event.type === 'configurations' ? event.results : [],
  );
  expect(timesOf(merged.configurations).size).toBeGreaterThan(3);
  expect(timesOf(merged.configurations)).toEqual(timesOf(told));
  expect(await trailFault(kernelTime(problem), merged.result, checker)).toBeUndefined();

  // Warps of another machine are another question.
  expect(await unfit(kernelSharding(posed(BRANCHING)), bundle)).toMatch(
    /The table programs is not the one/,
  );
  found.set('programs', new Uint8Array());
  expect(await readBundle(found)).toMatchObject({
    ok: false,
    message: 'programs is not the one that was exported: its hash is another.',
  });
});
