import { afterAll, expect, test } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import { createSessionWith, type Session } from './core.ts';
import type { Run } from './run/run.ts';
import { openclAbstract, tilings } from '../testing/closed-forms.ts';
import { platform } from '../testing/engine.ts';
import { world } from '../testing/session.ts';

const create = () => createNodeToolchain();
const toolchains = await Promise.all([create(), create(), create()]);
const [first] = toolchains;
afterAll(() => {
  for (const each of toolchains) each.dispose();
});

async function sessionOf(
  surround = (toolchain: Toolchain): Toolchain => toolchain,
): Promise<Session> {
  let next = 0;
  const session = createSessionWith(
    world({ toolchain: () => surround(toolchains[next++] ?? first) }),
  );
  await Promise.resolve();
  return session;
}

const ended = ({ store }: Session): Promise<Run> =>
  new Promise((resolve) => {
    const stop = store.subscribe(({ run }) => {
      if (run.phase !== 'ended') return;
      stop();
      resolve(run);
    });
  });

test('all schedules of a configuration, at level free whatever the settings', async () => {
  const session = await sessionOf();
  session.commands.setConstant('size', '8');
  session.commands.setLevel('accelerated');
  const end = ended(session);
  session.commands.searchSchedules({ WG: 4, TS: 2 });
  const { result, runs } = await end;
  expect(result).toMatchObject({
    status: 'proved',
    schedules: { configuration: { WG: 4, TS: 2 }, shortest: 44, longest: 44 },
  });
  expect(runs[0]?.states).toBeGreaterThan(1000);
  expect(session.store.getState().settings.level).toBe('accelerated');
}, 240_000);

test('a search of all schedules leaves what is known of the same problem', async () => {
  const session = await sessionOf();
  const { store, commands } = session;
  const known = (): unknown[] =>
    [...store.getState().run.configurations].map(({ values, time }) => ({ values, time }));
  commands.setConstant('size', '8');
  commands.setLevel('accelerated');
  commands.tune();
  await ended(session);
  const tuned = known();
  expect(tuned).toContainEqual({ values: { WG: 4, TS: 2 }, time: 44 });
  expect(tuned.length).toBeGreaterThan(1);

  commands.searchSchedules({ WG: 4, TS: 2 });
  expect(known()).toEqual(tuned);
  expect((await ended(session)).result?.schedules?.longest).toBe(44);
  expect(known()).toEqual(tuned);
  // Of another platform nothing is known.
  commands.setConstant('GMT', '9');
  commands.searchSchedules({ WG: 4, TS: 2 });
  expect(known()).toEqual([]);
  commands.cancel();
  await ended(session);
}, 240_000);

test('a swarm of as many workers as are set, and its best run', async () => {
  const session = await sessionOf();
  session.commands.setMethod('swarm');
  session.commands.setLimits({ workers: 1, seconds: 100 });
  const end = ended(session);
  session.commands.tune();
  const { result, runs } = await end;
  expect(result).toMatchObject({ status: 'sampled', minTime: 584 });
  expect(new Set(runs.map(({ swarm }) => swarm?.worker))).toEqual(new Set([0]));
  expect(result?.from).toBeUndefined();
}, 240_000);

test('everything that searches keeps to the memory that is set', async () => {
  const asked: (number | undefined)[] = [];
  const session = await sessionOf((toolchain) => ({
    ...toolchain,
    verify(request, options) {
      asked.push(request.memory?.maxMB);
      return toolchain.verify(request, options);
    },
  }));
  const { store, commands } = session;
  /** What verifiers may take while something is done. */
  const memoryOf = async (start: () => void, hasEnded: () => boolean): Promise<Set<unknown>> => {
    asked.length = 0;
    start();
    await expect.poll(hasEnded, { timeout: 60_000 }).toBe(true);
    return new Set(asked);
  };
  commands.setConstant('size', '8');
  commands.setLevel('accelerated');
  for (const memoryMB of [200, 100]) {
    commands.setLimits({ memoryMB });
    const tuned = await memoryOf(commands.tune, () => store.getState().run.phase === 'ended');
    expect(tuned).toEqual(new Set([memoryMB]));
    const swept = await memoryOf(
      () => commands.sweepConstant('GMT', [1, 2]),
      () => store.getState().sensitivity.points.length === 2,
    );
    expect(swept).toEqual(new Set([memoryMB]));
    const checked = await memoryOf(commands.checkLevel, () => {
      const { phase, done } = store.getState().levelCheck;
      return phase === 'ended' && done === 2;
    });
    expect(checked).toEqual(new Set([memoryMB]));
    const traced = await memoryOf(
      () => commands.showTraceOf({ WG: 4, TS: 2 }),
      () => store.getState().trace.phase === 'ready',
    );
    expect(traced).toEqual(new Set([memoryMB]));
  }
}, 240_000);

test('a sweep of AT counts the arithmetic that is free in the settings', async () => {
  const session = await sessionOf();
  const { store, commands } = session;
  commands.setConstant('size', '16');
  commands.setSemantics('opencl');
  commands.sweepConstant('AT', [0, 3]);
  await new Promise<void>((resolve) => {
    const stop = store.subscribe(({ sensitivity: { points } }) => {
      if (points.length < 2) return;
      stop();
      resolve();
    });
  });
  const least = (AT: number): number =>
    Math.min(...tilings(16).map((each) => openclAbstract(each, platform({ size: 16, AT }))));
  const { points } = store.getState().sensitivity;
  expect(points.map(({ minTime }) => minTime)).toEqual([least(0), least(3)]);
  expect(store.getState().settings.constants.AT).toBe('0');
}, 120_000);
