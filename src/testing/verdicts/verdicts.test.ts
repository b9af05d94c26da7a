import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { NativeUnit } from '../oracle/cpp-text.ts';
import { compileKernels, type NativeKernels, type NativeReport } from '../oracle/native-kernels.ts';
import { frontEndSays } from '../opencl-front-end.ts';
import { VERDICT_CASES } from './index.ts';
import { GROUP_SIZES, type GroupSize, knownAt, type VerdictCase, WRONGS } from './verdict-case.ts';
import { isAll } from '../amounts.ts';

/** `OVERTIME_VERDICTS=all` takes every size of groups, which takes minutes. */
const all = isAll('VERDICTS');
const SIZES: readonly GroupSize[] = all ? GROUP_SIZES : GROUP_SIZES.slice(0, 1);

const NATIVE = VERDICT_CASES.filter(({ native }) => native);

/** For `any(0, 3)` of two elements, all of them. */
const INPUTS = 16;

const unitName = ({ name }: VerdictCase, size: GroupSize): string => `${name}, WG = ${size}`;

const unitOf = (verdict: VerdictCase, WG: GroupSize): NativeUnit => ({
  name: unitName(verdict, WG),
  text: verdict.text,
  values: { WG },
  constants: { size: WG * verdict.groups },
});

/** The lines that are marked as wrong, from 1. */
const marked = ({ text }: VerdictCase): number[] =>
  text.split('\n').flatMap((line, index) => (line.includes('// !') ? [index + 1] : []));

test('the table has at least 120 kernels, of every kind', () => {
  expect(VERDICT_CASES.length).toBeGreaterThanOrEqual(120);
  expect(new Set(VERDICT_CASES.map(({ name }) => name)).size).toBe(VERDICT_CASES.length);
  for (const kind of [...WRONGS, 'right'])
    expect(
      VERDICT_CASES.filter(({ known }) => known === kind).length,
      `kernels that are ${kind}`,
    ).toBeGreaterThanOrEqual(6);
});

test('a real front end takes them as OpenCL C', { timeout: 300_000 }, async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {}); // progress of loading it
  const some = all ? VERDICT_CASES : VERDICT_CASES.filter((_, index) => index % 10 === 0);
  for (const { name, text } of some) {
    const said = await frontEndSays('k.cl', `#define WG 16\n#define size 32\n${text}`);
    expect(
      said.split('\n').filter((line) => /error:/.test(line)),
      name,
    ).toEqual([]);
  }
});

describe('compiled as C++, with every access watched', () => {
  let kernels: NativeKernels;
  let reports: ReadonlyMap<string, NativeReport>;

  beforeAll(async () => {
    const units = SIZES.flatMap((size) => NATIVE.map((each) => unitOf(each, size)));
    kernels = await compileKernels(units);
    reports = await kernels.judge(
      units.map(({ name }) => name),
      { inputs: INPUTS },
    );
  }, 300_000);
  afterAll(() => kernels.dispose());

  describe.each(SIZES)('in groups of %i', (size) => {
    test.each(NATIVE)('$name: $known', (verdict) => {
      const known = knownAt(verdict, size);
      const findings = reports.get(unitName(verdict, size))?.findings ?? [];
      if (known === 'right') {
        expect(findings).toEqual([]);
        return;
      }
      const ofKind = findings.filter(({ kind }) => kind === known);
      expect(ofKind, JSON.stringify(findings)).not.toEqual([]);
      const lines = ofKind.flatMap(({ line }) => (line === undefined ? [] : [line]));
      if (lines.length === 0 || known === 'non-termination') return;
      expect(
        marked(verdict).some((line) => lines.includes(line)),
        `lines ${lines.join()}`,
      ).toBe(true);
    });
  });
});
