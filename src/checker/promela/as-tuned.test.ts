import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TuningResult } from '../../tuning/index.ts';
import { asTuned } from './as-tuned.ts';

const numRuns = Number(process.env['OVERTIME_RUNS'] ?? 1) * 40;
const largest = {
  ...{ parameters: ['a'], objective: 'load', when: 'done' },
  goal: 'largest',
} as const;

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
      const shown = asTuned.result(result, largest);
      expect(shown.minTime).toBe(0 - best);
      expect(shown.found?.[0]?.time).toBe(0 - best);
      expect(shown.from).toEqual({ low: 0 - best, high: more + 1 - best });
      expect(asTuned.result(shown, largest)).toEqual(result);
    }),
    { numRuns },
  );
});
