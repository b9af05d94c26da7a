import { afterAll, expect, test } from 'vitest';
import { pose, type Problem } from '../../checker/index.ts';
import { machineOf } from '../../device/index.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import type { SemanticsId } from '../../platform/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { platform } from '../../testing/engine.ts';
import { robustness, type RobustnessView } from './robustness.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());
const parser = await createNodeKernelParser();

const KERNEL = `#pragma tuner param WG = {16, 32, 64, 256}
#pragma tuner param TS = {1, 4}
#pragma tuner items size / TS
#pragma tuner array a = size
#pragma tuner array b = size
__kernel void twice(__global float *a, __global const float *b) {
  for (int i = 0; i < TS; i++) {
    int at = get_global_id(0) + i * get_global_size(0);
    a[at] = 2.0f * b[at];
  }
}`;

function problemOn(semantics: SemanticsId): Problem {
  const { machine } = machineOf('a100');
  const constants = platform({ size: 4096 });
  const { problem } = pose(parser, KERNEL, {
    semantics,
    level: 'accelerated',
    constants,
    ...(semantics === 'device' && { machine }),
  });
  if (!problem) throw new Error('it has a problem');
  return problem;
}

const job = { toolchain, memoryMB: 1024, signal: new AbortController().signal };

async function end(problem: Problem, ids: readonly string[]): Promise<Partial<RobustnessView>> {
  let view: Partial<RobustnessView> = {};
  for await (const so of robustness(problem, ids, job)) view = { ...view, ...so };
  return view;
}

test.each([
  ['device', ['a100', 'mi250x', 'gtx480']],
  ['opencl', ['paper', 'p104']],
] as const)(
  'semantics %s: the first choice loses least where it loses most',
  { timeout: 120_000 },
  async (semantics, ids) => {
    const { asked, platforms = [], losses = [], total } = await end(problemOn(semantics), ids);
    expect(asked).toHaveLength(ids.length);
    expect(platforms.map(({ status }) => status)).toEqual(ids.map(() => 'proved'));
    expect([losses.length, total]).toEqual([8, 8]);
    for (const [at, { minimum, optima }] of platforms.entries()) {
      // On each platform only the best lose nothing.
      const best = losses.filter(({ losses: each }) => each[at] === 1).map(({ values }) => values);
      expect(best).toHaveLength(optima.length);
      expect(best).toEqual(expect.arrayContaining([...optima]));
      expect(Number(minimum)).toBeGreaterThan(0);
    }
    for (const { worst, breaks, losses: each } of losses) {
      expect(worst).toBe(Math.max(...each));
      expect(breaks).toBe(platforms[each.indexOf(worst)]?.name);
    }
    expect(losses.map(({ worst }) => worst)).toEqual(
      losses.map(({ worst }) => worst).toSorted((a, b) => a - b),
    );
  },
);

test('a platform on which nothing can be run is named', { timeout: 60_000 }, async () => {
  const problem = problemOn('opencl');
  const text = KERNEL.replace('#pragma tuner array a', '#pragma tuner require NU > 4\n$&');
  const { problem: picky } = pose(parser, text, {
    semantics: 'opencl',
    level: 'accelerated',
    constants: { ...problem.constants, NU: 15 },
  });
  if (!picky) throw new Error('it has a problem');
  await expect(end(picky, ['p104', 'paper'])).rejects.toThrow(/^On Paper: /);
});
