import type { DeviceProgram, DeviceStep, Segment } from '../device/program.ts';

/** Programs of warps by hand, for tests. */
export const segment = (costs: Partial<Omit<Segment, 'kind'>>): Segment => ({
  kind: 'segment',
  ...{ times: 1, port: 0, l2: 0, latency: 0, issue: 0, chain: 0 },
  ...costs,
});

export const BARRIER: DeviceStep = { kind: 'barrier' };

/** A program of one group of one warp, unless it says otherwise. */
export const deviceProgram = (
  steps: readonly DeviceStep[],
  changes: Partial<DeviceProgram> = {},
): DeviceProgram => ({
  ...{ steps, items: 32, warps: 1, groups: 1, resident: 1, limit: 'groups' },
  ...{ registers: 24, spilled: 0, localBytes: 0 },
  ...changes,
});

/** What a numbered choice of programs is tuned by: one parameter, the number. */
export const numberedKernel = (
  count: number,
): string => `#pragma tuner param N = range(0, ${count - 1}, 1)
#pragma tuner local_size 1
#pragma tuner items 1
__kernel void numbered(__global int *a) {
  a[get_global_id(0)] = N;
}`;
