import { expect, test } from 'vitest';
import { exampleText } from '../testing/engine.ts';
import { createSessionWith, type Session } from './core.ts';
import type { SessionEnvironment } from './environment.ts';
import { History } from './kept/history.ts';
import { exampleSettings } from './kept/settings.ts';
import { beginRun, endRun } from './run/run.ts';
import { memoryHistory, noTabs, storageOf, storeOf, world } from '../testing/session.ts';
import { jobOf } from './jobs/job.ts';
import { LEVEL_CHECK } from './jobs/level-check.ts';
import { outdatedJob } from './outdated.ts';

const TWO = `#pragma tuner param WG = pow2(2, size/2)
__kernel void first(__global int *a) { a[0] = 1; }
__kernel void second(__global int *a, __local int *l) { l[0] = 1; a[0] = 1; a[1] = 1; }
`;

/** A session without tools, for what settings imply at once. */
async function session(
  storage = new Map([['overtime.visited', 'yes']]),
  surroundings: Partial<SessionEnvironment> = {},
): Promise<Session> {
  const created = createSessionWith(world({ storage: storageOf(storage), ...surroundings }));
  await Promise.resolve();
  return created;
}

const total = ({ language }: Session): number | undefined => {
  const view = language.costs();
  return view?.result.ok === true ? view.result.table.total.ticks.most : undefined;
};

test('one of several kernels is tuned, and which one survives a reload', async () => {
  const storage = new Map([['overtime.visited', 'yes']]);
  const { store, commands } = await session(storage);
  commands.setKernelText(TWO);
  expect(store.getState().derived.kernels).toEqual(['first', 'second']);
  expect(store.getState().derived.kernelName).toBe('first');
  commands.setKernelName('second');
  expect(store.getState().derived.kernelName).toBe('second');
  expect(store.getState().derived.promela?.text).toContain('/* second,');

  const again = await session(storage);
  expect(again.store.getState().derived.kernelName).toBe('second');
  // Own kernels use OpenCL semantics: the local store counts too.
  expect(total(again)).toBe(9);
  // A name missing from the text came with another text.
  again.commands.setKernelText(TWO.replace('second', 'other'));
  expect(again.store.getState().derived.kernelName).toBe('first');
  expect(again.store.getState().derived.obstacle).toBeUndefined();
});

test('settings of a visit before there were kernel names are still read', async () => {
  const storage = new Map([['overtime.visited', 'yes']]);
  const { commands } = await session(storage);
  commands.setMethod('sweep');
  expect([...storage.values()][0]).not.toContain('kernelName');
  expect((await session(storage)).store.getState().settings.method).toBe('sweep');
});

test('limits survive a reload, and ones that make no sense are not taken', async () => {
  const storage = new Map([['overtime.visited', 'yes']]);
  const { store, commands } = await session(storage);
  expect(store.getState().settings.limits).toBeUndefined();
  commands.setLimits({ memoryMB: 512, workers: 4 });
  commands.setLimits({ memoryMB: 8192 });
  commands.setLimits({ memoryMB: 512.5 });
  commands.setLimits({ seconds: 0 });
  expect(store.getState().settings.limits).toEqual({ memoryMB: 512, workers: 4 });
  const again = await session(storage);
  expect(again.store.getState().settings.limits).toEqual({ memoryMB: 512, workers: 4 });
  again.commands.setLimits({});
  expect((await session(storage)).store.getState().settings.limits).toEqual({});
});

test('costs are those of the chosen configuration as long as it can run, else of the first', async () => {
  const created = await session();
  const { commands, language } = created;
  expect(language.costs()).toMatchObject({ origin: 'first', values: { WG: 4, TS: 2 } });
  // Published, size 32: 16 tiles of 2: 16 x (4 x 2 + 2) and the result.
  expect(total(created)).toBe(164);
  commands.chooseConfiguration({ WG: 16, TS: 4 });
  expect(language.costs()).toMatchObject({ origin: 'chosen', values: { WG: 16, TS: 4 } });
  commands.setConstant('size', '16');
  expect(language.costs()).toMatchObject({ origin: 'first' });
  commands.setConstant('size', '32');
  commands.chooseConfiguration(undefined);
  expect(language.costs()).toMatchObject({ origin: 'first' });
  expect(language.validConfigurations()).toHaveLength(12);
});

