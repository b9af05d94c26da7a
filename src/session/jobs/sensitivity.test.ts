import { afterAll, describe, expect, it } from 'vitest';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { publishedAbstract, tilings } from '../../testing/closed-forms.ts';
import { exampleText, kernelOf, platform, problemOf } from '../../testing/engine.ts';
import { type SensitivityPoint, sweepConstant, sweptValues } from './sensitivity.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());
const job = { toolchain, memoryMB: 2048, signal: new AbortController().signal };

describe('sweptValues', () => {
  it('steps or doubles, both ends included', () => {
    expect(sweptValues(1, 100, 33)).toEqual([1, 34, 67, 100]);
    expect(sweptValues(4, 64, undefined)).toEqual([4, 8, 16, 32, 64]);
    expect(sweptValues(7, 7, 1)).toEqual([7]);
  });

  it.each([
    [2, 1, 1],
    [1, 5, 0],
    [0, 8, undefined],
    [1, 1000, 1],
    [1.5, 3, 1],
  ])('refuses %d to %d by %s', (from, to, step) => {
    expect(() => sweptValues(from, to, step)).toThrow(RangeError);
  });
});

const constants = platform({ size: 32 });
const problem = problemOf({
  kernel: kernelOf(exampleText('abstract')),
  semantics: 'published',
  level: 'accelerated',
  constants,
});

it('each value has the proved minimum and optima of the closed form', async () => {
  let points: readonly SensitivityPoint[] = [];
  const values = [1, 2, 5, 40];
  for await (const so of sweepConstant(problem, 'GMT', values, job)) ({ points } = so);
  expect(points.map(({ value }) => value)).toEqual(values);
  for (const { value, status, minTime, optima } of points) {
    const times = tilings(32).map((tiling) => ({
      tiling,
      time: publishedAbstract(tiling, { ...constants, GMT: value }),
    }));
    const least = Math.min(...times.map(({ time }) => time));
    expect(status).toBe('proved');
    expect(minTime).toBe(least);
    expect(optima).toEqual(times.flatMap(({ tiling, time }) => (time === least ? [tiling] : [])));
  }
});

it('a value that does not do is told with its reason, and the next goes on', async () => {
  let points: readonly SensitivityPoint[] = [];
  for await (const so of sweepConstant(problem, 'NP', [0, 2], job)) ({ points } = so);
  expect(points.map(({ status }) => status)).toEqual(['invalid', 'proved']);
  expect(points[0]?.reason).toContain('NP');
});
