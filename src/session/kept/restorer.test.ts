import { expect, test } from 'vitest';
import type { SavedContent, SavedRun } from './history-schema.ts';
import { exampleSettings, type Settings } from './settings.ts';
import { createRestorer } from './restorer.ts';
import { storageOf, storeOf } from '../../testing/session.ts';

const settings: Settings = {
  ...exampleSettings('abstract', '__kernel void k() {}'),
  level: 'baton',
  method: 'bisection',
};

const saved = (id: string, of: Settings = settings): SavedRun => ({
  id,
  name: id,
  named: false,
  savedAt: 0,
  settings: of,
  status: 'proved',
  optima: [],
  configurations: 0,
});

/** A restorer whose reads the test settles, and its doings. */
function setup(
  runs: readonly SavedRun[],
  storage: Map<string, string> = new Map([['overtime.visited', 'yes']]),
) {
  const done: string[] = [];
  const opened: Settings[] = [];
  const reads = new Map<string, (content: SavedContent | undefined) => void>();
  const store = storeOf({ ...settings, live: true });
  let leave: () => void = () => undefined;
  const restorer = createRestorer(
    { storage: storageOf(storage), now: () => 0, store, onLeave: (cancel) => (leave = cancel) },
    { load: async () => runs, content: (id) => new Promise((resolve) => reads.set(id, resolve)) },
    {
      open: async ({ id }, restored) => {
        done.push(`open ${id}`);
        opened.push(restored);
      },
      tune: () => done.push('tune'),
      tuneSoon: () => done.push('tune soon'),
      tuneOnce: () => done.push('tune once'),
    },
  );
  const read = (id: string): void => reads.get(id)?.(undefined);
  return { restorer, done, opened, read, store, leave: () => leave() };
}

test('a page begins with the last run of its settings, or tunes', async () => {
  const other = saved('other', { ...settings, semantics: 'opencl' });
  const again = setup([other, saved('last'), saved('older')]);
  const begun = again.restorer.begin();
  await Promise.resolve();
  again.read('last');
  await begun;
  expect(again.done).toEqual(['open last']);

  const storage = new Map<string, string>();
  const first = setup([other], storage);
  await first.restorer.begin();
  expect(first.done).toEqual(['tune']);
  expect(first.store.getState().isFirstVisit).toBe(true);
  // Only the first visit is the first.
  const second = setup([other], storage);
  await second.restorer.begin();
  expect(second.done).toEqual(['tune soon']);
  expect(second.store.getState().isFirstVisit).toBeUndefined();
});

test('how the page behaves stays as it is set', async () => {
  const { restorer, opened, read } = setup([]);
  const restored = restorer.restore(
    saved('a', { ...settings, live: false, compilerChecks: false }),
  );
  read('a');
  await restored;
  expect(opened).toEqual([{ ...settings, live: true, compilerChecks: false }]);
});

test('of two runs the one asked for last is opened, whichever is read first', async () => {
  const { restorer, done, read } = setup([]);
  const both = [restorer.restore(saved('a')), restorer.restore(saved('b'))];
  read('b');
  read('a');
  await Promise.all(both);
  expect(done).toEqual(['open b']);
});

test('what is still being read when the user goes on does not take the place of that', async () => {
  const { restorer, done, read, leave } = setup([]);
  const restored = restorer.restore(saved('a'));
  leave();
  read('a');
  await restored;
  expect(done).toEqual([]);
});
