import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BARRIER, deviceProgram, devicePrograms, segment } from '../testing/device-programs.ts';
import { simulateDevice } from '../testing/device-simulation.ts';
import { boundOf } from './bound.ts';

it('is a lower bound of the time', () => {
  fc.assert(
    fc.property(devicePrograms, fc.integer({ min: 1, max: 4 }), (program, schedulers) => {
      const { least } = boundOf(program, { schedulers });
      expect(simulateDevice(program, { schedulers }).time).toBeGreaterThanOrEqual(least);
    }),
    { numRuns: 1000 },
  );
});

it('is the time where one thing is all there is', () => {
  const sizes = { warps: 4, resident: 3, groups: 7 };
  const port = deviceProgram([segment({ times: 5, port: 10 })], sizes);
  expect(boundOf(port, { schedulers: 4 })).toMatchObject({ by: 'port', least: 3 * 12 * 50 });
  const issue = deviceProgram([segment({ issue: 7 }), BARRIER, segment({ issue: 3 })], sizes);
  expect(boundOf(issue, { schedulers: 4 })).toMatchObject({ by: 'issue', least: 3 * 3 * 10 });
  const alone = deviceProgram([segment({ times: 2, latency: 100, issue: 4, chain: 9 })]);
  expect(boundOf(alone, { schedulers: 1 })).toMatchObject({ by: 'latency', least: 218 });
  for (const program of [port, issue, alone])
    expect(simulateDevice(program, { schedulers: 4 }).time).toBe(
      boundOf(program, { schedulers: 4 }).least,
    );
});
