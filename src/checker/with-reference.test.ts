import { describe, expect, it } from 'vitest';
import { platform } from '../testing/engine.ts';
import { parser } from '../testing/kernels.ts';
import { statusOf } from '../values/index.ts';
import { checkByRunning } from '../values/run/check.ts';
import { poseValues } from './pose-values.ts';
import { wholeText, withReference } from './with-reference.ts';

const constants = platform({ size: 8 });

const PLAIN = `#pragma tuner array a = 8
#pragma tuner array o = 8
#pragma tuner input a[i] = any(0, 1)
void twice(__global int *a, __global int *o) {
  for (int i = 0; i < 8; i++) o[i] = a[i] * 2;
}`;

const candidate = (body: string, before = ''): string =>
  `${before}#pragma tuner param WG = {4}\n__kernel void k(__global int *a, __global int *o) {\n  int i = get_global_id(0);\n  ${body}\n}\n`;

/** The text of both, or why there is none. */
function joined(text: string, reference = PLAIN, named?: string, defines: readonly string[] = []) {
  const functions = (of: string) => parser.functionsOf(of, {}).functions;
  return withReference(
    { text, functions: functions(text), kernel: 'k' },
    { text: reference, functions: functions(reference), named },
    defines,
  );
}

/** The verdict, and what is said. */
function verdict(text: string, reference = PLAIN): string {
  const both = joined(text, reference);
  if (!both.ok) return both.why;
  const { programs, diagnostics, unposed } = poseValues(parser, both.text, {
    constants,
    given: {},
    kernelName: 'k',
  });
  const [program] = programs;
  if (program === undefined)
    return [...diagnostics.map(({ message }) => message), ...unposed.map((one) => one.reason.why)]
      .join(' ')
      .trim();
  const found = checkByRunning(program, { text: both.text, constants: { ...constants } });
  return [statusOf(found), ...found.findings.map(({ message }) => message)].join(': ');
}

