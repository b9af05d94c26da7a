import { afterAll, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { randomValueProgram } from '../testing/random-values.ts';
import { readsForNothing } from '../testing/reads-for-nothing.ts';
import { checkByRunning } from '../values/run/check.ts';
import { ValueChecker } from './value-checker.ts';

const toolchain = await createNodeToolchain();
const checker = new ValueChecker(toolchain, { memoryMB: 1024 });
afterAll(() => toolchain.dispose());

/** Seeds from here on start with correct programs. */
const FIRST = 15;
/** More by OVERTIME_RANDOM_VALUES. */
const count = Number(process.env['OVERTIME_RANDOM_VALUES'] ?? 16);

/** A race on one level may be an early read on the other. */
const verdicts = async (atomics: 'none' | 'sums' | 'any', level: 'regions' | 'free') => {
  const programs = Array.from({ length: count }, (_, seed) =>
    randomValueProgram(FIRST + seed, atomics),
  );
  const report = await checker.check(programs, { level });
  if (!report.ok) throw new Error(report.reason);
  expect(report.exhaustive).toBe(true);
  return report.verdicts.map(({ found }, seed) => [seed, found?.finding.kind] as const);
};

it.each(['none', 'sums', 'any'] as const)(
  'both levels and a plain run say the same of random programs, atomic operations: %s',
  { timeout: 300_000 },
  async (atomics) => {
    const regions = await verdicts(atomics, 'regions');
    const free = await verdicts(atomics, 'free');
    for (const [seed, [, kind]] of regions.entries()) {
      const alone = free[seed]?.[1];
      // Relaxed atomics order nothing in OpenCL's memory model, but interleaved items seem ordered
      // by them.
      const isOrdered =
        atomics === 'any' && alone === undefined && kind?.startsWith('race') === true;
      if (!isOrdered) expect([seed, alone !== undefined]).toEqual([seed, kind !== undefined]);
    }
    for (const [seed, kind] of regions) {
      const verdict = checkByRunning(randomValueProgram(FIRST + seed, atomics));
      const { findings, remarks } = verdict;
      if (kind === 'uninitialised' && readsForNothing(verdict)) continue;
      // A run merges equal writes, even if a writer had another value before.
      const isRemark =
        kind?.startsWith('race') === true && remarks.some((remark) => remark.kind === 'same-value');
      // Orders of atomic operations are tried, not all.
      const isOrder = atomics === 'any' && kind === 'result';
      if (isRemark || isOrder) continue;
      expect([seed, findings.length > 0]).toEqual([seed, kind !== undefined]);
    }
    // Both kinds must occur, or nothing is compared.
    expect(regions.some(([, kind]) => kind === undefined)).toBe(true);
    expect(new Set(regions.map(([, kind]) => kind)).size).toBeGreaterThan(2);
  },
);
