import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NativeUnit } from '../oracle/cpp-text.ts';
import { compileKernels, type NativeKernels, type NativeReport } from '../oracle/native-kernels.ts';
import { CUDA_CASES, CUDA_EXAMPLES, CUDA_KNOWN, type CudaCase } from './index.ts';

const unitOf = (name: string, text: string, values: NativeUnit['values'] = {}): NativeUnit => ({
  name,
  text,
  values,
  constants: { size: 0 },
});

test('there are at least 60 kernels, of every kind', () => {
  expect(CUDA_CASES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(CUDA_CASES.map(({ title }) => title)).size).toBe(CUDA_CASES.length);
  for (const known of CUDA_KNOWN)
    expect(CUDA_CASES.filter((each) => each.known === known).length, known).toBeGreaterThan(0);
});

describe('compiled as C++, on fibres that meet in warps', () => {
  let kernels: NativeKernels;
  let reports: ReadonlyMap<string, NativeReport>;
  let inStep: ReadonlyMap<string, NativeReport>;

  beforeAll(async () => {
    const units = [
      ...CUDA_CASES.map(({ name, text, values }) => unitOf(name, text, values)),
      ...CUDA_EXAMPLES.map(({ name, text }) => unitOf(`example ${name}`, text)),
    ];
    kernels = await compileKernels(units, { language: 'cuda' });
    const names = units.map(({ name }) => name);
    reports = await kernels.judge(names, { arrays: true });
    inStep = await kernels.judge(
      CUDA_CASES.filter(({ known }) => known === 'lockstep' || known === 'race-local').map(
        ({ name }) => name,
      ),
      { lockstep: true },
    );
  }, 300_000);
  afterAll(() => kernels.dispose());

  const reportOf = (name: string): NativeReport => {
    const report = reports.get(name);
    if (report === undefined) throw new Error(`${name} was not run`);
    return report;
  };
  const racesInStep = ({ name }: CudaCase): boolean =>
    inStep.get(name)?.findings.some(({ kind }) => kind.startsWith('race')) ?? false;

  test.each(CUDA_CASES)('$title: $known', (each) => {
    const { findings, launches, ordersAgree } = reportOf(each.name);
    expect(launches).toEqual(each.launches);
    if (each.known === 'right') {
      const counted = findings.filter(({ kind }) => !each.fenced || kind !== 'race-between-groups');
      expect(counted).toEqual([]);
      expect(ordersAgree).toBe(true);
      return;
    }
    const kind = each.known === 'lockstep' ? /^race-/ : new RegExp(`^${each.known}$`);
    const ofKind = findings.filter((finding) => kind.test(finding.kind));
    expect(ofKind, JSON.stringify(findings)).not.toEqual([]);
    const lines = ofKind.flatMap(({ line }) => (line === undefined ? [] : [line]));
    if (lines.length > 0 && each.known !== 'non-termination')
      expect(
        each.marked.filter((line) => lines.includes(line)),
        lines.join(),
      ).not.toEqual([]);
    if (each.known === 'lockstep') expect(racesInStep(each)).toBe(false);
    if (each.known === 'race-local') expect(racesInStep(each)).toBe(true);
  });

  test.each(CUDA_EXAMPLES)('the example $name is right', ({ name }) => {
    const { findings, ordersAgree } = reportOf(`example ${name}`);
    expect(findings).toEqual([]);
    expect(ordersAgree).toBe(true);
  });
});
