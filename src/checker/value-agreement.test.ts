import { afterAll, expect, it } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { randomValueProgram } from '../testing/random-values.ts';
import { readsForNothing } from '../testing/reads-for-nothing.ts';
import { checkByRunning } from '../values/run/check.ts';
import { ValueChecker } from './value-checker.ts';

const toolchain = await createNodeToolchain();
const checker = new ValueChecker(toolchain, { memoryMB: 1024 });
afterAll(() => toolchain.dispose());

/** Some of the first ones are right. */
const FIRST = 13;

/** More by OVERTIME_RANDOM_VALUES. */
const count = Number(process.env['OVERTIME_RANDOM_VALUES'] ?? 8);

it.each(['none', 'sums'] as const)(
  'SPIN, which tries every order, says of random programs what running one order does: %s',
  { timeout: 300_000 },
  async (atomics) => {
    const programs = Array.from({ length: count }, (_, at) =>
      randomValueProgram(FIRST + at, atomics),
    );
    const report = await checker.check(programs, { level: 'free' });
    if (!report.ok) throw new Error(report.reason);
    expect(report.exhaustive).toBe(true);
    const verdicts = programs.map((program) => checkByRunning(program));
    const ran = verdicts.map(({ findings }) => findings);
    for (const [seed, { found }] of report.verdicts.entries()) {
      // Writing and reading back an equal value: a race to one, a remark to the other.
      const isEqual = verdicts[seed]?.remarks.some(({ kind }) => kind === 'same-value') === true;
      if (isEqual && found?.finding.kind.startsWith('race') === true) continue;
      if (found?.finding.kind === 'uninitialised' && readsForNothing(verdicts[seed])) continue;
      expect([seed, (ran[seed]?.length ?? 0) > 0]).toEqual([seed, found !== undefined]);
    }
    expect(ran.some((findings) => findings.length === 0)).toBe(true);
    expect(ran.some((findings) => findings.length > 0)).toBe(true);
  },
);
