import { afterAll, describe, expect, it } from 'vitest';
import type { Level } from '../promela/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { checkerOf, exampleText, finish, kernelOf, platform } from '../testing/engine.ts';
import { bisection, branchAndBound, sweep } from './index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const kernel = kernelOf(exampleText('abstract'));
const checker = (size: number, level: Level) =>
  checkerOf(toolchain, {
    kernel,
    semantics: 'published',
    level,
    constants: platform({ size }),
  });

describe.each([
  ['bisection', bisection],
  ['branch and bound', branchAndBound],
])('%s', (_, strategy) => {
  const both = [
    { WG: 4, TS: 2 },
    { WG: 4, TS: 4 },
  ];
  const cases: { size: number; level: Level; minTime: number; optima: object[] }[] = [
    { size: 8, level: 'baton', minTime: 44, optima: both },
    { size: 8, level: 'free', minTime: 44, optima: both },
    { size: 16, level: 'baton', minTime: 156, optima: [{ WG: 8, TS: 4 }] },
    {
      size: 32,
      level: 'baton',
      minTime: 584,
      optima: [
        { WG: 16, TS: 4 },
        { WG: 16, TS: 8 },
      ],
    },
  ];
  it.each(cases)(
    'proves $minTime ticks at size $size, level $level',
    { timeout: 120_000 },
    async ({ size, level, minTime, optima }) => {
      const { events, result } = await finish(strategy(checker(size, level)));
      expect(result).toMatchObject({ status: 'proved', minTime, optima });
      const runs = events.flatMap((event) => (event.type === 'run' ? [event.run] : []));
      // The proof: nothing finishes below, in a search that was not cut off.
      if (strategy === bisection) {
        expect(runs).toContainEqual(
          expect.objectContaining({ bound: minTime - 1, verdict: 'satisfied' }),
        );
      }
      for (const run of runs.filter(({ purpose }) => purpose === 'over-time')) {
        expect(run.verdict).not.toBe('incomplete');
      }
      expect(result.trail?.text).toMatch(/^(-?\d+:-?\d+:-?\d+\n)+$/);
      expect(events.at(-1)).toEqual({ type: 'result', result });
    },
  );
});

describe('sweep', () => {
  it('samples the same minimum', { timeout: 60_000 }, async () => {
    const { events, result } = await finish(sweep(checker(32, 'baton')));
    expect(result).toEqual({
      status: 'sampled',
      minTime: 584,
      optima: [
        { WG: 16, TS: 4 },
        { WG: 16, TS: 8 },
      ],
    });
    expect(events.filter(({ type }) => type === 'configuration')).toHaveLength(12);
  });
});
