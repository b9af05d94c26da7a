import { describe, expect, test } from 'vitest';
import { poseValues } from '../../checker/pose-values.ts';
import { platform } from '../../testing/engine.ts';
import { parser } from '../../testing/kernels.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

const constants = platform({ size: 8 });

const PLAIN = `__kernel void plain(__global int *a, __global int *o, int n) {
  int i = get_global_id(0);
  o[i] = a[i] * 2 + n;
}`;
const LOOP = `void plain(__global int *a, __global int *o, int n) {
  for (int i = 0; i < 8; i++) o[i] = a[i] * 2 + n;
}`;

function said(body: string, same: string, plain = PLAIN, more = '', parameters = ''): string[] {
  const text = `#pragma tuner param WG = {4}
#pragma tuner array a = 8
#pragma tuner array o = 8
#pragma tuner input a[i] = any(0, 1)
#pragma tuner value n = 3
${more}
#pragma tuner ensures ${same}
${plain}
__kernel void k(__global int *a, __global int *o, int n${parameters}) {
  int i = get_global_id(0), l = get_local_id(0);
  ${body}
}`;
  const { programs, diagnostics, unposed } = poseValues(parser, text, { constants, given: {} });
  const [program] = programs;
  if (program === undefined)
    return [
      ...diagnostics.map(({ message }) => message),
      ...unposed.map(({ reason }) => reason.why),
    ];
  const verdict = checkByRunning(program, { text, constants: { ...constants } });
  return [
    statusOf(verdict),
    ...verdict.findings.map(({ message }) => message),
    ...verdict.notChecked.map(({ why }) => why),
  ];
}

describe('a kernel and its plain twin', () => {
  test.each([
    ['a kernel', PLAIN],
    ['a function, run by one work-item', LOOP],
  ])('agree for all inputs: %s', (_name, plain) => {
    expect(said('o[i] = (a[i] << 1) + n;', 'same(plain)', plain)).toEqual(['right']);
  });

  test.each([
    ['for one input alone', 'o[i] = a[0] + a[3] + a[7] == 3 ? 9 : a[i] * 2 + n;', 'o[0] = 9'],
    ['in the last element', 'o[i] = i < 7 ? a[i] * 2 + n : 1;', 'o[7] = 1, and plain 3'],
    ['in what it does not write', 'if (i < 7) o[i] = a[i] * 2 + n;', 'and plain 3'],
    ['in an array that it should leave', 'o[i] = a[i] * 2 + n; a[i] = 5;', 'a[0] = 5'],
  ])('differ %s, and the input is told', (_name, body, words) => {
    const [status, message] = said(body, 'same(plain)', PLAIN, '#pragma tuner input o[i] = 0');
    expect(status).toBe('wrong');
    expect(message).toContain(words);
    expect(message).toMatch(/where a is [01](, [01]){7}/);
  });

  test('a reference of other work-items is run by those', () => {
    const double = 'o[i] = a[i] * 2 + n; o[i + 4] = a[i + 4] * 2 + n;';
    const items = '#pragma tuner items size / 2';
    expect(said(double, 'same(plain) over size', PLAIN, items)).toEqual(['right']);
    expect(said(double, 'same(plain)', PLAIN, items)[0]).toBe('wrong');
  });

  test('contents that nobody states are compared for a few', () => {
    const plain = PLAIN.replaceAll('int *a', 'int *b').replace('a[i]', 'b[i]');
    const [status, why] = said(
      'o[i] = b[i] * 2 + n;',
      'same(plain)',
      plain,
      '',
      ', __global int *b',
    );
    expect([status, why]).toEqual([
      'not-checked',
      'same(plain) depends on inputs that nobody states: it was compared for a few.',
    ]);
    const wrong = said('o[i] = b[i] + n;', 'same(plain)', plain, '', ', __global int *b');
    expect(wrong[0]).toBe('wrong');
  });

  test.each([
    ['1e-5', '0.100001f', 'right'],
    ['1e-7', '0.100001f', 'wrong'],
    ['0', '0.1f', 'right'],
    // Nothing is near infinity, which is all that is left of a number that is too large.
    ['1e-4', 'exp(89.0f)', 'wrong'],
  ])('fractions may be %s apart', (tolerance, factor, status) => {
    const plain = `__kernel void plain(__global float *f) { f[get_global_id(0)] = 0.1f; }`;
    const more = '#pragma tuner array f = 8\n#pragma tuner input f[i] = i';
    const body = `f[i] = ${factor};`;
    expect(said(body, `same(plain, ${tolerance})`, plain, more, ', __global float *f')[0]).toBe(
      status,
    );
  });

  test.each([
    ['same(missing)', PLAIN, 'there is no kernel or function missing'],
    ['same(plain, -1)', PLAIN, 'a tolerance is 0 or more'],
    ['same(plain) over 0', PLAIN, 'one to three whole numbers'],
    ['same(plain) over 8', LOOP, 'is no kernel: one work-item runs it'],
    ['same(plain)', PLAIN.replace('int *o', 'int *q').replace('o[i]', 'q[i]'), 'the array q of'],
    ['same(plain)', PLAIN.replace('int n', 'int m').replace('+ n', '+ m'), 'the argument m of'],
  ])('%s cannot be compared', (same, plain, words) => {
    expect(said('o[i] = a[i] * 2 + n;', same, plain).join(' ')).toContain(words);
  });

  test('a reference that races is no measure', () => {
    const racy = PLAIN.replace('o[i] =', 'o[0] = i; o[i] =');
    const [status, why] = said('o[i] = a[i] * 2 + n;', 'same(plain)', racy);
    expect(status).toBe('not-checked');
    expect(why).toContain('plain is wrong itself');
  });

  test('the kernel that is compared with is not the one that is meant', () => {
    const text = `#pragma tuner param WG = {4}\n#pragma tuner ensures same(plain)\n${PLAIN}\n${PLAIN.replace('plain', 'fast')}`;
    const { programs, diagnostics } = poseValues(parser, text, { constants, given: {} });
    expect(programs[0]?.kernel).toBe('fast');
    expect(diagnostics).toEqual([]);
  });
});
