import { expect, test } from 'vitest';
import { exampleText } from '../testing/engine.ts';
import { directValuesRunner, storageOf, world } from '../testing/session.ts';
import { createSessionWith, type Session } from './core.ts';
import { exampleSettings, type Settings } from './kept/settings.ts';
import { jobOf } from './jobs/job.ts';
import { STEERING } from './jobs/steering-view.ts';
import { VALUE_TRACE } from './jobs/verification.ts';

const RACY: Settings = {
  ...exampleSettings('racy', exampleText('racy')),
  level: 'auto',
  method: 'bisection',
  live: false,
};
const SMALL: Settings = { ...RACY, constants: { ...RACY.constants, size: '4' } };

async function session(): Promise<Session> {
  const storage = storageOf(new Map([['overtime.visited', 'yes']]));
  const created = createSessionWith(world({ storage, valuesRunner: () => directValuesRunner }));
  await Promise.resolve();
  return created;
}

const state = ({ store }: Session) => store.getState();

test('what a lesson sets takes the place of what is open, which comes back whole', async () => {
  const one = await session();
  const { commands } = one;
  commands.setLive(true);
  commands.setKernelText(`${exampleText('sum')}// mine\n`);
  const mine = state(one).settings;
  const before = commands.lend(SMALL, undefined, 'begin a lesson');
  expect(state(one).settings).toMatchObject({ kernelText: RACY.kernelText, live: false });
  expect(state(one).undo.undo).toBe('begin a lesson');
  commands.setKernelText('something of the lesson');
  commands.putBack(before, 'leave the lesson');
  expect(state(one).notice).toBeUndefined();
  expect(state(one).settings).toEqual(mine);
  // The lesson's text was kept on leaving; undo restores it.
  commands.undo();
  expect(state(one).settings.kernelText).toBe('something of the lesson');
});

test('nothing of a lesson that came with a file runs by itself', async () => {
  const one = await session();
  one.commands.lend(SMALL, 'file', 'begin a lesson');
  expect(state(one).document.brought).toBe('file');
});

test('configurations are listed with why they cannot run, and a run is steered', async () => {
  const one = await session();
  const { commands } = one;
  const narrow = { ...SMALL.constants, size: '8', LM: '2' };
  commands.lend({ ...SMALL, constants: narrow }, undefined, 'a lesson');
  expect(commands.possible()).toEqual([
    { values: { WG: 2 } },
    { values: { WG: 4 }, reason: expect.any(String) },
  ]);
  commands.lend({ ...SMALL, kernelText: COUNT }, undefined, 'a lesson');
  commands.steer({ WG: 4 }, [2, 0]);
  await expect.poll(() => jobOf(state(one), STEERING).phase).toBe('ended');
  const { run, choices } = jobOf(state(one), STEERING);
  expect(choices).toEqual([2, 0]);
  expect(run?.ready.map(({ item }) => item)).toEqual([0, 1, 2, 3]);
  expect(jobOf(state(one), VALUE_TRACE).trace?.events.map(({ item }) => item)).toContain(2);
  commands.endSteering();
  expect([jobOf(state(one), STEERING).phase, jobOf(state(one), VALUE_TRACE).phase]).toEqual([
    'none',
    'none',
  ]);
});

const COUNT = `#pragma tuner param WG = pow2(4, 4)
#pragma tuner array counter = 1
#pragma tuner input counter[i] = 0
#pragma tuner ensures counter[0] == size
__kernel void count(__global int *counter) { counter[0] = counter[0] + 1; }
`;
