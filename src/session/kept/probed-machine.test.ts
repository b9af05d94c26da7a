import { expect, test } from 'vitest';
import { machineOf } from '../../device/index.ts';
import type { GpuProbing } from '../../gpu/measurer.ts';
import type { ProbeId } from '../../gpu/probes.ts';
import { readMachine } from './machine-settings.ts';
import { besideSheet, probedMachine } from './probed-machine.ts';

const H100 = machineOf('h100');

const probing = (
  values: Readonly<Partial<Record<ProbeId, number | string>>>,
  isSoftware = false,
): GpuProbing => ({
  facts: { name: 'NVIDIA H100 80GB HBM3', isSoftware, hasTimestamps: true },
  probed: Object.entries(values).map(([id, value]) => ({
    id: id as ProbeId,
    ...(typeof value === 'string'
      ? { none: value }
      : { middle: value, low: value * 0.99, high: value * 1.01 }),
  })),
});

test('what is found changes its data sheet, and nothing else', () => {
  const found = probing({
    l1Latency: 20,
    memoryLatency: 330,
    bandwidth: 2944.4,
    l2Bandwidth: 5227.2,
    lanes: 32,
    groups: 132 * 31,
    barrier: 12,
    l2Latency: 'no level of its own among the latencies',
  });
  const own = probedMachine(found, H100);
  expect(own).toEqual({
    preset: 'h100',
    changed: {
      l1Latency: '40',
      memoryLatency: '653',
      bandwidth: '2940',
      l2Width: '20',
      residentGroups: '31',
    },
  });
  const { machine, problems } = readMachine(own ?? { preset: '', changed: {} });
  expect(problems).toEqual({});
  expect(machine).toEqual({
    ...H100.machine,
    l1Latency: 40,
    memoryLatency: 653,
    bandwidth: 2940,
    l2Width: 20,
    residentGroups: 31,
  });
  const lanes = besideSheet(found, H100).find(({ id }) => id === 'lanes');
  expect(lanes?.constant).toEqual({ name: 'lanes', probed: 32, sheet: 32 });
});

test('a software adapter is no machine, nor is one of which nothing was found', () => {
  expect(probedMachine(probing({ l1Latency: 20 }, true), H100)).toBeUndefined();
  expect(probedMachine(probing({ l1Latency: 'no signal' }), H100)).toBeUndefined();
  expect(probedMachine({}, H100)).toBeUndefined();
});

test('groups that are no multiple of the units, and what no machine has, change nothing', () => {
  for (const wrong of [{ groups: 132 * 31.5 }, { groups: 3 }, { l1Latency: 1e9 }])
    expect(probedMachine(probing(wrong), H100)).toBeUndefined();
});
