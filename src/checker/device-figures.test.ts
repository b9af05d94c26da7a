import { expect, test } from 'vitest';
import { machineOf, platformOf } from '../device/index.ts';
import { createNodeKernelParser } from '../kernel/node.ts';
import { usualConstants } from '../platform/index.ts';
import {
  belowPeakInWords,
  boundByInWords,
  figuresOf,
  flopsInWords,
  timeOnDevice,
  withinPeak,
} from './device-figures.ts';
import { pose } from './pose.ts';

const parser = await createNodeKernelParser();
const { machine } = machineOf('v100');
const constants = { ...usualConstants(), ...platformOf(machine) };

function problem(body: string) {
  const text = `#pragma tuner param WG = {64, 256}
#pragma tuner local_size WG
#pragma tuner items 1048576
__kernel void k(__global const float *a, __global float *b) {
  int i = get_global_id(0);
  ${body}
}`;
  const posed = pose(parser, text, { semantics: 'device', level: 'auto', machine, constants });
  if (!posed.problem) throw new Error(posed.obstacle ?? 'no problem');
  return posed.problem;
}
const N = 2 ** 20;

test('a copy in a time that its bandwidth allows has its rates, and its share of the peak', () => {
  const cycles = 20_000;
  const figures = figuresOf(problem('b[i] = a[i];'), { WG: 256 }, cycles);
  const seconds = cycles / 1.53e9;
  expect(figures).toMatchObject({ cycles, flops: 0, boundBy: 'memory' });
  expect(figures?.seconds).toBeCloseTo(seconds, 12);
  expect(figures?.bytes).toBeCloseTo((8 * N) / seconds, 0);
  expect(figures?.ofPeak.memory).toBeCloseTo((8 * N) / seconds / 900e9, 6);
  expect(figures && boundByInWords(figures)).toMatch(/^Bound by memory, busy \d+ % of the time\.$/);
});

test('a copy faster than its memory is no proof, and the peak stands in its place', () => {
  const proved = { status: 'proved', minTime: 4000, optima: [{ WG: 256 }] } as const;
  const figures = figuresOf(problem('b[i] = a[i];'), { WG: 256 }, proved.minTime);
  // 8 MiB at 900 GB/s, at 1.53 GHz.
  const least = Math.ceil(((8 * N) / 900e9) * 1.53e9);
  expect(figures).toMatchObject({ cycles: least, boundBy: 'memory', busy: 1 });
  expect(figures?.ofPeak.memory).toBeLessThanOrEqual(1);
  expect(figures && belowPeakInWords(figures)).toContain('8,388,608 bytes through its memory');
  const shown = withinPeak(proved, figures);
  expect(shown.status).toBe('bounded');
  expect(shown.reason).toContain('4,000 cycles');
  expect(withinPeak(proved, figuresOf(problem('b[i] = a[i];'), { WG: 256 }, 20_000))).toBe(proved);
});

test('arithmetic has a peak too', () => {
  const work = 'float x = a[i]; for (int k = 0; k < 1000; k++) x = x * x + a[i]; b[i] = x;';
  const figures = figuresOf(problem(work), { WG: 256 }, 1000);
  expect(figures?.belowPeak?.floor.by).toBe('arithmetic');
  expect(figures?.tally.flops).toBe(2000 * N);
  // 80 units of 4 schedulers, 16 lanes a cycle each, two operations a lane.
  expect(figures?.cycles).toBe(Math.ceil((2000 * N) / (80 * 4 * 16 * 2)));
});

test('times and rates have three figures and the unit that suits', () => {
  expect([2.853e-4, 9.32e-6, 5.319e-7, 0.01244, 2.5].map(timeOnDevice)).toEqual([
    '285 µs',
    '9.32 µs',
    '0.532 µs',
    '12.4 ms',
    '2.5 s',
  ]);
  expect([7.527e12, 1.54e10].map(flopsInWords)).toEqual(['7,527 GFLOP/s', '15.4 GFLOP/s']);
});
