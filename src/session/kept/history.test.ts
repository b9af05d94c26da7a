import { describe, expect, it, vi } from 'vitest';
import { History } from './history.ts';
import type { OtherTabs } from './other-tabs.ts';
import {
  isTuning,
  readContent,
  readSaved,
  restoredRun,
  resultOf,
  type SavedRun,
} from './history-schema.ts';
import type { CheckResult } from '../../checker/index.ts';
import { newModel } from '../promela/model-document.ts';
import { type DoneCheck, resultsOf } from './saved-check.ts';
import { exampleSettings, sameProblem, type Settings } from './settings.ts';
import { upgraded } from './versions.ts';
import { ResultsTable, ResultsView, type TableColumns, withResults } from '../run/results-table.ts';
import { beginRun, endRun, type Run } from '../run/run.ts';
import { STATUSES } from '../../tuning/index.ts';
import { memoryHistory, noTabs, storeOf, tabsTogether } from '../../testing/session.ts';

const settings = (size: number): Settings => {
  const { constants, ...rest } = exampleSettings('abstract', '__kernel void k() {}');
  return {
    ...rest,
    constants: { ...constants, size: String(size) },
    level: 'baton',
    method: 'bisection',
  };
};

const search = {
  bound: 2n ** 60n,
  verdict: 'satisfied',
  purpose: 'over-time',
  states: 3,
  transitions: 4,
  depth: 5,
  memoryMB: 1.5,
  seconds: 0.25,
} as const;

/** A run that has proved a minimum. */
function proved(time: number): Run {
  const begun = beginRun(0);
  const configurations = withResults(begun.configurations, [
    { values: { WG: 4, TS: 2 }, status: 'sampled', time: 2n ** 60n },
    { values: { WG: 8, TS: 2 }, status: 'invalid', reason: 'WG <= 4' },
  ]);
  return endRun({ ...begun, configurations, runs: [search] }, 2500, {
    result: { status: 'proved', minTime: time, optima: [{ WG: 4, TS: 4 }] },
  });
}

/** A check that has found an error. */
function checkOf(text: string): DoneCheck {
  const verifier = { model: text, lossy: false, defines: ['SAFETY'], claim: undefined };
  const found: CheckResult = {
    check: { what: 'assertions' },
    status: 'violated',
    errors: 1,
    problems: [],
    native: [],
    reduction: { on: true, why: 'nothing' },
    trail: new Uint8Array([1, 2, 3]),
    verifier,
    states: 3,
    transitions: 4,
    depth: 5,
    memoryMB: 1.5,
    seconds: 0.25,
  };
  const view = { results: [found], notes: [], seconds: 1 };
  return { document: newModel('m.pml', { text }), view, isStopped: false };
}

function history(
  storage = memoryHistory(),
  { tabs = noTabs, dates = upwards() }: { tabs?: OtherTabs; dates?: () => number } = {},
): { history: History; shown: () => readonly SavedRun[] } {
  const store = storeOf();
  return {
    history: new History({ history: storage, date: dates, store, tabs }),
    shown: () => store.getState().history.filter(isTuning),
  };
}

function upwards(): () => number {
  let date = 1000;
  return () => (date += 1);
}

