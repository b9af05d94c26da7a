import { afterAll, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { randomValueProgram } from '../testing/random-values.ts';
import { ValueChecker } from './value-checker.ts';

const toolchain = await createNodeToolchain();
const checker = new ValueChecker(toolchain, { memoryMB: 1024 });
afterAll(() => toolchain.dispose());

/** More by OVERTIME_RANDOM_VALUES. */
const count = Number(process.env['OVERTIME_RANDOM_VALUES'] ?? 24);

/** Of a race one level may see what the other sees as a read of what is not written yet; both know that
 * something is wrong. */
const verdicts = async (atomics: 'none' | 'sums' | 'any', level: 'regions' | 'free') => {
  const programs = Array.from({ length: count }, (_, seed) => randomValueProgram(seed, atomics));
  const report = await checker.check(programs, { level });
  if (!report.ok) throw new Error(report.reason);
  expect(report.exhaustive).toBe(true);
  return report.verdicts.map(({ found }, seed) => [seed, found?.finding.kind] as const);
};

it.each(['none', 'sums', 'any'] as const)(
  'both levels say the same of random programs, atomic operations: %s',
  { timeout: 300_000 },
  async (atomics) => {
    const regions = await verdicts(atomics, 'regions');
    const free = await verdicts(atomics, 'free');
    const isWrong = ([seed, kind]: readonly [number, string | undefined]) => [
      seed,
      kind !== undefined,
    ];
    expect(free.map(isWrong)).toEqual(regions.map(isWrong));
    // Of both there are some, or nothing is compared.
    expect(regions.some(([, kind]) => kind === undefined)).toBe(true);
    expect(new Set(regions.map(([, kind]) => kind)).size).toBeGreaterThan(2);
  },
);
