import { expect, test } from 'vitest';
import { simulateDevice } from '../testing/device-simulation.ts';
import { kernelOf, platform } from '../testing/engine.ts';
import { ALL_TERMS, deviceCosts, tallyOf, type Terms } from './index.ts';
import { MACHINES, machineOf } from './machines.ts';
import { floorOf } from './peak.ts';

const N = 2 ** 20;

const oneDimension = (body: string, more = ''): string => `#pragma tuner param WG = {4, 32, 256}
#pragma tuner items ${N}
__kernel void k(__global const float *a, __global float *b${more}) { int i = get_global_id(0); ${body} }`;

const KERNELS = {
  copy: oneDimension('b[i] = a[i];'),
  fill: oneDimension('b[i] = 1.0f;'),
  axpy: oneDimension('b[i] = 2.0f * a[i] + b[i];'),
  'copy, four at a time': oneDimension('b[i] = a[i];').replaceAll('float', 'float4'),
  products: oneDimension(`float x = a[i];
#pragma unroll
for (int k = 0; k < 200; k++) x = x * 1.5f + 0.5f;
b[i] = x;`),
};

/** The model's cycles over those that the peak allows. */
function overPeak(text: string, id: string, terms = ALL_TERMS): number {
  const { machine } = machineOf(id);
  const kernel = kernelOf(text, 'machine');
  const constants = platform({ NU: machine.units, NS: machine.schedulers, WR: machine.lanes });
  const costs = deviceCosts(kernel, machine, terms);
  const over = [4, 32, 256].map((WG) => {
    const { time } = simulateDevice(costs.program({ WG }, constants), machine);
    return time / floorOf(tallyOf(kernel)({ WG }, constants), machine).least;
  });
  return Math.min(...over);
}

test.each(MACHINES.map(({ id }) => id))('nothing is faster than the peak of %s', (id) => {
  for (const text of Object.values(KERNELS)) expect(overPeak(text, id)).toBeGreaterThanOrEqual(1);
});

test('without what is stored a fill would be', () => {
  expect(overPeak(KERNELS.fill, 'v100', { ...ALL_TERMS, stores: false })).toBeLessThan(0.7);
  expect(overPeak(KERNELS.fill, 'v100')).toBeLessThan(1.5);
});

/** The segments of a kernel in groups of 32. */
function segmentsOf(text: string, terms: Partial<Terms> = {}, WG = 32) {
  const { machine } = machineOf('a100');
  const constants = platform({ NU: machine.units, NS: machine.schedulers, WR: machine.lanes });
  const costs = deviceCosts(kernelOf(text, 'machine'), machine, { ...ALL_TERMS, ...terms });
  return costs
    .program({ WG }, constants)
    .steps.flatMap((step) => (step.kind === 'segment' ? [step] : []));
}

test('a neighbour under another guard is found in the first cache', () => {
  const text = oneDimension(
    `float left = i > 0 ? a[i - 1] : 0.0f; float right = i < ${N - 1} ? a[i + 1] : 0.0f; b[i] = a[i] + left + right;`,
  );
  const brought = (neighbours: boolean): number =>
    segmentsOf(text, { neighbours, stores: false }, 256).reduce((sum, { l2 }) => sum + l2, 0);
  // Three loads of one line of a warp come as one, and a sector at either side of the group.
  expect(brought(false) / brought(true)).toBeGreaterThan(1.7);
});

test('items that all read one address wait for its sectors', () => {
  const text = oneDimension(`float sum = 0.0f;
#pragma unroll 1
for (int k = 0; k < 4096; k++) sum += a[k];
b[i] = sum;`);
  const { l1Latency, l2Latency } = machineOf('a100').machine;
  const waits = (walks: boolean): number =>
    Math.max(...segmentsOf(text, { walks }).map(({ latency, times }) => latency * times)) / 4096;
  expect(waits(false)).toBeCloseTo(l1Latency, 0);
  // A sector has eight floats.
  expect(waits(true)).toBeCloseTo(l1Latency + (l2Latency - l1Latency) / 8, 0);
});

test('a store passes the first cache by itself', () => {
  const text = oneDimension('b[(i % 1024) * 1024 + i / 1024] = 1.0f;');
  const brought = (passing: boolean): number =>
    segmentsOf(text, { passing, stores: false }).reduce((sum, { l2 }) => sum + l2, 0);
  const { l2Width } = machineOf('a100').machine;
  expect(brought(true)).toBe(Math.ceil((32 * 32) / l2Width));
});

test('a million small groups take as long as giving them out', () => {
  const { machine } = machineOf('h100');
  const text = oneDimension('b[i] = 1.0f;').replace(`items ${N}`, `items ${N * 32}`);
  const constants = platform({ NU: machine.units, NS: machine.schedulers, WR: machine.lanes });
  const time = (dispatch: boolean): number => {
    const costs = deviceCosts(kernelOf(text, 'machine'), machine, { ...ALL_TERMS, dispatch });
    return simulateDevice(costs.program({ WG: 32 }, constants), machine).time;
  };
  expect(time(false)).toBeLessThan(N / machine.dispatch / 2);
  expect(time(true)).toBeGreaterThan(N / machine.dispatch);
  expect(time(true)).toBeLessThan((N / machine.dispatch) * 1.1);
});

test('groups that share a sector bring it once, and wait for memory all the same', () => {
  const { machine } = machineOf('a100');
  const loads = (sectors: boolean) =>
    segmentsOf(KERNELS.copy, { sectors }, 4).find(({ port }) => port > 0);
  expect(loads(true)).toMatchObject({ latency: machine.memoryLatency });
  expect(loads(false)).toMatchObject({ latency: machine.l2Latency });
});

test('eight floats of a lane are two instructions that leave gaps', () => {
  const ports = (vectors: boolean): number =>
    segmentsOf(KERNELS.copy.replaceAll('float', 'float8'), { vectors }).reduce(
      (sum, { port }) => sum + port,
      0,
    );
  // A load and a store of 1,024 bytes: 8 lines each, or twice as many where each is touched twice.
  expect(ports(false)).toBe(16);
  expect(ports(true)).toBe(32);
});
