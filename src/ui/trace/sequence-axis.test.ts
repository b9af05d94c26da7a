import { describe, expect, it } from 'vitest';
import { type Sketch, traceOf } from '../../testing/traces.ts';
import { timeRun } from '../../trace/index.ts';
import { byMessage, byTime, ROW, type SequenceAxis, usualPerTick } from './sequence-axis.ts';
import { layOut, NO_FILTER } from './sequence-layout.ts';

const processes = [
  [0, 'main'],
  [1, 'clock'],
  [2, 'unit'],
  [3, 'pex'],
] as const;

const message = (tick: number): Sketch => ({
  kind: 'message',
  tick,
  from: 1,
  to: 3,
  channel: 'c',
  message: 'tick',
});

/** A run with so many messages at some ticks. */
const runOf = (ticks: readonly (readonly [tick: number, many: number])[]) => {
  const events = ticks.flatMap(([tick, many], index) => {
    const before = ticks[index - 1]?.[0] ?? 0;
    const moves: Sketch[] = tick > before ? [{ kind: 'time', since: before, tick }] : [];
    return [...moves, ...Array.from({ length: many }, () => message(tick))];
  });
  return layOut(timeRun(traceOf(processes, events)), { collapse: 'none', filter: NO_FILTER });
};

/** Every row lies below the one before, and is found at its height. */
function expectOrder(axis: SequenceAxis, rows: number): void {
  for (let row = 0; row < rows; row += 1) {
    expect(axis.rowAt(axis.y(row) + axis.room(row) / 2)).toBe(row);
    expect(axis.y(row + 1)).toBeGreaterThanOrEqual(axis.y(row) + axis.room(row) - 1e-6);
  }
  expect(axis.height).toBeGreaterThan(axis.y(rows));
  expect(axis.rowAt(-100)).toBe(0);
  expect(axis.rowAt(1e12)).toBe(rows - 1);
}

describe('by message', () => {
  it('gives every row the same height', () => {
    const layout = runOf([
      [0, 5],
      [400, 2],
    ]);
    const axis = byMessage(layout);
    expectOrder(axis, 7);
    expect(axis.y(6) - axis.y(5)).toBe(ROW);
    expect(axis.ofTick).toBeUndefined();
  });
});

describe('by time', () => {
  const layout = runOf([
    [0, 30],
    [4, 2],
    [10, 1],
    [11, 9],
    [500, 3],
  ]);

  it.each([0.01, 0.4, 3, 70])('is proportional at %d pixels a tick', (perTick) => {
    const axis = byTime(layout, perTick);
    expectOrder(axis, 45);
    // Equal times have equal heights, wherever they are.
    const of = axis.ofTick ?? (() => Number.NaN);
    expect(of(7) - of(2)).toBeCloseTo(of(497) - of(492), 6);
    expect(axis.y(30)).toBeCloseTo(4 * perTick, 6);
    expect(axis.y(42)).toBeCloseTo(500 * perTick, 6);
  });

  it('lets the messages of a tick be over before those of the next, and seen to be of its beginning', () => {
    const axis = byTime(layout, 10);
    expect(axis.y(29) + axis.room(29)).toBeLessThan(4 * 10);
    // Alone it takes no more than it needs.
    expect(axis.room(33)).toBeLessThan(ROW);
  });

  it('begins with most messages legible, or the whole run in view', () => {
    const usual = usualPerTick(layout, 600);
    const axis = byTime(layout, usual);
    const legible = Array.from({ length: 45 }, (_, row) => axis.room(row) >= 13);
    expect(legible.filter(Boolean).length).toBeGreaterThan(22);
    expect(usualPerTick(runOf([[0, 1], [5, 1]]), 600) * 5).toBeGreaterThan(500); // prettier-ignore
  });

  it('finds rows of a long run quickly', () => {
    const long = runOf(Array.from({ length: 2000 }, (_, at) => [3 * at, 5] as const));
    const axis = byTime(long, 2);
    const began = performance.now();
    for (let at = 0; at < 20_000; at += 1) axis.rowAt((at * 7919) % axis.height);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
