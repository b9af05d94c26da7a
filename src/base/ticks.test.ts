import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addTicks, compareTicks, midpoint, parseTicks, ticks } from './ticks.ts';

const time = fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n });

describe('ticks', () => {
  it('are the same value when they are equal', () => {
    fc.assert(
      fc.property(time, (value) => {
        expect(parseTicks(String(value))).toBe(ticks(value));
        expect(BigInt(ticks(value))).toBe(value);
        expect(typeof ticks(value)).toBe(Number.isSafeInteger(Number(value)) ? 'number' : 'bigint');
      }),
    );
  });

  it('are added, halved and ordered as whole numbers are', () => {
    fc.assert(
      fc.property(time, time, (a, b) => {
        expect(BigInt(addTicks(ticks(a), ticks(b)))).toBe(a + b);
        const middle = BigInt(midpoint(ticks(a), ticks(b)));
        expect(middle * 2n <= a + b && a + b < middle * 2n + 2n).toBe(true);
        expect(compareTicks(ticks(a), ticks(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it('are read from whole numbers alone', () => {
    expect(parseTicks('36028797287399424')).toBe(36028797287399424n);
    expect(['', '1.5', '1e3', 'x', '0x10'].map(parseTicks)).toEqual(Array(5).fill(undefined));
  });
});
