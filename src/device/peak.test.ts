import { expect, test } from 'vitest';
import { simulateDevice } from '../testing/device-simulation.ts';
import { kernelOf, platform } from '../testing/engine.ts';
import { ALL_TERMS, deviceCosts, tallyOf } from './index.ts';
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

test('groups that share a sector bring it once, and wait for memory all the same', () => {
  const { machine } = machineOf('a100');
  const kernel = kernelOf(KERNELS.copy, 'machine');
  const constants = platform({ NU: machine.units, NS: machine.schedulers, WR: machine.lanes });
  const loads = (WG: number, sectors: boolean) => {
    const { steps } = deviceCosts(kernel, machine, { ...ALL_TERMS, sectors }).program(
      { WG },
      constants,
    );
    return steps.find((step) => step.kind === 'segment' && step.port > 0);
  };
  expect(loads(4, true)).toMatchObject({ latency: machine.memoryLatency });
  expect(loads(4, false)).toMatchObject({ latency: machine.l2Latency });
});

test('eight floats of a lane are two instructions that leave gaps', () => {
  const machine = machineOf('a100').machine;
  const kernel = kernelOf(KERNELS.copy.replaceAll('float', 'float8'), 'machine');
  const constants = platform({ NU: machine.units, NS: machine.schedulers, WR: machine.lanes });
  const ports = (vectors: boolean): number =>
    deviceCosts(kernel, machine, { ...ALL_TERMS, vectors })
      .program({ WG: 32 }, constants)
      .steps.reduce((sum, step) => sum + (step.kind === 'segment' ? step.port : 0), 0);
  // A load and a store of 1,024 bytes: 8 lines each, or twice as many where each is touched twice.
  expect(ports(false)).toBe(16);
  expect(ports(true)).toBe(32);
});
