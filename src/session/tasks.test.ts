import { afterAll, expect, test } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import { createSessionWith, type Session } from './core.ts';
import type { Run } from './run/run.ts';
import { openclAbstract, tilings } from '../testing/closed-forms.ts';
import { platform } from '../testing/engine.ts';
import { world } from '../testing/session.ts';
import { jobOf } from './jobs/job.ts';
import { SENSITIVITY } from './jobs/sensitivity.ts';
import { LEVEL_CHECK } from './jobs/level-check.ts';
import { SCHEDULES } from './jobs/schedules.ts';
import { outdatedJob, outdatedRun } from './outdated.ts';
import { TRACE } from './views/trace-view.ts';

const create = () => createNodeToolchain();
const toolchains = await Promise.all([create(), create(), create()]);
const [first] = toolchains;
afterAll(() => {
  for (const each of toolchains) each.dispose();
});

const WAIT = { timeout: 30_000 };

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

test('all schedules of a configuration are searched beside the answer, at level free whatever the settings', async () => {
  const session = await sessionOf();
  const { store, commands } = session;
  const known = (): unknown[] => [...store.getState().run.configurations];
  commands.setConstant('size', '8');
  commands.setLevel('accelerated');
  const end = ended(session);
  commands.tune();
  const { result } = await end;
  await expect.poll(() => jobOf(store.getState(), TRACE).phase, WAIT).toBe('ended');
  const [answer, tuned, trace] = [result, known(), jobOf(store.getState(), TRACE)];
  expect(tuned).toContainEqual(expect.objectContaining({ values: { WG: 4, TS: 2 }, time: 44 }));

  commands.ask(SCHEDULES, { WG: 4, TS: 2 });
  const schedules = () => jobOf(store.getState(), SCHEDULES);
  await expect.poll(() => schedules().phase, { timeout: 100_000 }).toBe('ended');
  expect(schedules().run.result).toMatchObject({
    status: 'proved',
    schedules: { configuration: { WG: 4, TS: 2 }, shortest: 44, longest: 44 },
  });
  expect(schedules().run.runs.at(-1)?.states).toBeGreaterThan(1000);
  expect(store.getState().run.result).toBe(answer);
  expect(jobOf(store.getState(), TRACE)).toBe(trace);
  expect(known()).toEqual(tuned);
  expect(store.getState().settings.level).toBe('accelerated');

  // Another platform outdates the answer; the first one revives it.
  expect(outdatedJob(SCHEDULES)(store.getState())).toBeUndefined();
  commands.setConstant('GMT', '9');
  expect(outdatedJob(SCHEDULES)(store.getState())?.constants.GMT).toBe('4');
  expect(outdatedRun(store.getState())?.kernel).toBe('abstract_kernel');
  commands.setConstant('GMT', ' 4');
  expect(outdatedJob(SCHEDULES)(store.getState())).toBeUndefined();
  expect(outdatedRun(store.getState())).toBeUndefined();

  // A configuration opens beside the answer; closing it restores the answer's run.
  commands.showTraceOf({ WG: 4, TS: 2 });
  await expect.poll(() => jobOf(store.getState(), TRACE).phase, WAIT).toBe('ended');
  expect(jobOf(store.getState(), TRACE)).toMatchObject({
    origin: 'configuration',
    level: 'accelerated',
  });
  commands.showAnswer();
  await expect.poll(() => jobOf(store.getState(), TRACE).phase, WAIT).toBe('ended');
  expect(jobOf(store.getState(), TRACE).origin).toBeUndefined();
  commands.closeJob(SCHEDULES);
  expect(schedules().phase).toBe('none');
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
  /** The verifiers' memory limits while something is done. */
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
      () => commands.ask(SENSITIVITY, 'GMT', [1, 2]),
      () => jobOf(store.getState(), SENSITIVITY).points.length === 2,
    );
    expect(swept).toEqual(new Set([memoryMB]));
    const checked = await memoryOf(
      () => commands.ask(LEVEL_CHECK),
      () => {
        const { phase, done } = jobOf(store.getState(), LEVEL_CHECK);
        return phase === 'ended' && done === 2;
      },
    );
    expect(checked).toEqual(new Set([memoryMB]));
    const traced = await memoryOf(
      () => commands.showTraceOf({ WG: 4, TS: 2 }),
      () => jobOf(store.getState(), TRACE).phase === 'ended',
    );
    expect(traced).toEqual(new Set([memoryMB]));
  }
}, 240_000);

test('a sweep of AT counts the arithmetic that is free in the settings', async () => {
  const session = await sessionOf();
  const { store, commands } = session;
  commands.setConstant('size', '16');
  commands.setSemantics('opencl');
  commands.ask(SENSITIVITY, 'AT', [0, 3]);
  await new Promise<void>((resolve) => {
    const stop = store.subscribe((state) => {
      if (jobOf(state, SENSITIVITY).points.length < 2) return;
      stop();
      resolve();
    });
  });
  const least = (AT: number): number =>
    Math.min(...tilings(16).map((each) => openclAbstract(each, platform({ size: 16, AT }))));
  const { points } = jobOf(store.getState(), SENSITIVITY);
  expect(points.map(({ minTime }) => minTime)).toEqual([least(0), least(3)]);
  expect(store.getState().settings.constants.AT).toBe('0');
}, 120_000);
