import { expect, test } from 'vitest';
import { directLearner, memory, memoryHistory, world } from '../../testing/session.ts';
import { createSessionWith } from '../core.ts';
import { jobOf } from '../jobs/job.ts';
import type { KeyValues } from '../kept/history-storage.ts';
import { NEXT } from './next.ts';

const KERNEL = `#pragma tuner param WG = pow2(2, 32)
#pragma tuner param TS = pow2(1, 16)
#pragma tuner items size
__kernel void twice(__global int *a, __global const int *b) {
  a[get_global_id(0)] = TS * b[get_global_id(0)];
}`;

/** Another GPU that is fastest at groups of 16 with tiles of 2. */
const RELATIVE = [
  'WG,TS,time_ms',
  ...[2, 4, 8, 16, 32].flatMap((group) =>
    [1, 2, 4, 8, 16].map(
      (tile) =>
        `${group},${tile},${2 ** Math.abs(Math.log2(group / 16)) + Math.abs(Math.log2(tile / 2))}`,
    ),
  ),
].join('\n');

const fileOf = (text: string): File => new File([text], 'other.csv');

async function asked(kept: KeyValues = memory()) {
  const session = createSessionWith(world({ measured: { learn: directLearner, kept } }));
  await Promise.resolve();
  session.commands.setKernelText(KERNEL);
  await expect.poll(() => session.store.getState().derived.kernelName).toBe('twice');
  session.commands.propose();
  const known = () => jobOf(session.store.getState(), NEXT).known;
  await expect.poll(() => known()?.next.length).toBe(5);
  return { ...session, known };
}

test('times of another GPU choose the first, without any of this one', async () => {
  const { commands, known } = await asked();
  expect(known()?.next.every(({ by }) => by === 'parameters')).toBe(true);
  await commands.importRelative(fileOf(RELATIVE));
  await expect.poll(() => known()?.relative).toEqual({ name: 'other.csv', count: 25 });
  expect(known()?.next.some(({ by }) => by === 'relative order')).toBe(true);
  expect(known()?.next.map(({ values }) => values)).toContainEqual({ WG: 16, TS: 2 });
  // They are no measurements, and no model.
  expect(known()).toMatchObject({ measured: 0, hasModel: false });
});

test('they stay when this GPU’s are removed and at the next visit, until they are removed', async () => {
  const kept = memoryHistory().contents;
  const { commands, known } = await asked(kept);
  await commands.importRelative(fileOf(RELATIVE));
  commands.addMeasured([{ values: { WG: 4, TS: 1 }, time: 3 }]);
  await expect.poll(() => known()?.measured).toBe(1);
  commands.removeMeasured();
  await expect.poll(() => known()?.measured).toBe(0);
  expect(known()?.relative?.count).toBe(25);

  const next = await asked(kept);
  await expect.poll(() => next.known()?.relative?.count).toBe(25);
  next.commands.removeRelative();
  await expect.poll(() => next.known()?.relative).toBeUndefined();
  await expect.poll(() => kept.get('relative')).toBeUndefined();
});

test('a file without a time of this kernel says nothing, and one that cannot be read says why', async () => {
  const { commands, known, store } = await asked();
  await commands.importRelative(fileOf('WG,TS,time_ms\n3,5,1\n'));
  await expect.poll(() => known()?.relative).toEqual({ name: 'other.csv', count: 0 });
  expect(known()?.next.every(({ by }) => by === 'parameters')).toBe(true);
  await commands.importRelative(fileOf('a,b\n'));
  expect(store.getState().measured.message).toMatch(/^other\.csv: /);
  expect(store.getState().measured.relative?.data.times.length).toBe(1);
});
