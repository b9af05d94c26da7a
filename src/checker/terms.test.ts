import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TuningResult } from '../tuning/index.ts';
import { termsOf } from './terms.ts';
import { RUNS } from '../testing/amounts.ts';

const numRuns = RUNS * 40;
const { result: told } = termsOf({
  parameters: ['a'],
  objective: 'load',
  when: 'done',
  goal: 'largest',
});

it('of what is to be large no negative cost is left, and told twice it is as it was', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(), (best, more) => {
      const found = [{ time: best, values: { a: 1 }, steps: 3, seconds: 0 }];
      const from = { low: best - more - 1, high: best };
      const result: TuningResult = {
        status: 'proved',
        optima: [{ a: 1 }],
        minTime: best,
        found,
        from,
      };
      const shown = told(result);
      expect(shown.minTime).toBe(0 - best);
      expect(shown.found?.[0]?.time).toBe(0 - best);
      expect(shown.from).toEqual({ low: 0 - best, high: more + 1 - best });
      expect(told(shown)).toEqual(result);
    }),
    { numRuns },
  );
});

it('bounds of the largest change sides with their signs', () => {
  const cut: TuningResult = {
    status: 'cancelled',
    optima: [{ a: 1 }],
    minTime: -8,
    reason: 'The search was cancelled. The minimum lies above -12 and at or below -8 ticks.',
  };
  expect(told(cut).reason).toBe(
    'The search was cancelled. The maximum lies at or above 8 and below 12.',
  );
});
