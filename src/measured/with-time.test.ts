import { describe, expect, it } from 'vitest';
import { emptyTable, typedTime, withTime } from './with-time.ts';

describe('times typed in', () => {
  it.each([
    ['2', 2],
    [' 0,5 ms ', 0.5],
    ['250 us', 0.25],
    ['250µs', 0.25],
    ['2s', 2000],
  ])('reads %s as %d ms', (text, milliseconds) => {
    expect(typedTime(text)?.time).toBeCloseTo(milliseconds, 9);
  });

  it('knows a failure by its word', () => {
    expect(typedTime('Failed')).toEqual({});
  });

  it.each(['', 'fast', '0', '-1', '3 minutes'])('refuses "%s"', (text) => {
    expect(typedTime(text)).toBeUndefined();
  });
});

describe('a table with one more time', () => {
  const map = new Map([
    ['WG', 'WG'],
    ['TS', 'TS'],
  ]);
  const first = withTime(emptyTable(['WG', 'TS']), map, { values: { WG: 2, TS: 4 }, time: 3 });

  it('appends a new configuration and leaves the given table alone', () => {
    const second = withTime(first, map, { values: { WG: 4, TS: 4 } });
    expect(second.columns.map(({ values }) => [...values])).toEqual([
      [2, 4],
      [4, 4],
    ]);
    expect([...second.times]).toEqual([3, Number.NaN]);
    expect([...second.reasons].map((at) => second.texts[at])).toEqual(['', 'said to have failed']);
    expect([...first.times]).toEqual([3]);
  });

  it('replaces the time of a known one', () => {
    const again = withTime(first, map, { values: { WG: 2, TS: 4 }, time: 1 });
    expect([...again.times]).toEqual([1]);
    const failed = withTime(again, map, { values: { WG: 2, TS: 4 } });
    expect([...failed.times]).toEqual([Number.NaN]);
  });
});
