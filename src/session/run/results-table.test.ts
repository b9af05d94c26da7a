import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConfigurationResult } from '../../tuning/index.ts';
import { ResultsTable, ResultsView, withResults } from './results-table.ts';

const result = fc.record(
  {
    values: fc.record({
      WG: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 2 ** 30 })),
      TS: fc.integer({ min: -3, max: 9 }),
    }),
    status: fc.constantFrom('sampled', 'proved', 'invalid', 'deadlock', 'bounded'),
    time: fc.oneof(fc.maxSafeNat(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n })),
    reason: fc.constantFrom('too large', 'WG * TS <= size', 'x'),
  },
  { requiredKeys: ['values', 'status'] },
) as fc.Arbitrary<ConfigurationResult>;

describe('ResultsTable', () => {
  it('holds what a map by configuration holds, the last word on each, in order of arrival', () => {
    fc.assert(
      fc.property(fc.array(result, { maxLength: 400 }), (results) => {
        const table = new ResultsTable();
        const expected = new Map<string, ConfigurationResult>();
        for (const each of results) {
          table.add([each]);
          const key = JSON.stringify([each.values['WG'], each.values['TS']]);
          const known = expected.get(key);
          const undone =
            (each.status === 'sampled' && known?.status === 'proved' && known.time === each.time) ||
            (each.status === 'bounded' && known?.time !== undefined);
          if (!undone) expected.set(key, each);
        }
        expect([...new ResultsView(table)]).toEqual([...expected.values()]);
        for (const [row, each] of [...expected.values()].entries()) {
          expect(table.find(each.values)).toBe(row);
        }
        expect(table.find({ WG: -1, TS: 0 })).toBe(-1);
      }),
    );
  });

  it('keeps a proof when a sample of the same time comes after it', () => {
    const table = new ResultsTable();
    const values = { WG: 4 };
    table.add([{ values, status: 'proved', time: 10 }]);
    table.add([{ values, status: 'sampled', time: 10 }]);
    expect(table.status(0)).toBe('proved');
    table.add([{ values, status: 'sampled', time: 11 }]);
    expect(table.result(0)).toEqual({ values, status: 'sampled', time: 11 });
  });

  it('gives columns for drawing', () => {
    const table = new ResultsTable();
    table.add([
      { values: { WG: 4, TS: 2 }, status: 'sampled', time: 10 },
      { values: { WG: 8, TS: 2 }, status: 'invalid', reason: 'no' },
    ]);
    expect([...(table.column('WG') ?? [])]).toEqual([4, 8]);
    expect([...table.times()]).toEqual([10, Number.NaN]);
    expect(table.column('BS')).toBeUndefined();
  });

  it('takes a parameter that comes later', () => {
    const table = new ResultsTable();
    table.add([{ values: { WG: 4 }, status: 'sampled', time: 1 }]);
    table.add([{ values: { WG: 4, TS: 2 }, status: 'sampled', time: 2 }]);
    expect([...new ResultsView(table)].map(({ values }) => values)).toEqual([
      { WG: 4 },
      { WG: 4, TS: 2 },
    ]);
  });
});

it('a view is another object when the table has changed', () => {
  const before = new ResultsView();
  const after = withResults(before, [{ values: { WG: 1 }, status: 'sampled', time: 3 }]);
  expect(after).not.toBe(before);
  expect([before.size, after.size]).toEqual([0, 1]);
});

it('says no reason of one configuration for another, however many there are', () => {
  const table = new ResultsTable();
  table.add(
    Array.from({ length: 70_000 }, (_, WG) => ({
      values: { WG },
      status: 'invalid' as const,
      reason: `not ${WG}`,
    })),
  );
  for (const row of [0, 100, 65_533]) expect(table.reason(row)).toBe(`not ${row}`);
  for (const row of [65_534, 65_535, 69_999])
    expect(table.reason(row)).toBe('for a reason that found no room here');
});