test('hints and hovers are those of the text the session knows', async () => {
  const { commands, language } = await session();
  const text = exampleText('abstract');
  expect(language.hints(text).map(({ label }) => label)).toContain('global, GMT × TS = 8 ticks');
  expect(language.hints(`${text} `)).toEqual([]);
  commands.setConstant('NP', 'many');
  // The formula needs no numbers of the platform.
  expect(language.hints(text).map(({ label }) => label)).toContain('global, GMT × TS ticks');
  expect(language.hover(text, text.indexOf('GMT'))?.text.join(' ')).toContain('global memory');
  commands.setKernelText('__kernel void k(');
  expect(language.costs()).toBeUndefined();
  expect(language.hints('__kernel void k(')).toEqual([]);
});

test('the racy example warns of its race at both places', async () => {
  const { store, commands } = await session();
  commands.openExample('racy');
  const race = store.getState().derived.diagnostics.find(({ code }) => code === 'local-race');
  const { kernelText } = store.getState().settings;
  const at = ({ start, end }: { start: number; end: number }): string =>
    kernelText.slice(start, end);
  expect(race && at(race.span)).toBe('tile[lid]');
  expect(race?.related?.map(({ span }) => at(span))).toEqual([
    'tile[(lid + 1) % get_local_size(0)]',
  ]);
});

test('a run of the history takes the place of all that was of other settings', async () => {
  const storage = memoryHistory();
  const past = new History({ history: storage, date: () => 0, store: storeOf(), tabs: noTabs });
  const run = endRun(beginRun(0), 1, { result: { status: 'proved', minTime: 7, optima: [] } });
  const settings = exampleSettings('abstract', TWO);
  await past.keep('1', run, { ...settings, level: 'baton', method: 'sweep' }, 'first');
  const waits: { milliseconds: number; signal: AbortSignal }[] = [];
  const { store, commands } = await session(undefined, {
    history: storage,
    pause(milliseconds, signal) {
      waits.push({ milliseconds, signal });
      return new Promise(() => undefined);
    },
  });
  await expect.poll(() => store.getState().history).toHaveLength(1);
  commands.setLive(true);
  const tuning = waits.at(-1);
  commands.ask(LEVEL_CHECK);
  await expect.poll(() => jobOf(store.getState(), LEVEL_CHECK).phase).toBe('failed');

  commands.restoreRun('1');
  await expect.poll(() => store.getState().run.phase).toBe('ended');
  expect(store.getState().settings).toMatchObject({ kernelText: TWO, method: 'sweep', live: true });
  expect(store.getState().run.result?.minTime).toBe(7);
  // Something else was checked.
  expect(outdatedJob(LEVEL_CHECK)(store.getState())?.kernel).toBe('abstract_kernel');
  expect(tuning?.signal.aborted).toBe(true);
});

/** So long that it is read beside the page. */
const LONG = `${'// Doubles.\n'.repeat(600)}#define BLOCK 16
__global__ void scale(float *a, int n) {
  int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) a[i] = 2 * a[i];
}
int main() {
  float *a;
  cudaMalloc(&a, 100 * sizeof(float));
  scale<<<(100 + BLOCK - 1) / BLOCK, BLOCK>>>(a, 100);
}
`;

test('what a long text leaves open is asked, and its answers tuned once they are read', async () => {
  const { store, commands, language } = await session(undefined, {
    pause: () => Promise.resolve(),
  });
  const { signal } = new AbortController();
  commands.setKernelText(LONG);
  expect(store.getState().derived.isReading).toBe(true);
  const missing = await language.missing(signal);
  expect(missing?.asked.map(({ id }) => id)).toEqual(['param BLOCK']);
  const filled = missing && (await language.filled(missing, {}, signal));
  expect(filled).toMatchObject({ problems: {}, configurations: 4 });
  commands.setKernelText(filled?.text ?? '');
  commands.tune();
  expect(store.getState().run.phase).toBe('none');
  await expect.poll(() => store.getState().run.phase).not.toBe('none');
  expect(store.getState().derived.kernelName).toBe('scale');
});
