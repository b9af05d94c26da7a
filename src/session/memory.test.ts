import { afterAll, expect, test } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { heldOf } from '../testing/garbage.ts';
import { world } from '../testing/session.ts';
import { createSessionWith } from './core.ts';
import { TRACE } from './views/trace-view.ts';
import { jobOf } from './jobs/job.ts';

const toolchains = await Promise.all([1, 2, 3, 4, 5].map(() => createNodeToolchain()));
afterAll(() => {
  for (const each of toolchains) each.dispose();
});

test('of 50 runs one after the other the last alone stays in memory', async () => {
  let next = 0;
  const toolchain = () => {
    const created = toolchains[next++];
    if (!created) throw new Error('a run needs no further worker');
    return created;
  };
  let date = 0;
  const { store, commands } = createSessionWith(world({ toolchain, date: () => (date += 1) }));
  await Promise.resolve();
  commands.setLevel('accelerated');
  const results: WeakRef<object>[] = [];
  const traces: WeakRef<object>[] = [];
  for (let ticks = 1; ticks <= 50; ticks += 1) {
    commands.setConstant('GMT', String(ticks));
    commands.tune();
    await expect
      .poll(() => jobOf(store.getState(), TRACE).phase, { timeout: 30_000, interval: 5 })
      .toBe('ended');
    const { run } = store.getState();
    const trace = jobOf(store.getState(), TRACE);
    for (const each of [run.configurations.table, run.result])
      if (each) results.push(new WeakRef(each));
    if (trace.trace) traces.push(new WeakRef(trace.trace));
  }
  expect([results.length, traces.length]).toEqual([100, 50]);
  expect(await heldOf(results)).toBeLessThanOrEqual(2);
  expect(await heldOf(traces)).toBeLessThanOrEqual(1);
}, 120_000);
