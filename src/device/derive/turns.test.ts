import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { kernelOf } from '../../testing/engine.ts';
import { BRANCHING, PREDICATING } from '../../testing/machines.ts';
import type { Machine } from '../machine.ts';
import { deviceCosts } from './index.ts';
import { localCycles } from './lanes.ts';

/** Cycles of lanes at places that are counted in what each of them asks for. */
const cyclesOf = (machine: Machine, bytes: number, place: (lane: number) => number): number =>
  localCycles(
    machine,
    Array.from({ length: machine.lanes }, (_, lane) => bytes * place(lane)),
    bytes,
  );

describe('lanes that ask for four words each', () => {
  test.each([
    // A register of all lanes comes back in a cycle (NVIDIA on shared-memory-bank-conflict profiles of compute
    // capability 7): four come in four, wherever they are from.
    ['eight places, met again by each eight lanes', (lane: number) => lane % 8, 4],
    ['four places, each for eight lanes side by side', (lane: number) => Math.floor(lane / 8), 2],
    ['pairs of every other lane', (lane: number) => (lane & 1) | ((lane >> 2) << 1), 2],
    ['one place', () => 0, 2],
    ['all in the same banks', (lane: number) => 8 * (lane % 8), 32],
  ])('%s', (_, place, cycles) => {
    expect(cyclesOf(PREDICATING, 16, place)).toBe(cycles);
  });

  test('two words for each: half of the lanes at once', () => {
    expect(cyclesOf(PREDICATING, 8, (lane) => lane)).toBe(2);
    expect(cyclesOf(PREDICATING, 8, (lane) => lane % 16)).toBe(2);
    expect(cyclesOf(PREDICATING, 8, () => 0)).toBe(1);
  });

  test('a warp of 64 lanes is two turns of 32 banks', () => {
    expect(cyclesOf(BRANCHING, 4, (lane) => lane)).toBe(2);
    expect(cyclesOf(BRANCHING, 4, () => 0)).toBe(2);
  });
});

const TYPES = {
  vector: 'typedef float4 wide;',
  struct: 'typedef struct { float x, y, z, w; } wide;',
};

/** Cycles of the port for all warps of a copy whose items take 16 bytes each. */
function portOf(type: keyof typeof TYPES, machine: Machine): number {
  const text = `#pragma tuner param WG = {64}
#pragma tuner items 4096
${TYPES[type]}
__kernel void k(__global const wide *a, __global wide *b) {
  b[get_global_id(0)] = a[get_global_id(0)];
}`;
  const program = deviceCosts(kernelOf(text, 'machine'), machine).program(
    { WG: 64 },
    usualConstants(),
  );
  return program.steps.reduce(
    (sum, step) => sum + (step.kind === 'segment' ? step.times * step.port : 0),
    0,
  );
}

test('a struct is moved member by member where addresses must be aligned', () => {
  // 32 lanes of 16 bytes are four lines; each of four words touches all four.
  expect(portOf('vector', PREDICATING)).toBe(4 + 4);
  expect(portOf('struct', PREDICATING)).toBe(4 * 4 + 4 * 4);
  expect(portOf('struct', BRANCHING)).toBe(portOf('vector', BRANCHING));
});
