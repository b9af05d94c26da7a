import { describe, expect, test } from 'vitest';
import { evaluate } from '../front/expr.ts';
import { lowered, outline, parser, remarks } from '../testing/kernels.ts';

describe('of several kernels', () => {
  const text = `#pragma tuner param WG = pow2(2, 16)
__kernel void first(__global int *a) { a[0] = 1; }
__kernel void second(__global int *a) { a[0] = a[1]; }
__kernel void third(__global int *a);
`;

  test('the first is taken where none is named, and that is said', () => {
    expect(outline(lowered(text))).toEqual(['work store global a GMT']);
    expect(remarks(text)).toEqual(['several-kernels: first']);
    const [said] = parser.lower(text).diagnostics;
    expect(said?.message).toBe(
      'This text has 2 kernels; first, the first, is taken, and not second.',
    );
    expect(said?.hint).toMatch(/--kernel-name/);
  });

  test('one can be named', () => {
    expect(outline(lowered(text, 'second'))).toEqual([
      'work load global a GMT, store global a GMT',
    ]);
    expect(remarks(text, 'first')).toEqual([]);
  });

  test('a name that is none of theirs is answered with those there are', () => {
    const [said] = parser.lower(text, 'third').diagnostics;
    expect(said).toMatchObject({ severity: 'error', code: 'no-kernel' });
    expect(said?.hint).toBe('There is first, second.');
  });
});

test('words of C with underscores mean what they mean without', () => {
  const text = `#pragma tuner param WG = pow2(2, 16)
static __inline__ int twice(__const int x) { return 2 * x; }
__extension__ __kernel void k(__global __const float *__restrict__ a, __const__ int n, __global float *b) {
  __volatile__ __local int t[4];
  __signed__ char c = 3;
  __const int end = twice(c);
  for (__signed int j = 0; j < end; ++j) b[j] = a[j];
}
`;
  expect(remarks(text)).toEqual([]);
  expect(outline(lowered(text))).toEqual([
    'loop 6',
    '  work load global a GMT, store global b GMT',
  ]);
});

describe('reqd_work_group_size', () => {
  const kernel = (size: string, before: string): string =>
    `${before}
__kernel __attribute__((reqd_work_group_size(${size}))) void k(__global int *a) { a[get_global_id(0)] = 1; }
`;
  const constraints = (text: string): string[] =>
    lowered(text).constraints.map((constraint) => constraint.text);

  test.each([
    ['64, 1, 1', '', 64, 2 * 64],
    ['LX, LY, 1', '#define LX (32)\n#define LY 2', 32 * 2, 2 * 32 * (2 * 2)],
  ])('of %s tells the work-items, where nothing else does', (size, before, group, least) => {
    const { localSize, items } = lowered(kernel(size, before));
    expect(evaluate(localSize, {})).toBe(group);
    expect(evaluate(items, { size: 2 })).toBe(least);
  });

  test('rules out other values of WG, and that is said', () => {
    const text = kernel('8, 1, 1', '#pragma tuner param WG = {4, 8, 16}');
    expect(remarks(text)).toEqual(['required-group-size: k']);
    expect(constraints(text)).toEqual(['reqd_work_group_size(8, 1, 1) needs WG == 8']);
    expect(lowered(text).localSize).toEqual({ kind: 'number', value: 8 });
  });

  test('says nothing where it says the same', () => {
    expect(remarks(kernel('WG, 1, 1', '#pragma tuner param WG = {4, 8}'))).toEqual([]);
    expect(remarks(kernel('8, 1, 1', '#pragma tuner param WG = {8}'))).toEqual([]);
    const sizes = '#pragma tuner param TS = {4, 8}\n#pragma tuner local_size 8';
    expect(remarks(kernel('8, 1, 1', sizes))).toEqual([]);
    expect(constraints(kernel('8, 1, 1', sizes))).toEqual([]);
  });

  test('holds for each dimension of a group', () => {
    const text = kernel(
      '8, 4, 1',
      '#pragma tuner param X = {4, 8}\n#pragma tuner local_size X, 4\n#pragma tuner items 64, 64',
    );
    expect(remarks(text)).toEqual(['required-group-size: k']);
    expect(constraints(text)).toContain('reqd_work_group_size(8, 4, 1) needs X == 8');
  });
});
