import { afterAll, describe, expect, it } from 'vitest';
import type { Level } from '../promela/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { warpsAbstract } from '../testing/closed-forms.ts';
import { checkerOf, exampleText, kernelOf, platform, simulatedTraceOf } from '../testing/engine.ts';
import { eventsOf } from '../testing/traces.ts';
import { TIME_PARTS, timeSplit, timelineOf } from './index.ts';
import { maskedShare, uniformParts } from './warps.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const kernel = kernelOf(exampleText('abstract'));
const constants = platform({ size: 32, NU: 1, NS: 2, WR: 4, LMT: 3 });
const values = { WG: 16, TS: 4 };
const setup = (level: Level) => ({ kernel, semantics: 'warps', level, constants }) as const;

async function traceAt(level: Level) {
  const checker = checkerOf(toolchain, setup(level));
  const { trail } = await checker.search({ bound: 'none', configuration: values });
  if (!trail) throw new Error('the configuration does not finish');
  return checker.replay(trail);
}

describe('the abstract kernel under warps', () => {
  it.each(['baton', 'simulated', 'accelerated'] as const)(
    'tells which warps a scheduler runs, and with how many lanes: %s',
    { timeout: 60_000 },
    async (level) => {
      const trace = await (level === 'simulated'
        ? simulatedTraceOf(toolchain, setup('baton'), values)
        : traceAt(level));
      const work = eventsOf(trace, 'work');
      const first = trace.processes.find(({ name }) => name === 'pex')?.pid;
      const [load, store, compute] = work.filter(({ pid }) => pid === first);
      // All lanes load: warps 0 and 2 alike.
      expect(load?.warps).toEqual([{ warp: 0, count: 2, ticks: 16, lanes: 4 }]);
      expect(store?.warps).toEqual([{ warp: 0, count: 2, ticks: 3, lanes: 4 }]);
      // Half of the lanes take each side, of 4 iterations of 3 ticks.
      expect(compute?.space).toBe('local');
      expect(compute?.warps).toEqual(
        [0, 2].map((warp) => ({ warp, count: 1, ticks: 24, lanes: 2 })),
      );
    },
  );

  it.each(['baton', 'representatives', 'accelerated'] as const)(
    'splits its time into what lanes do and what they sit out, level %s',
    { timeout: 60_000 },
    async (level) => {
      const trace = await traceAt(level);
      const split = timeSplit(trace);
      expect(split.time).toBe(warpsAbstract(values, constants, 2));
      expect(split.elements).toHaveLength(2);
      for (const { ticks } of split.elements) {
        expect(TIME_PARTS.reduce((sum, part) => sum + ticks[part], 0)).toBe(split.time);
        // Two groups of 8 tiles: two warps of two sides, each of which half of the lanes sit out.
        expect(ticks.masked).toBe(2 * 8 * 2 * 2 * 4 * 3 * 0.5);
      }
      const masked = timelineOf(trace).lanes.some((lane) => lane.masked.includes(0.5));
      expect(masked).toBe(true);
    },
  );
});

it('lanes without an item are masked', () => {
  const shape = { items: 13, lanes: 4, schedulers: 3 };
  const alone = (index: number) => ({ index, folded: [] });
  expect(uniformParts(shape, alone(0), 20)).toEqual([
    { warp: 0, count: 1, ticks: 10, lanes: 4 },
    { warp: 3, count: 1, ticks: 10, lanes: 1 },
  ]);
  expect(uniformParts(shape, alone(1), 20)).toEqual([{ warp: 1, count: 1, ticks: 20, lanes: 4 }]);
  expect(maskedShare(shape, undefined, alone(0))).toBe(3 / 8);
  expect(maskedShare(shape, undefined, alone(1))).toBe(0);
  // Where two schedulers have two warps each and one has one, 0 stands for the two.
  const folded = (index: number) => ({ index, folded: [2, 1] });
  const wider = { ...shape, items: 17 };
  expect(maskedShare(wider, undefined, folded(0))).toBe(3 / 16);
  expect(maskedShare(wider, undefined, folded(1))).toBe(0);
});
