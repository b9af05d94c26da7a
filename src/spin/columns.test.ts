import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ColumnReader } from './columns.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

describe('columns', () => {
  it('hold what was printed, to the last digit', () => {
    const rows = fc.array(fc.tuple(int64, int64, int64), { maxLength: 3000 });
    fc.assert(
      fc.property(rows, (printed) => {
        const reader = new ColumnReader('@finish');
        for (const [time, a, b] of printed) {
          expect(reader.read(`@finish time=${time} WG=${a} TS=${b}`)).toBe(true);
        }
        const { names, rows: count, values } = reader.columns();
        expect(count).toBe(printed.length);
        expect([...values]).toEqual(printed.flat());
        if (count > 0) expect(names).toEqual(['time', 'WG', 'TS']);
      }),
      { numRuns: 20 },
    );
  });

  it('leave other lines alone', () => {
    const reader = new ColumnReader('@finish');
    expect(
      ['', 'State-vector 352 byte', '@finished x=1', ' @finish x=1'].map((line) =>
        reader.read(line),
      ),
    ).toEqual([false, false, false, false]);
    expect(reader.rows).toBe(0);
  });

  it.each([
    '@finish time=1',
    '@finish WG=1 time=2',
    '@finish time=1 WG=x',
    '@finish time=1 WG=2 TS=3',
  ])('do not take %s for a line like the one before', (line) => {
    const reader = new ColumnReader('@finish');
    reader.read('@finish time=44 WG=4');
    expect(() => reader.read(line)).toThrow(/line of output/);
  });
});