describe('a candidate beside its reference', () => {
  it('is right where it leaves the same, and keeps its places', () => {
    const text = candidate('o[i] = a[i] << 1;');
    expect(verdict(text)).toBe('right');
    const both = joined(text);
    expect(both.ok && both.text.startsWith(text)).toBe(true);
    expect(both.ok && both.text.slice(both.from)).toBe(PLAIN);
  });

  it('is wrong where it leaves something else, with the input', () => {
    expect(verdict(candidate('o[i] = a[i] == 1 && i == 7 ? 3 : a[i] * 2;'))).toMatch(
      /^wrong: .*o\[7\] = 3, and twice 2.*where a is/,
    );
  });

  it.each([
    ['a function of the same name', '', PLAIN.replace('twice', 'k')],
    [
      'a macro of the same name',
      '#define N 3\n',
      PLAIN.replaceAll('8', 'N').replace('#', '#define N 8\n#'),
    ],
    [
      'a helper of the same name',
      'int f(int x) { return 0; }\n',
      `int f(int x) { return x * 2; }\n${PLAIN.replace('a[i] * 2', 'f(a[i])')}`,
    ],
    [
      'a constant of the same name',
      '__constant int two = 0;\n',
      `__constant int two = 2;\n${PLAIN.replace('* 2', '* two')}`,
    ],
    ['a fact of its own', '#pragma tuner input a[i] = 0\n', PLAIN],
  ])('does not meet it in %s', (_, before, reference) => {
    expect(verdict(candidate('o[i] = a[i] * 2;', before), reference)).toBe('right');
    expect(verdict(candidate('o[i] = 0;', before), reference)).toMatch(/^wrong/);
  });

  it('is judged at the sizes of the reference, and starts as it likes', () => {
    const reference = `#pragma tuner param N = {5, 8}\n#pragma tuner param WG = {1}\n${PLAIN.replaceAll('8', 'N')}`;
    const both = joined(
      candidate(
        'o[i] = 0;',
        '#pragma tuner param N = {4}\n#pragma tuner require N == 4\n#pragma tuner require WG < 8\n',
      ),
      reference,
    );
    expect(both.ok && both.text.match(/(?:param|require) .*/g)).toEqual([
      'require WG < 8',
      'param WG = {4}',
      'param N = {5, 8}',
    ]);
  });

  it('is launched by its host for the sizes of the reference, which may be a function of the host', () => {
    const host = 'void launch(int *a, int *o, int m) { k<<<(m + 3) / 4, 4>>>(a, o, m); }';
    const cuda = (body: string): string =>
      `__global__ void k(const int *a, int *o, int n) {\n  int i = blockIdx.x * 4 + threadIdx.x;\n  ${body}\n}\n${host}\n`;
    const reference = `#pragma tuner param N = {6}\n#pragma tuner value n = N\n${PLAIN.replaceAll('8', 'N').replaceAll('__global ', '')}`;
    expect(verdict(cuda('if (i < n) o[i] = a[i] + a[i];'), reference)).toBe('right');
    expect(verdict(cuda('if (i < 4) o[i] = a[i] + a[i];'), reference)).toMatch(/^wrong: .*o\[4\]/);
    expect(verdict(cuda('o[i] = a[i] + a[i];'), reference)).toMatch(/^wrong: .*a\[6\]/);
  });

  it('cannot change what the reference means', () => {
    const cheat = '#define twice(a, o) nothing(a, o)\n';
    expect(verdict(candidate('o[i] = 0;', cheat))).not.toBe('right');
    const helper = 'int max(int x, int y) { return 0; }\n';
    const uses = PLAIN.replace('a[i] * 2', 'max(a[i], 0)');
    expect(verdict(candidate('o[i] = 0;', helper), uses)).toBe(
      'the reference calls max, which the candidate defines and the reference does not',
    );
  });

  it('cannot hide the claim behind its end, nor bring in names by what it includes', () => {
    for (const end of ['// \\', '#define X \\', '#pragma once \\'])
      expect(verdict(`${candidate('o[i] = 0;')}${end}`)).toMatch(/^wrong/);
    for (const end of ['#if 0', '/*', '#ifdef X', '"', '{'])
      expect(verdict(`${candidate('o[i] = 0;')}${end}`)).not.toMatch(/^right/);
    const header = '#define two 0\nint three(void) { return 0; }\n';
    const includes = () => ({ name: 'x.h', text: header });
    const text = candidate('o[i] = 0;', '#include "x.h"\n');
    const { functions } = parser.functionsOf(text, { includes });
    const reference = `int three(void) { return 3; }\n${PLAIN.replace('* 2', '* two + three()')}`;
    const whole = { text: reference, functions: parser.functionsOf(reference, {}).functions };
    const both = withReference({ text, functions, kernel: 'k', includes }, whole);
    expect(both.ok && both.text.slice(both.from)).toContain('two_reference + three_reference()');
    expect(wholeText('#include "x.h"\nint a;', includes)).toBe(
      `${' '.repeat(14)}\n${header}\nint a;`,
    );
  });

  it('is compared with the one that is named, the namesake, or the only one', () => {
    const two = `${PLAIN}\nvoid k(__global int *a, __global int *o) { o[0] = 1; }`;
    const text = candidate('o[i] = 0;');
    expect(joined(text, two)).toMatchObject({ name: 'k_reference' });
    expect(joined(text, two, 'twice')).toMatchObject({ name: 'twice' });
    expect(joined(text, two, 'none')).toMatchObject({
      why: 'the reference has no function none; it has twice, k',
    });
    expect(joined(text, two.replace('void k(', 'void q('))).toMatchObject({
      why: 'the reference has twice, q: name one, as in FILE:twice',
    });
    expect(joined(text, '')).toMatchObject({ why: 'the reference has no function with a body' });
  });

  it('keeps its launch, and the reference its own', () => {
    const reference = `#pragma tuner items 8\n${PLAIN.replace('void twice', '__kernel void twice').replace(/for [^)]*\)/, 'int i = get_global_id(0);')}`;
    const both = joined(candidate('o[i] = 0;', '#pragma tuner items 4\n'), reference);
    expect(both.ok && both.text).toContain('ensures same(twice) over 8');
    const half = candidate('o[i] = a[i] * 2; o[i + 4] = a[i + 4] * 2;', '#pragma tuner items 4\n');
    expect(verdict(half, reference)).toBe('right');
  });
});
