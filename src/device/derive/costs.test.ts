import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { exampleText, kernelOf } from '../../testing/engine.ts';
import { simulateDevice } from '../../testing/device-simulation.ts';
import { BRANCHING, PREDICATING } from '../../testing/machines.ts';
import type { Machine } from '../machine.ts';
import type { Segment } from '../program.ts';
import { resident } from '../residency.ts';
import { ALL_TERMS, deviceCosts, type Terms } from './index.ts';
import { globalCycles, localCycles } from './lanes.ts';
import { bytesFrom, bytesIn, spread } from './runs.ts';

const lanes = (count: number, at: (lane: number) => number): number[] =>
  Array.from({ length: count }, (_, lane) => at(lane));

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

describe('ports', () => {
  test.each(lanes(33, (at) => at + 1))('banks with a stride of %i words', (stride) => {
    const cycles = localCycles(
      PREDICATING,
      lanes(32, (lane) => lane * stride * 4),
      4,
    );
    expect(cycles).toBe(gcd(stride, 32));
  });

  test('one word for all lanes is one turn, four words for each are four', () => {
    expect(
      localCycles(
        PREDICATING,
        lanes(32, () => 0),
        4,
      ),
    ).toBe(1);
    expect(
      localCycles(
        PREDICATING,
        lanes(32, (lane) => lane * 16),
        16,
      ),
    ).toBe(4);
  });

  test.each([
    ['aligned', 0, 4, 1],
    ['one word off', 4, 4, 2],
    ['every other word', 0, 8, 2],
    ['each its own line', 0, 128, 32],
  ])('lines: %s', (_, start, step, expected) => {
    expect(
      globalCycles(
        PREDICATING,
        lanes(32, (lane) => start + lane * step),
        4,
      ),
    ).toBe(expected);
  });

  test('a port half as wide, and warps of 64 lanes with lines of 64 bytes', () => {
    const narrow = { ...PREDICATING, l1Width: 64 };
    expect(
      globalCycles(
        narrow,
        lanes(32, (lane) => lane * 4),
        4,
      ),
    ).toBe(2);
    expect(
      globalCycles(
        BRANCHING,
        lanes(64, (lane) => lane * 4),
        4,
      ),
    ).toBe(4);
  });
});

test('distinct bytes of steps along several dimensions', () => {
  for (const by of [1, 2, 4, 8, 16])
    for (let tile = 1; tile <= 4; tile += 1) {
      const runs = spread(0, 4, [
        { step: 400, count: 15 },
        { step: 4, count: 15 },
        { step: 400 * by, count: tile },
        { step: 128, count: 2 },
      ]);
      expect(bytesIn(runs) / 4).toBe(30 * (by < 16 ? by * (tile - 1) + 15 : 15 * tile));
    }
});

test('distinct bytes from several places are those of a set of bytes', () => {
  const placesDrawn = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 6 });
  const stride = fc.record({
    step: fc.integer({ min: -40, max: 200 }),
    count: fc.integer({ min: 1, max: 5 }),
  });
  const stridesDrawn = fc.array(stride, { maxLength: 3 });
  fc.assert(
    fc.property(placesDrawn, fc.integer({ min: 1, max: 8 }), stridesDrawn, (places, width, by) => {
      let starts = places;
      for (const { step, count } of by)
        starts = starts.flatMap((at) => Array.from({ length: count }, (_, k) => at + k * step));
      const all = new Set(starts.flatMap((at) => Array.from({ length: width }, (_, k) => at + k)));
      const rising = places.toSorted((a, b) => a - b);
      expect(bytesFrom(rising, width, by, 1)).toBe(all.size);
    }),
    { numRuns: 300 },
  );
});

const CONVOLUTION = kernelOf(exampleText('convolution'), 'machine');

/** The convolution's program; parameters are block, tile, local memory. */
function convolution(
  machine: Machine,
  [bx = 16, by = 1, tx = 1, ty = 1, local = 0]: number[],
  terms: Terms = ALL_TERMS,
) {
  return deviceCosts(CONVOLUTION, machine, terms).program(
    {
      block_size_x: bx,
      block_size_y: by,
      tile_size_x: tx,
      tile_size_y: ty,
      use_shmem: local,
      use_padding: 0,
      read_only: 0,
      use_cmem: 1,
      filter_height: 15,
      filter_width: 15,
    },
    usualConstants(),
  );
}

const segmentsOf = (program: ReturnType<typeof convolution>): Segment[] =>
  program.steps.flatMap((step) => (step.kind === 'segment' ? [step] : []));

describe('the convolution', () => {
  test('through local memory on a machine with predicates', () => {
    const program = convolution(PREDICATING, [32, 4, 2, 4, 1]);
    const { localBytes, resident: groups, registers, limit } = program;
    expect({ localBytes, groups, registers, limit }).toEqual({
      localBytes: 30 * 78 * 4,
      groups: 16,
      registers: 28,
      limit: 'warps',
    });
    // Rows an item reads, each word once; 1,800 products.
    const [rows] = segmentsOf(program).filter(({ times }) => times === 27);
    expect(rows).toMatchObject({ port: 30, l2: 0, latency: 29, issue: 133, chain: 33 });
    // By hand 64,052 cycles a wave, 640,520 in all, with 24 copy rounds unrolled by four across
    // both loops; here there are two loops, the inner one short.
    const { time } = simulateDevice(program, PREDICATING);
    expect(Math.abs(time / 640_520 - 1)).toBeLessThan(0.01);
  });

  test('without local memory on a machine with branches', () => {
    // By hand all is unrolled, which LLVM does not do.
    const program = convolution(BRANCHING, [64, 1, 2, 4, 0], { ...ALL_TERMS, unrolling: false });
    expect(program).toMatchObject({ registers: 118, spilled: 0, resident: 17 });
    const [rows] = segmentsOf(program).filter(({ times }) => times === 18);
    expect(rows).toMatchObject({ port: 148, latency: 130, issue: 400, chain: 50 });
    // By hand 838,098, counting integers for stores and less fresh data.
    const { time } = simulateDevice(program, BRANCHING);
    expect(Math.abs(time / 838_098 - 1)).toBeLessThan(0.02);
  });

  test('a guard around loads keeps them apart, and is waited for on machines with branches', () => {
    const loads = (machine: Machine, guarded: boolean): Segment | undefined =>
      segmentsOf(convolution(machine, [guarded ? 48 : 64, 2, 1, 4, 0]))[0];
    for (const machine of [PREDICATING, BRANCHING])
      expect(loads(machine, true)?.times).toBeGreaterThan(loads(machine, false)?.times ?? 0);
    // Each value and its weight.
    expect(loads(BRANCHING, true)?.latency).toBe(15 * (130 + 130));
  });
});

test('groups that are resident, and what keeps more away', () => {
  const needs = { items: 128, registers: 28, localBytes: 9360 };
  expect(resident(PREDICATING, needs)).toMatchObject({ resident: 16, limit: 'warps' });
  expect(resident(PREDICATING, { ...needs, localBytes: 80 << 10 })).toMatchObject({
    resident: 2,
    limit: 'local memory',
  });
  expect(resident(PREDICATING, { ...needs, registers: 255 })).toMatchObject({
    resident: 2,
    limit: 'registers',
  });
});
