import { unpackTrail } from '../base/packed-trail.ts';
import { afterAll, describe, expect, it } from 'vitest';
import type { Level } from '../promela/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { publishedAbstract, tilings } from '../testing/closed-forms.ts';
import { checkerOf, exampleText, finish, kernelOf, platform } from '../testing/engine.ts';
import { bisection } from './bisection.ts';
import { branchAndBound, sweep } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const kernel = kernelOf(exampleText('abstract'));
const checker = (size: number, level: Level) =>
  checkerOf(toolchain, { kernel, semantics: 'published', level, constants: platform({ size }) });

/** The two best times of the paper's kernel, by its closed form. */
function bestTwo(size: number) {
  const times = tilings(size).map((tiling) => ({
    tiling,
    time: publishedAbstract(tiling, platform({ size })),
  }));
  const [first = 0, second] = [...new Set(times.map(({ time }) => time))].sort((a, b) => a - b);
  const at = (wanted: number) =>
    times.filter(({ time }) => time === wanted).map(({ tiling }) => tiling);
  return {
    minTime: first,
    optima: at(first),
    ...(second !== undefined && { runnerUp: { time: second, configurations: at(second) } }),
  };
}

describe.each([
  ['bisection', bisection],
  ['branch and bound', branchAndBound],
])('%s', (_, strategy) => {
  const cases: { size: number; level: Level; minTime: number }[] = [
    { size: 8, level: 'baton', minTime: 44 },
    { size: 8, level: 'free', minTime: 44 },
    { size: 16, level: 'baton', minTime: 156 },
    { size: 32, level: 'baton', minTime: 584 },
    { size: 128, level: 'accelerated', minTime: 8672 },
  ];
  it.each(cases)(
    'proves $minTime ticks at size $size, level $level',
    { timeout: 120_000 },
    async ({ size, level, minTime }) => {
      const { events, result } = await finish(strategy, checker(size, level));
      expect(result).toMatchObject({ status: 'proved', ...bestTwo(size) });
      expect(result.minTime).toBe(minTime);
      // At size 8 all configurations are equal.
      expect(result.runnerUp !== undefined).toBe(size > 8);
      const runs = events.flatMap((event) => (event.type === 'run' ? [event.run] : []));
      // The proof: an uncut search finds nothing below.
      if (strategy === bisection) {
        expect(runs).toContainEqual(
          expect.objectContaining({ bound: minTime - 1, verdict: 'satisfied' }),
        );
      }
      for (const run of runs.filter(({ purpose }) => purpose === 'over-time')) {
        expect(run.verdict).not.toBe('incomplete');
      }
      expect(result.trail && unpackTrail(result.trail.packed)).toMatch(/^(-?\d+:-?\d+:-?\d+\n)+$/);
    },
  );
});

const ONE_ALONE = ['representatives', 'accelerated'] as const;

it.each(ONE_ALONE)('one configuration is proved by one search: %s', async (level) => {
  const alone = kernelOf(`#pragma tuner local_size 4
#pragma tuner items size
__kernel void k(__global int *a) {
  int sum = 0;
  for (int i = 0; i < size; i++) sum += a[i];
  a[get_global_id(0)] = sum;
}`);
  const about = { semantics: 'opencl', level, constants: platform({ size: 64 }) } as const;
  const { events, result } = await finish(
    bisection,
    checkerOf(toolchain, { kernel: alone, ...about }),
  );
  const asked = events.flatMap((event) => (event.type === 'run' ? [event.run.bound] : []));
  expect(result).toMatchObject({ status: 'proved', optima: [{}] });
  const below = asked.filter(
    (bound) => typeof bound === 'number' && bound < Number(result.minTime),
  );
  expect(below).toEqual([Number(result.minTime) - 1]);
});

describe('sweep', () => {
  it('samples the same minimum', { timeout: 60_000 }, async () => {
    const { events, result } = await finish(sweep, checker(32, 'baton'));
    expect(result).toEqual({ status: 'sampled', ...bestTwo(32) });
    expect(events.filter(({ type }) => type === 'configurations')).toHaveLength(12);
  });
});
