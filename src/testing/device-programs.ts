import fc from 'fast-check';
import type { DeviceProgram, DeviceStep, Segment } from '../device/program.ts';

/** Programs of warps by hand, for tests. */
export const segment = (costs: Partial<Omit<Segment, 'kind'>>): Segment => ({
  kind: 'segment',
  times: 1,
  port: 0,
  l2: 0,
  latency: 0,
  issue: 0,
  chain: 0,
  ...costs,
});

export const BARRIER: DeviceStep = { kind: 'barrier' };

/** A program, by default of one group of one warp. */
export const deviceProgram = (
  steps: readonly DeviceStep[],
  changes: Partial<DeviceProgram> = {},
): DeviceProgram => ({
  steps,
  items: 32,
  warps: 1,
  groups: 1,
  resident: 1,
  limit: 'groups',
  registers: 24,
  spilled: 0,
  localBytes: 0,
  ...changes,
});

/** Tunes by a single parameter: the program's number. */
export const numberedKernel = (
  count: number,
): string => `#pragma tuner param N = range(0, ${count - 1}, 1)
#pragma tuner local_size 1
#pragma tuner items 1
__kernel void numbered(__global int *a) {
  a[get_global_id(0)] = N;
}`;

const upTo = (most: number, least = 0): fc.Arbitrary<number> =>
  fc.integer({ min: least, max: most });
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        times: upTo(5, 1),
        port: upTo(20),
        l2: upTo(20),
        latency: upTo(100),
        issue: upTo(30),
        chain: upTo(40),
      })
      .map(segment),
  },
  { weight: 1, arbitrary: fc.constant(BARRIER) },
);
/** Steps, some of which come round. */
const steps = fc
  .tuple(
    fc.array(step, { maxLength: 3 }),
    fc.array(step, { minLength: 1, maxLength: 3 }),
    upTo(5, 1),
  )
  .map(([before, body, times]) => [...before, ...Array.from({ length: times }, () => body).flat()]);
const shape = fc.record({ warps: upTo(5, 1), resident: upTo(4, 1), groups: upTo(9, 1) });
/** Programs small enough for a process per warp. */
export const devicePrograms = fc
  .tuple(steps, shape)
  .map(([way, sizes]) => deviceProgram(way, sizes));
