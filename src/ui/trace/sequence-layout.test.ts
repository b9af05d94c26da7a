import { describe, expect, it } from 'vitest';
import { type Sketch, traceOf } from '../../testing/traces.ts';
import { timeRun } from '../../trace/index.ts';
import {
  Bars,
  type Collapse,
  type Filter,
  layOut,
  lifelinesOf,
  NO_FILTER,
  stopAtOrBefore,
} from './sequence-layout.ts';

const processes = [
  [0, 'main'],
  [1, 'clock'],
  [2, 'unit'],
  [4, 'pex'],
  [3, 'pex'],
  [5, 'host'],
  [6, 'barrier'],
] as const;

const message = (tick: number, from: number, to: number, word: string): Sketch => ({
  kind: 'message',
  tick,
  from,
  to,
  channel: 'c',
  message: word,
});
const work = (tick: number, pid: number, until: number): Sketch => ({
  kind: 'work',
  tick,
  pid,
  space: 'global',
  until,
});
const time = (since: number, tick: number): Sketch => ({ kind: 'time', since, tick });

const trace = traceOf(processes, [
  message(0, 0, 2, 'go'), // from main, which has no lifeline
  message(0, 2, 3, 'go'),
  work(0, 3, 5),
  message(0, 3, 2, 'wait'),
  message(0, 2, 4, 'go'),
  work(0, 4, 9),
  time(0, 5),
  message(5, 1, 3, 'tick'),
  message(5, 3, 2, 'done'),
  time(5, 9),
  message(9, 1, 4, 'tick'),
  { kind: 'finish', tick: 9 },
]);

const laidOut = (changes: Partial<Filter> = {}) =>
  layOut(timeRun(trace), { collapse: 'none', filter: { ...NO_FILTER, ...changes } });

/** Bars as objects. */
function barsOf(layout: ReturnType<typeof layOut>, pid: number) {
  const bars = layout.bars[pid];
  return Array.from({ length: bars?.event.length ?? 0 }, (_, at) => ({
    event: bars?.event[at],
    startRow: bars?.startRow[at],
    endRow: bars?.endRow[at],
  }));
}

describe('lanesOf', () => {
  it('puts processes in the order of the machine, without main', () => {
    expect(lifelinesOf(timeRun(trace).lanes, 'none').map(({ label }) => label)).toEqual([
      'host',
      'unit',
      'pex 0',
      'pex 1',
      'barrier',
      'clock',
    ]);
  });

  it('puts those of a kind, or of a unit, into one with their number', () => {
    const labels = (collapse: 'class' | 'unit' | 'device') =>
      lifelinesOf(timeRun(trace).lanes, collapse).map(
        ({ label, pids }) => `${label}: ${pids.join(' ')}`,
      );
    expect(labels('class')).toEqual([
      'host: 5',
      'unit: 2',
      'pex × 2: 3 4',
      'barrier: 6',
      'clock: 1',
    ]);
    expect(labels('unit')).toEqual(['host: 5', 'unit 0: 2 3 4 6', 'clock: 1']);
  });
});

describe('layOut', () => {
  const layout = laidOut();

  it('gives rows to messages between lifelines and to the end', () => {
    expect([...layout.rows]).toEqual([1, 4, 7, 8, 10, 11]);
  });

  it('shows answers when asked', () => {
    expect([...laidOut({ messages: new Set() }).rows]).toEqual([1, 3, 4, 7, 8, 10, 11]);
  });

  it('leaves out messages, channels, processes and what lacks the words', () => {
    expect([...laidOut({ messages: new Set(['wait', 'tick']) }).rows]).toEqual([1, 4, 8, 11]);
    expect([...laidOut({ channels: new Set(['c']) }).rows]).toEqual([2, 11]);
    expect([...laidOut({ lanes: new Set(['pex 0']) }).rows]).toEqual([4, 10, 11]);
    expect([...laidOut({ text: 'PEX 1 tick' }).rows]).toEqual([10, 11]);
  });

  it('hides what passes within a lifeline that stands for several', () => {
    const layout = layOut(timeRun(trace), { collapse: 'unit', filter: NO_FILTER });
    expect([...layout.rows]).toEqual([2, 7, 10, 11]);
  });

  it('hangs work from the message that set it off, until time has passed it', () => {
    expect(barsOf(layout, 3)).toEqual([{ event: 2, startRow: 0, endRow: 2 }]);
    expect(barsOf(layout, 4)).toEqual([{ event: 5, startRow: 1, endRow: 4 }]);
  });

  it('stops at messages and at work', () => {
    expect([...layout.stops]).toEqual([1, 2, 4, 5, 7, 8, 10, 11]);
    expect([...layout.stopRow]).toEqual([0, 0, 1, 1, 2, 3, 4, 5]);
  });

  it('marks the rows where time moves on', () => {
    expect([...layout.opensTick]).toEqual([0, 0, 1, 0, 1, 0]);
  });

  it('keeps its place when rows come and go', () => {
    const wide = laidOut({ messages: new Set() });
    expect(wide.stops[stopAtOrBefore(wide, 7)]).toBe(7);
    expect(layout.stops[stopAtOrBefore(layout, 3)]).toBe(2);
    expect(stopAtOrBefore(layout, -1)).toBe(0);
  });
});

describe('bars between two rows', () => {
  const bars = Object.assign(new Bars(), {
    event: [0, 1, 2],
    startRow: [0, 4, 40],
    endRow: [4, 30, 41],
    code: [1, 1, 1],
  });

  it('finds a long bar that begins above and ends below the view', () => {
    expect(bars.between(10, 20)).toEqual([1, 2]);
  });

  it('finds nothing where nothing is', () => {
    const [from, to] = bars.between(50, 60);
    expect(to - from).toBe(0);
  });
});

describe('where one stands for several', () => {
  const folded = traceOf(
    [
      [1, 'device'],
      [2, 'unit'],
      [3, 'pex'],
      [4, 'pex'],
    ],
    [
      message(0, 2, 3, 'go'),
      work(0, 3, 5),
      time(0, 5),
      { kind: 'repeat', pid: 3, tick: 5, count: 3 },
      time(5, 20),
      message(20, 3, 2, 'done'),
      { kind: 'finish', tick: 20 },
    ],
    { standsFor: { devices: 1, units: 5, elements: [3, 1], fewer: 0, rounds: 1, tail: false } },
  );

  it('lifelines say how many', () => {
    const labels = (collapse: Collapse) =>
      lifelinesOf(timeRun(folded).lanes, collapse).map(({ label }) => label);
    expect(labels('none')).toEqual(['device', 'unit × 5', 'pex 0 × 15', 'pex 1 × 5']);
    expect(labels('class')).toEqual(['device', 'unit × 5', 'pex × 20']);
    expect(labels('unit')).toEqual(['device', 'unit 0 × 5']);
  });

  it('playback stops where iterations are skipped, and says how many', () => {
    const { stops } = layOut(timeRun(folded), { collapse: 'none', filter: NO_FILTER });
    const repeat = [...stops].find((index) => folded.event(index).kind === 'repeat') ?? -1;
    expect(timeRun(folded).wordsAt(repeat)).toBe(
      'pex 0 goes on until tick 20: 3 more iterations like the one from tick 0 to 5',
    );
  });
});
