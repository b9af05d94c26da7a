import { expect, test } from 'vitest';
import { Cancelled } from '../../base/failure.ts';
import type { GpuMeasurer, GpuProgress } from '../../gpu/measurer.ts';
import { measuredCount } from '../../measured/index.ts';
import { directLearner, memory, world } from '../../testing/session.ts';
import { createSessionWith } from '../core.ts';
import { jobOf } from '../jobs/job.ts';
import { ON_GPU } from '../jobs/on-gpu.ts';
import { NEXT } from './next.ts';

const KERNEL = `#pragma tuner param WG = pow2(2, 64)
#pragma tuner param TS = pow2(1, 16)
#pragma tuner items size
__kernel void twice(__global int *a, __global const int *b) {
  a[get_global_id(0)] = TS * b[get_global_id(0)];
}`;

/** A GPU that is fastest at groups of 16; it is stopped, or lost, after so many rounds. */
class Gpu implements GpuMeasurer {
  readonly asked: (readonly Readonly<Record<string, number>>[])[] = [];
  ends: 'well' | 'lost' | 'never' = 'well';
  rounds = 20;

  probe: GpuMeasurer['probe'] = () => Promise.reject(new Error('nothing is probed'));

  measure: GpuMeasurer['measure'] = ({ programs }, tell, signal) => {
    const configurations = programs.map(({ configuration }) => configuration);
    this.asked.push(configurations);
    const at = (round: number): GpuProgress => ({
      facts: { name: 'Some GPU', isSoftware: false, hasTimestamps: true },
      round,
      rounds: 20,
      lost: 0,
      measured: configurations.map(({ WG = 1, TS = 1 }) => ({
        state: 'timed',
        times: Array.from({ length: round }, () => 1e6 * (2 + Math.abs(WG - 16) / 8 + TS / 64)),
      })),
    });
    for (let round = 1; round <= this.rounds; round += 1) tell(at(round));
    if (this.ends === 'well') return Promise.resolve(at(20));
    if (this.ends === 'lost') return Promise.reject(new Error('The device is gone.'));
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Cancelled())),
    );
  };
}

function opened(kept = memory()) {
  const gpu = new Gpu();
  const session = createSessionWith(
    world({ gpu: () => gpu, measured: { learn: directLearner, kept } }),
  );
  const state = () => session.store.getState();
  const known = () => jobOf(state(), NEXT).known;
  return { gpu, ...session, state, known };
}

async function proposed(session: ReturnType<typeof opened>): Promise<void> {
  await Promise.resolve();
  session.commands.setKernelText(KERNEL);
  await expect.poll(() => session.state().derived.kernelName).toBe('twice');
  session.commands.propose();
  await expect.poll(() => session.known()?.next.length).toBe(5);
}

const listOf = ({ known }: ReturnType<typeof opened>) =>
  (known()?.next ?? []).map(({ values }) => values);

test('five proposed, timed and learnt, three times: none is asked for twice', async () => {
  const session = opened();
  await proposed(session);
  for (let round = 1; round <= 3; round += 1) {
    session.commands.ask(ON_GPU, listOf(session), true);
    await expect.poll(() => session.known()?.measured).toBe(5 * round);
    await expect.poll(() => jobOf(session.state(), NEXT).phase).toBe('ended');
  }
  const all = session.gpu.asked.flat().map((values) => JSON.stringify(values));
  expect(new Set(all).size).toBe(15);
  expect(session.known()?.best?.values['WG']).toBe(16);
  expect(session.state().measured.name).toBe('Some GPU');
  // Times that are only shown are not learnt.
  session.commands.ask(ON_GPU, [{ WG: 2, TS: 1 }]);
  await expect.poll(() => jobOf(session.state(), ON_GPU).phase).toBe('ended');
  expect(session.state().measured.typed).toHaveLength(15);
});

test.each(['never', 'lost'] as const)(
  'stopped in the middle (%s), what has an interval is learnt',
  async (ends) => {
    const session = opened();
    await proposed(session);
    Object.assign(session.gpu, { ends, rounds: 7 });
    session.commands.ask(ON_GPU, listOf(session), true);
    await expect.poll(() => jobOf(session.state(), ON_GPU).round).toBe(7);
    session.commands.cancelJob(ON_GPU);
    await expect.poll(() => session.known()?.measured).toBe(5);
    const again = opened();
    await proposed(again);
    Object.assign(again.gpu, { ends, rounds: 3 });
    again.commands.ask(ON_GPU, listOf(again), true);
    await expect.poll(() => jobOf(again.state(), ON_GPU).round).toBe(3);
    again.commands.cancelJob(ON_GPU);
    await expect.poll(() => jobOf(again.state(), ON_GPU).phase).not.toBe('running');
    expect(again.state().measured.data).toBeUndefined();
  },
);

test('a reload in the middle loses no round, and learns it once', async () => {
  const kept = memory();
  const first = opened(kept);
  await proposed(first);
  Object.assign(first.gpu, { ends: 'never', rounds: 9 });
  first.commands.ask(ON_GPU, listOf(first), true);
  await expect.poll(() => kept.get('on-gpu')).toMatchObject({ round: 9, learns: true });
  // Nobody stops it: the page is just gone.
  const second = opened(kept);
  await proposed(second);
  second.commands.recallOnGpu();
  await expect.poll(() => second.known()?.measured).toBe(5);
  await expect.poll(() => kept.get('on-gpu')).toMatchObject({ round: 9, learns: false });
  second.commands.removeMeasured();
  const third = opened(kept);
  await proposed(third);
  third.commands.recallOnGpu();
  await expect.poll(() => jobOf(third.state(), ON_GPU).round).toBe(9);
  expect(third.state().measured.data).toBeUndefined();
});

test('times of this GPU are not mixed with those of another machine, nor of another kernel', async () => {
  const session = opened();
  await proposed(session);
  session.commands.addMeasured([{ values: { WG: 2, TS: 1 }, time: 3 }], 'Another GPU');
  session.commands.ask(ON_GPU, listOf(session), true);
  await expect.poll(() => session.state().measured.message).toContain('another machine');
  const { data } = session.state().measured;
  expect(data && measuredCount(data)).toBe(1);
  session.commands.removeMeasured();
  Object.assign(session.gpu, { ends: 'never' });
  session.commands.ask(ON_GPU, listOf(session), true);
  await expect.poll(() => jobOf(session.state(), ON_GPU).round).toBe(20);
  session.commands.setKernelText(KERNEL.replace('twice', 'thrice'));
  await expect.poll(() => session.state().derived.kernelName).toBe('thrice');
  session.commands.cancelJob(ON_GPU);
  await expect.poll(() => jobOf(session.state(), ON_GPU).phase).toBe('cancelled');
  expect(session.state().measured.data).toBeUndefined();
});
