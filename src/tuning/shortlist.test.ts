import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { robustOrder } from './robust.ts';
import { limitWithin, shortlisted } from './shortlist.ts';

describe('a shortlist', () => {
  it('has an exact limit, also for times that no double holds', () => {
    expect(limitWithin(584, 1)).toBe(584);
    expect(limitWithin(584, 1.05)).toBe(613);
    expect(limitWithin(100, 1.07)).toBe(107);
    expect(limitWithin(2n ** 62n, 1.5)).toBe(2n ** 62n + 2n ** 61n);
  });

  it('has what is within the limit, once, by time', () => {
    const results = [
      { values: { WG: 8 }, time: 7 },
      { values: { WG: 4 }, time: 9 },
      { values: { WG: 4 }, time: 6 },
      { values: { WG: 2 }, time: 6 },
      { values: { WG: 1 }, time: 8 },
      { values: { WG: 0 } },
    ];
    expect(shortlisted(results, 7)).toEqual([
      { values: { WG: 2 }, time: 6 },
      { values: { WG: 4 }, time: 6 },
      { values: { WG: 8 }, time: 7 },
    ]);
  });
});

describe('robust over platforms', () => {
  const platform = (name: string, times: Readonly<Record<string, number>>) => ({
    name,
    minimum: Math.min(...Object.values(times)),
    results: Object.entries(times).map(([WG, time]) => ({ values: { WG: Number(WG) }, time })),
  });

  it('chooses what loses least where it loses most, and names what breaks the others', () => {
    const [best, ...others] = robustOrder([
      platform('one', { 1: 100, 2: 107, 3: 300 }),
      platform('other', { 1: 400, 2: 205, 3: 200, 4: 201 }),
    ]);
    expect(best).toEqual({ values: { WG: 2 }, worst: 1.07, breaks: 'one', losses: [1.07, 1.025] });
    expect(others.map(({ values, worst, breaks }) => [values.WG, worst, breaks])).toEqual([
      [1, 2, 'other'],
      [3, 3, 'one'],
      [4, Infinity, 'one'],
    ]);
  });

  it('finds what trying all configurations finds', () => {
    const times = fc.array(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 }),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(times, (all) => {
        const [first] = robustOrder(
          all.map((row, at) => platform(`p${at}`, Object.fromEntries(row.entries()))),
        );
        const worst = [0, 1, 2, 3].map((index) =>
          Math.max(...all.map((row) => (row[index] ?? 0) / Math.min(...row))),
        );
        expect(first?.worst).toBe(Math.min(...worst));
        expect(worst[first?.values.WG ?? -1]).toBe(first?.worst);
      }),
    );
  });
});
