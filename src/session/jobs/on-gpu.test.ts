import { expect, test } from 'vitest';
import { Cancelled } from '../../base/failure.ts';
import type { GpuMeasurer, GpuProgress } from '../../gpu/measurer.ts';
import { memory, world } from '../../testing/session.ts';
import { createSessionWith } from '../core.ts';
import { jobOf } from './job.ts';
import { ON_GPU } from './on-gpu.ts';

const KERNEL = `#pragma tuner param WG = pow2(2, 8)
#pragma tuner items size
__kernel void twice(__global int *a, __global const int *b) {
  a[get_global_id(0)] = 2 * b[get_global_id(0)];
}`;

/** Tells of rounds up to one, and then waits to be cancelled. */
const stopsAt = (last: number): GpuMeasurer => ({
  probe: () => Promise.reject(new Error('nothing is probed')),
  measure: ({ programs }, tell, signal) => {
    const so = (round: number): GpuProgress => ({
      facts: { name: 'Some GPU', isSoftware: false, hasTimestamps: true },
      round,
      rounds: 20,
      lost: 0,
      measured: programs.map(() => ({
        state: 'timed',
        times: Array.from({ length: round }, () => 1000),
      })),
    });
    for (let round = 1; round <= last; round += 1) tell(so(round));
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Cancelled())),
    );
  },
});

test('rounds that are stopped stay, also after a reload, and as what they are', async () => {
  const kept = memory();
  const open = () =>
    createSessionWith(
      world({
        gpu: () => stopsAt(7),
        measured: { learn: () => Promise.reject(new Error('nothing is learnt')), kept },
        date: () => 86_400_000,
      }),
    );
  const first = open();
  await Promise.resolve();
  first.commands.setKernelText(KERNEL);
  await expect.poll(() => first.store.getState().derived.kernelName).toBe('twice');
  first.commands.ask(ON_GPU, [{ WG: 2 }, { WG: 8 }]);
  const shown = () => jobOf(first.store.getState(), ON_GPU);
  await expect.poll(() => shown().round).toBe(7);
  first.commands.cancelJob(ON_GPU);
  await expect.poll(() => shown().phase).toBe('cancelled');
  expect(shown().configurations).toEqual([{ WG: 2 }, { WG: 8 }]);
  await expect.poll(() => kept.get('on-gpu')).toMatchObject({ round: 7 });

  const second = open();
  const again = () => jobOf(second.store.getState(), ON_GPU);
  expect(again().phase).toBe('none');
  second.commands.recallOnGpu();
  await expect.poll(() => again().phase).toBe('cancelled');
  expect(again()).toMatchObject({
    round: 7,
    at: 86_400_000,
    configurations: [{ WG: 2 }, { WG: 8 }],
  });
  expect(again().measured[1]?.times).toHaveLength(7);
  expect(again().question?.kernelText).toBe(KERNEL);
});
