import { afterAll, expect, test } from 'vitest';
import { usualConstants } from '../base/constants.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { builtValues } from '../testing/value-listing.ts';
import { VERDICT_CASES } from '../testing/verdicts/index.ts';
import { knownAt } from '../testing/verdicts/verdict-case.ts';
import { ValueChecker } from './value-checker.ts';
import { isAll } from '../testing/amounts.ts';

const toolchain = await createNodeToolchain();
const checker = new ValueChecker(toolchain, { memoryMB: 1024 });
afterAll(() => toolchain.dispose());

/** Every fourth kernel that states its inputs; with `OVERTIME_VERDICTS=all` the whole table. */
const CASES = VERDICT_CASES.filter(({ isUnstated }) => !isUnstated).filter(
  (_, index) => isAll('VERDICTS') || index % 4 === 0,
);
const SIZE = 4;

/** Programs per model: compiling each alone would outlast all checks. */
const TOGETHER = 24;

/** Any of several races may be found first. */
const sortOf = (kind: string): string => kind.replace(/^race-.*/, 'race');

test('SPIN says of the table what is known', { timeout: 900_000 }, async () => {
  const wrong: unknown[] = [];
  for (let from = 0; from < CASES.length; from += TOGETHER) {
    const cases = CASES.slice(from, from + TOGETHER);
    const programs = cases.map(({ text, groups }) =>
      builtValues(text, { size: SIZE * groups, WG: SIZE }),
    );
    const report = await checker.check(programs, { level: 'regions', constants: usualConstants() });
    if (!report.ok) throw new Error(report.reason);
    expect(report.exhaustive).toBe(true);
    for (const [index, { found, ended }] of report.verdicts.entries()) {
      const one = cases[index];
      if (!one) continue;
      const known = knownAt(one, SIZE);
      const kind = found?.finding.kind ?? (ended ? 'right' : 'non-termination');
      if (sortOf(kind) !== sortOf(known))
        wrong.push([one.name, known, kind, found?.finding.message]);
    }
  }
  expect(wrong).toEqual([]);
});
