import { describe, expect, it } from 'vitest';
import type { Trace, TraceEvent, TraceProcess } from '../../session/index.ts';
import { barsBetween, lanesOf, layOut, stopAtOrBefore } from './sequence-layout.ts';

const processes: readonly TraceProcess[] = [
  { pid: 0, name: 'main', label: 'main' },
  { pid: 1, name: 'clock', label: 'clock' },
  { pid: 2, name: 'unit', label: 'unit' },
  { pid: 4, name: 'pex', index: 1, label: 'pex 1' },
  { pid: 3, name: 'pex', index: 0, label: 'pex 0' },
  { pid: 5, name: 'host', label: 'host' },
];

const message = (tick: number, from: number, to: number, word: string): TraceEvent => ({
  kind: 'message',
  tick,
  step: 1,
  line: 1,
  from,
  to,
  channel: 'c',
  message: word,
});
const work = (tick: number, pid: number, until: number): TraceEvent => ({
  kind: 'work',
  tick,
  step: 1,
  line: 1,
  pid,
  space: 'global',
  until,
});
const time = (since: number, tick: number): TraceEvent => ({
  kind: 'time',
  step: 1,
  line: 1,
  since,
  tick,
});

const trace: Trace = {
  processes,
  events: [
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
    { kind: 'finish', tick: 9, step: 9, line: 1, values: { WG: 2 } },
  ],
  endTick: 9,
  variables: {},
};

describe('lanesOf', () => {
  it('puts processes in the order of the machine, without main', () => {
    expect(lanesOf(processes).map(({ label }) => label)).toEqual([
      'host',
      'unit',
      'pex 0',
      'pex 1',
      'clock',
    ]);
  });
});

describe('layOut', () => {
  const layout = layOut(trace, { answers: false });

  it('gives rows to messages between lifelines and to the end', () => {
    expect([...layout.rows]).toEqual([1, 4, 7, 8, 10, 11]);
  });

  it('shows answers when asked', () => {
    expect([...layOut(trace, { answers: true }).rows]).toEqual([1, 3, 4, 7, 8, 10, 11]);
  });

  it('hangs work from the message that set it off, until time has passed it', () => {
    expect(layout.bars[2]).toEqual([{ event: 2, startRow: 0, endRow: 2 }]);
    expect(layout.bars[3]).toEqual([{ event: 5, startRow: 1, endRow: 4 }]);
  });

  it('stops at messages and at work', () => {
    expect([...layout.stops]).toEqual([1, 2, 4, 5, 7, 8, 10, 11]);
    expect([...layout.stopRow]).toEqual([0, 0, 1, 1, 2, 3, 4, 5]);
  });

  it('marks the rows where time moves on', () => {
    expect([...layout.opensTick]).toEqual([0, 0, 1, 0, 1, 0]);
  });

  it('keeps its place when rows come and go', () => {
    const wide = layOut(trace, { answers: true });
    expect(wide.stops[stopAtOrBefore(wide, 7)]).toBe(7);
    expect(layout.stops[stopAtOrBefore(layout, 3)]).toBe(2);
    expect(stopAtOrBefore(layout, -1)).toBe(0);
  });

  it('lays out a million events in a time one does not notice', () => {
    const events: TraceEvent[] = [];
    for (let tick = 0; events.length < 1_000_000; tick += 1) {
      events.push(message(tick, 2, 3, 'go'), work(tick, 3, tick + 1), time(tick, tick + 1));
      events.push(message(tick + 1, 1, 3, 'tick'));
    }
    const started = performance.now();
    const long = layOut({ processes, events, endTick: 1, variables: {} }, { answers: false });
    expect(performance.now() - started).toBeLessThan(2000);
    expect(long.rows.length).toBe(500_000);
    const bars = long.bars[2] ?? [];
    const seen = barsBetween(bars, 250_000, 250_020);
    expect(seen.length).toBeGreaterThan(5);
    expect(seen.length).toBeLessThan(20);
  });
});

describe('barsBetween', () => {
  const bars = [
    { event: 0, startRow: 0, endRow: 4 },
    { event: 1, startRow: 4, endRow: 30 },
    { event: 2, startRow: 40, endRow: 41 },
  ];

  it('finds a long bar that begins above and ends below the view', () => {
    expect(barsBetween(bars, 10, 20).map(({ event }) => event)).toEqual([1]);
  });

  it('finds nothing where nothing is', () => {
    expect(barsBetween(bars, 50, 60)).toEqual([]);
  });
});
