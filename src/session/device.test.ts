import { afterAll, expect, test } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { deviceTimeline } from '../trace/index.ts';
import { storageOf, world } from '../testing/session.ts';
import { createSessionWith } from './core.ts';
import { TRACE } from './views/trace-view.ts';
import { jobOf } from './jobs/job.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const KERNEL = `#pragma tuner param WG = pow2(32, 128)
#pragma tuner items size
#pragma tuner array a = size
#pragma tuner array b = size
__kernel void twice(__global float *a, __global const float *b) {
  a[get_global_id(0)] = 2.0f * b[get_global_id(0)];
}`;

test(
  'a session tunes on a machine, keeps it, and opens a run with schedulers and warps',
  { timeout: 120_000 },
  async () => {
    const storage = new Map([['overtime.visited', 'yes']]);
    const open = () =>
      createSessionWith(world({ storage: storageOf(storage), toolchain: () => toolchain }));
    const { store, commands } = open();
    await Promise.resolve();
    commands.setKernelText(KERNEL);
    commands.setConstant('size', '65536');
    commands.setSemantics('device');
    commands.setMachineValue('l1Latency', 'none');
    expect(store.getState().derived.machineProblems).toHaveProperty('l1Latency');
    expect(store.getState().derived.obstacle).toBeDefined();
    commands.setMachineValue('l1Latency', '40');
    expect(store.getState().derived.obstacle).toBeUndefined();
    expect(store.getState().derived.level).toBe('accelerated');

    commands.setMethod('sweep');
    commands.tune();
    await expect.poll(() => store.getState().run.phase, { timeout: 60_000 }).toBe('ended');
    await expect
      .poll(() => jobOf(store.getState(), TRACE).phase, { timeout: 30_000 })
      .toBe('ended');
    const { trace } = jobOf(store.getState(), TRACE);
    if (!trace) throw new Error('there is no trace');
    const { lanes, latency } = deviceTimeline(trace);
    const names = new Set(lanes.map(({ pid }) => trace.process(pid)?.name));
    expect(names).toContain('warp');
    expect(names).toContain('scheduler');
    expect(latency).toBeGreaterThan(0);

    expect(open().store.getState().settings.machine).toEqual({
      preset: 'a100',
      changed: { l1Latency: '40' },
    });
  },
);