describe('History', () => {
  it('gives back after a reload what was kept', async () => {
    const storage = memoryHistory();
    const run = proved(584);
    await history(storage).history.keep('1', run, settings(32), 'abstract');

    const later = history(storage);
    const [saved] = (await later.history.load()).filter(isTuning);
    if (!saved) throw new Error('nothing was kept');
    expect(saved).toMatchObject({ name: 'abstract', named: false, configurations: 3 });
    expect(sameProblem(saved.settings, settings(32))).toBe(true);
    const restored = restoredRun(saved, await later.history.content('1'), 0);
    expect([...restored.configurations]).toEqual([...run.configurations]);
    expect(restored.runs).toEqual([search]);
    expect(restored.result).toEqual(run.result);
    expect(restored).toMatchObject({ phase: 'ended', seconds: 2.5 });
  });

  it('keeps what becomes known of a run later, in its place', async () => {
    const { history: kept, shown } = history();
    await kept.keep('1', proved(584), settings(32), 'abstract');
    const run = proved(584);
    const more = withResults(run.configurations, [
      { values: { WG: 16, TS: 2 }, status: 'sampled', time: 9 },
    ]);
    await kept.keep('1', { ...run, configurations: more }, settings(32), 'abstract');
    expect(shown().map(({ configurations }) => configurations)).toEqual([4]);
  });

  it('replaces an earlier run of the same settings, unless it has a name', async () => {
    const { history: kept, shown } = history();
    await kept.keep('1', proved(584), settings(32), 'abstract');
    await kept.keep('2', proved(584), settings(32), 'abstract');
    await kept.keep('3', proved(44), settings(8), 'abstract');
    expect(shown().map(({ id }) => id)).toEqual(['3', '2']);
    await kept.rename('2', '  for the lecture ');
    await kept.keep('4', proved(584), settings(32), 'abstract');
    expect(shown().map(({ id, name }) => [id, name])).toEqual([
      ['4', 'abstract'],
      ['3', 'abstract'],
      ['2', 'for the lecture'],
    ]);
  });

  it('throws away the oldest without a name', async () => {
    const storage = memoryHistory();
    const { history: kept, shown } = history(storage);
    for (let at = 1; at <= 53; at += 1) {
      await kept.keep(String(at), proved(at), settings(at), 'abstract');
      if (at === 2) await kept.rename('2', 'mine');
    }
    expect(shown()).toHaveLength(51);
    expect(shown().at(-1)?.name).toBe('mine');
    expect(await storage.contents.entries()).toHaveLength(51);
  });

  it('puts nothing that was stopped in the place of what was not', async () => {
    const { history: kept, shown } = history();
    const document = newModel('m.pml', { text: 'byte x;' });
    const stopped = (id: string): Promise<void> => {
      const result = { status: 'cancelled', optima: [] } as const;
      return kept.keep(id, { ...proved(584), result }, settings(32), 'm', document);
    };
    await stopped('1');
    await stopped('2');
    expect(shown().map(({ id }) => id)).toEqual(['2']);
    await kept.keep('3', proved(584), settings(32), 'm', document);
    expect(shown().map(({ id }) => id)).toEqual(['3']);
    await stopped('4');
    expect(shown().map(({ id }) => id)).toEqual(['4', '3']);
  });

  it('throws no run away for checks', async () => {
    const storage = memoryHistory();
    const { history: kept, shown } = history(storage);
    await kept.keep('1', proved(584), settings(32), 'abstract');
    for (let at = 1; at <= 52; at += 1)
      await kept.keepCheck(`check ${at}`, checkOf(`byte x${at};`));
    expect(shown().map(({ id }) => id)).toEqual(['1']);
    expect(await kept.load()).toHaveLength(51);
  });

  it('keeps a check without its runs where they find no room, and says so', async () => {
    const storage = memoryHistory();
    const full = {
      ...storage.contents,
      async set(key: string, value: unknown) {
        const [{ trail }] = (value as { results: [{ trail?: unknown }] }).results;
        if (trail) throw new DOMException('', 'QuotaExceededError');
        await storage.contents.set(key, value);
      },
    };
    const { history: kept } = history({ ...storage, contents: full });
    await kept.keepCheck('1', checkOf('byte x;'));
    expect(await kept.load()).toMatchObject([{ kind: 'check', unkept: 'trail' }]);
    const content = await kept.check('1');
    const [result] = content ? resultsOf(content) : [];
    expect(result).toMatchObject({ status: 'violated', trail: undefined });
    expect(result?.verifier).toEqual(checkOf('byte x;').view.results[0]?.verifier);
  });

  it('deletes, and puts back what was deleted last', async () => {
    const storage = memoryHistory();
    const { history: kept, shown } = history(storage);
    await kept.keep('1', proved(584), settings(32), 'abstract');
    await kept.delete('1');
    expect(shown()).toEqual([]);
    expect(await storage.summaries.entries()).toEqual([]);
    await kept.undelete();
    expect(shown().map(({ id }) => id)).toEqual(['1']);
    expect((await kept.content('1'))?.table.size).toBe(3);
  });

  it('leaves what another version wrote where it is, and does not show it', async () => {
    const storage = memoryHistory();
    await storage.summaries.set('x', { version: 99, id: 'x', what: 'is this' });
    await storage.summaries.set('y', 'rubbish');
    const { history: kept } = history(storage);
    await kept.keep('1', proved(584), settings(32), 'abstract');
    expect((await kept.load()).map(({ id }) => id)).toEqual(['1']);
    expect((await storage.summaries.entries()).map(([key]) => key)).toEqual(['x', 'y', '1']);
  });

  it('keeps a run without its map where that finds no room, and says so', async () => {
    const storage = memoryHistory();
    const full = {
      ...storage.contents,
      async set(key: string, value: unknown) {
        if (Object.hasOwn(value as object, 'table'))
          throw new DOMException('', 'QuotaExceededError');
        await storage.contents.set(key, value);
      },
    };
    const small = { ...storage, contents: full };
    const { history: kept, shown } = history(small);
    const keeping = kept.keep('1', proved(584), settings(32), 'abstract');
    await kept.opened('1', { WG: 4, TS: 4 });
    await keeping;
    expect(shown()).toMatchObject([{ id: '1', unkept: 'map' }]);

    const later = history(small);
    const [saved] = (await later.history.load()).filter(isTuning);
    if (!saved) throw new Error('the run was not kept');
    expect(saved).toMatchObject({ minTime: 584, unkept: 'map', opened: { WG: 4, TS: 4 } });
    const restored = restoredRun(saved, await later.history.content('1'), 0);
    expect(restored).toMatchObject({ unkept: 'map', runs: [search] });
    expect(restored.configurations.size).toBe(0);
  });

  it('works without a storage that works', async () => {
    const broken = {
      entries: () => Promise.reject(new Error('refused')),
      get: () => Promise.reject(new Error('refused')),
      set: () => Promise.reject(new Error('refused')),
      delete: () => Promise.reject(new Error('refused')),
      update: () => Promise.reject(new Error('refused')),
    };
    const { history: kept, shown } = history({ summaries: broken, contents: broken });
    expect(await kept.load()).toEqual([]);
    await kept.keep('1', proved(584), settings(32), 'abstract');
    await kept.rename('1', 'mine');
    expect(shown()).toMatchObject([{ name: 'mine', unkept: 'all' }]);
    expect(await kept.content('1')).toBeUndefined();
  });

  it('goes on without a storage that never answers', async () => {
    vi.useFakeTimers();
    try {
      const silent = (): Promise<never> => new Promise(() => undefined);
      const dead = { entries: silent, get: silent, set: silent, delete: silent, update: silent };
      const { history: kept, shown } = history({ summaries: dead, contents: dead });
      const all = (async () => {
        expect(await kept.load()).toEqual([]);
        await kept.keep('1', proved(584), settings(32), 'abstract');
        expect(shown()).toMatchObject([{ id: '1', unkept: 'all' }]);
        expect(await kept.content('1')).toBeUndefined();
        await kept.delete('1');
        expect(shown()).toEqual([]);
      })();
      await vi.advanceTimersByTimeAsync(60_000);
      await all;
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows what a slow storage tells later', async () => {
    vi.useFakeTimers();
    try {
      const storage = memoryHistory();
      await history(storage).history.keep('1', proved(584), settings(32), 'abstract');
      const late = async () => {
        await new Promise((resolve) => setTimeout(resolve, 20_000));
        return storage.summaries.entries();
      };
      const summaries = { ...storage.summaries, entries: late };
      const { history: kept, shown } = history({ ...storage, summaries });
      const loaded = kept.load();
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await loaded).toEqual([]);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(shown().map(({ id }) => id)).toEqual(['1']);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the history of two tabs', () => {
  it('keeps the name that one of them gives, whatever the other does', async () => {
    const storage = memoryHistory();
    // Tabs unaware of each other, as in a browser without channels.
    const one = history(storage);
    const other = history(storage);
    await one.history.keep('1', proved(584), settings(32), 'abstract');
    await other.history.load();
    await one.history.rename('1', 'for the lecture');
    await other.history.keep('2', proved(584), settings(32), 'abstract');
    await other.history.opened('1', { WG: 4, TS: 4 });

    expect(other.shown().map(({ name }) => name)).toEqual(['abstract', 'for the lecture']);
    const later = history(storage);
    expect(await later.history.load()).toMatchObject([
      { id: '2', named: false },
      { id: '1', name: 'for the lecture', named: true, opened: { WG: 4, TS: 4 } },
    ]);
    expect(await later.history.content('1')).toBeDefined();
  });

  it('is pruned by what both have kept', async () => {
    const storage = memoryHistory();
    const [one, other] = [history(storage), history(storage)];
    for (let at = 1; at <= 30; at += 1) {
      await one.history.keep(`one ${at}`, proved(at), settings(at), 'abstract');
      await other.history.keep(`other ${at}`, proved(at), settings(100 + at), 'abstract');
    }
    const kept = await history(storage).history.load();
    expect(kept).toHaveLength(50);
    expect(kept.slice(0, 2).map(({ id }) => id)).toEqual(['other 30', 'one 30']);
  });

  it('is the same in both lists', async () => {
    const [left, right] = tabsTogether();
    const storage = memoryHistory();
    const one = history(storage, { tabs: left });
    const other = history(storage, { tabs: right });
    await one.history.keep('1', proved(584), settings(32), 'abstract');
    await expect.poll(() => other.shown().map(({ id }) => id)).toEqual(['1']);
    await other.history.rename('1', 'mine');
    await expect.poll(() => one.shown().map(({ name }) => name)).toEqual(['mine']);
    await one.history.delete('1');
    await expect.poll(() => other.shown()).toEqual([]);
  });
});

describe('records', () => {
  it('stay in the order in which they were kept when the clock goes back', async () => {
    const storage = memoryHistory();
    let date = 1e12;
    const { history: kept, shown } = history(storage, { dates: () => (date -= 1000) });
    for (let at = 1; at <= 52; at += 1)
      await kept.keep(String(at), proved(at), settings(at), 'abstract');
    expect(shown()).toHaveLength(50);
    expect(shown()[0]?.id).toBe('52');
    expect((await history(storage).history.load())[0]?.id).toBe('52');
  });

  it('with a date that is none are read, and so are all others', async () => {
    const storage = memoryHistory();
    const { history: kept } = history(storage);
    await kept.keep('1', proved(584), settings(32), 'abstract');
    await kept.keep('2', proved(584), settings(64), 'abstract');
    for (const savedAt of [8.7e15, -1, 'yesterday', null]) {
      await storage.summaries.update('1', (found) => ({ ...Object(found), savedAt }));
      const list = await history(storage).history.load();
      expect(list.map(({ id }) => id)).toEqual(['2', '1']);
      expect(list[1]?.savedAt).toBe(0);
    }
  });

  it('of versions without an order come after those that have one, by their dates', async () => {
    const storage = memoryHistory();
    await history(storage).history.keep('1', proved(584), settings(32), 'abstract');
    const record = (await storage.summaries.get('1')) as Record<string, unknown>;
    const { order: _, ...old } = record;
    await storage.summaries.set('old', { ...old, id: 'old', savedAt: 3e12 });
    await storage.summaries.set('older', { ...old, id: 'older', savedAt: 2e12 });
    const ids = (await history(storage).history.load()).map(({ id }) => id);
    expect(ids).toEqual(['1', 'old', 'older']);
  });

  it('of a kernel with a long name, or a long text, are kept', async () => {
    const { history: kept, shown } = history();
    const kernelText = `__kernel void k() {} // ${'long '.repeat(300_000)}`;
    await kept.keep('1', proved(584), { ...settings(32), kernelText }, 'k'.repeat(5000));
    expect(shown()).toMatchObject([{ name: `${'k'.repeat(199)}…` }]);
    expect(shown()[0]?.settings.kernelText).toBe(kernelText);
  });

  it('keep the times of all schedules exactly', async () => {
    const storage = memoryHistory();
    const configuration = { WG: 4, TS: 4 };
    const schedules = { configuration, shortest: 584, longest: 2n ** 60n };
    const result = { status: 'proved', minTime: 584, optima: [configuration], schedules } as const;
    const { history: kept, shown } = history(storage);
    await kept.keep('1', { ...proved(584), result }, settings(32), 'abstract');
    const content = readContent(await storage.contents.get('1'));
    const [saved] = shown();
    if (!saved) throw new Error('the run was not kept');
    expect(restoredRun(saved, content, 0).result).toEqual(result);
  });

  it('of an older version pass through every upgrade since', () => {
    const upgrades = [
      (old: object) => ({ ...old, first: true }),
      (old: object) => ({ ...old, second: 'first' in old }),
    ];
    expect(upgraded({ version: 1, id: 'a' }, upgrades)).toEqual({
      id: 'a',
      first: true,
      second: true,
    });
    expect(upgraded({ version: 2, id: 'a' }, upgrades)).toEqual({ id: 'a', second: false });
    expect(upgraded({ version: 3, id: 'a' }, upgrades)).toEqual({ id: 'a' });
    expect(upgraded({ version: 4, id: 'a' }, upgrades)).toBeUndefined();
    expect(upgraded({ id: 'a' }, upgrades)).toBeUndefined();
  });

  it('that do not hold together are not read', async () => {
    const storage = memoryHistory();
    const { history: kept } = history(storage);
    await kept.keep('1', proved(584), settings(32), 'abstract');
    const summary = (await storage.summaries.get('1')) as Record<string, unknown>;
    expect(readSaved(summary)).toBeDefined();
    expect(readSaved({ ...summary, status: 'certain' })).toBeUndefined();
    expect(readSaved({ ...summary, minTime: 1.5 })).toBeUndefined();
    const content = (await storage.contents.get('1')) as { table: Record<string, unknown> };
    expect(readContent(content)).toBeDefined();
    const short = { ...content.table, times: new Float64Array(1) };
    expect(readContent({ ...content, table: short })).toBeUndefined();
  });

  it('give the result back without its trail', () => {
    const saved = { status: 'bounded', optima: [], reason: 'cut off' } as unknown as SavedRun;
    expect(resultOf(saved)).toEqual({ status: 'bounded', optima: [], reason: 'cut off' });
  });
});

it('a table that was kept can grow again', () => {
  const { table } = proved(5).configurations;
  const content = readContent({
    version: 1,
    runs: [],
    bests: [],
    samples: [],
    table: structuredClone(table.toColumns()),
  });
  if (!content) throw new Error('the table cannot be read');
  const more = Array.from({ length: 300 }, (_, at) => ({
    values: { WG: 4, TS: at },
    status: 'sampled' as const,
    time: at,
  }));
  const grown = withResults(new ResultsView(content.table), more);
  expect(grown.size).toBe(301);
  expect(grown.table.time(grown.table.find({ WG: 4, TS: 299 }))).toBe(299);
  expect(grown.table.reason(grown.table.find({ WG: 8, TS: 2 }))).toBe('WG <= 4');
});

describe('a million configurations', { timeout: 30_000 }, () => {
  /** WG 1 to 1000, and for each TS from 1 on. Every tenth has no time. */
  function runOf(rows: number): Run {
    const row = (of: (row: number) => number): Float64Array<ArrayBuffer> =>
      Float64Array.from({ length: rows }, (_, at) => of(at));
    const table = ResultsTable.from({
      names: ['WG', 'TS'],
      columns: [row((at) => 1 + (at % 1000)), row((at) => 1 + Math.floor(at / 1000))],
      times: row((at) => (at % 10 === 9 ? Number.NaN : 100_000 + at)),
      large: [[0, 2n ** 60n]],
      statuses: Uint8Array.from({ length: rows }, (_, at) =>
        STATUSES.indexOf(at % 10 === 9 ? 'invalid' : 'sampled'),
      ),
      reasons: Uint16Array.from({ length: rows }, (_, at) => (at % 10 === 9 ? 1 : 0)),
      texts: ['', 'WG * TS <= size'],
    });
    return { ...proved(584), configurations: new ResultsView(table) };
  }

  it('are kept, in some 10 MB, and found again', async () => {
    const storage = memoryHistory();
    await history(storage).history.keep('1', runOf(1_000_000), settings(32), 'abstract');
    const kept = (await storage.contents.get('1')) as { table: TableColumns };
    const { columns, times, statuses, reasons } = kept.table;
    const bytes = [...columns, times, statuses, reasons].map(({ byteLength }) => byteLength);
    expect(bytes.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(11_000_000);

    const table = (await history(storage).history.content('1'))?.table;
    expect(table?.size).toBe(1_000_000);
    expect(table?.result(0)).toEqual({
      values: { WG: 1, TS: 1 },
      status: 'sampled',
      time: 2n ** 60n,
    });
    expect(table?.result(999_998)).toEqual({
      values: { WG: 999, TS: 1000 },
      status: 'sampled',
      time: 1_099_998,
    });
    const last = { values: { WG: 1000, TS: 1000 }, status: 'invalid', reason: 'WG * TS <= size' };
    expect(table?.result(999_999)).toEqual(last);
    expect(table?.find({ WG: 500, TS: 500 })).toBe(499_499);
  });

  it('are the most: of more the run says that it has no map', async () => {
    const storage = memoryHistory();
    const { history: kept, shown } = history(storage);
    await kept.keep('1', runOf(1_000_001), settings(32), 'abstract');
    expect(shown()).toMatchObject([{ configurations: 1_000_001, unkept: 'large-map' }]);
    expect((await kept.content('1'))?.table.size).toBe(0);
    expect((await kept.content('1'))?.runs).toEqual([search]);
  });
});
