import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { drawing } from '../../testing/random-c.ts';
import { conditionsOf, statusOf, type Verdict } from '../finding.ts';
import { checkByRunning } from './check.ts';
import { prepare } from './session.ts';
import { RUNS } from '../../testing/amounts.ts';

function said(body: string): Verdict {
  const text = `#pragma tuner array t = 256
#pragma tuner array n = 16
#pragma tuner array x = 16
#pragma tuner array b = 4096
__kernel void k(__global int *x, __global uint *n, __global int *b, __local int *t, int m) {
  int l = get_local_id(0), g = get_global_id(0);
  ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')}
}`;
  return checkByRunning(builtValues(text, { WG: 4 }), { text });
}

const CLEAR = 'for (int i = l; i < 256; i += 4) t[i] = 0; SYNC;';

test('registers that take each other’s values are no drawn number', () => {
  const verdict = said('int a = l, c = 40, s = a; a = c; c = s; b[a + g * 64] = c;');
  expect(statusOf(verdict)).toBe('right');
});

describe('a counter that is set back', () => {
  /** The stores behind `at` are shown to come to places of their own. */
  const isSafe = (body: string): boolean => {
    const text = `__kernel void k(__global int *x, __global int *b, __local int *u, int m) {
  __local int c;
  int l = get_local_id(0), g = get_global_id(0), at = 9 + g;
  ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')}
}`;
    const program = builtValues(text, { WG: 4 });
    const { apart } = prepare(program).facts;
    const stores = program.code.flatMap((each, index) =>
      each.kind === 'store' && text.slice(each.span.start).startsWith('u[at') ? [index] : [],
    );
    expect(stores.length).toBeGreaterThan(0);
    return stores.every((index) => apart.isSafe(index));
  };

  test.each([
    [
      'before a barrier',
      'if (l == 0) c = 0; SYNC; if (x[g] > 7) { at = atomic_inc(&c); u[at] = g; }',
      true,
    ],
    [
      'in a loop without barriers',
      'if (l == 0) c = 0; SYNC; for (int i = 0; i < m; i++) { at = atomic_inc(&c); u[at] = i; } SYNC; if (l == 1) c = 7;',
      true,
    ],
    ['without a barrier', 'if (l == 0) c = 0; at = atomic_inc(&c); u[at] = g;', false],
    [
      'in every round',
      'for (int i = 0; i < m; i++) { if (l == 0) c = 0; SYNC; if (x[g] > i) at = atomic_inc(&c); u[at] = g; SYNC; }',
      false,
    ],
    [
      'between two that count',
      'if (l == 0) c = 0; SYNC; int at1 = atomic_inc(&c); SYNC; if (l == 0) c = 0; SYNC; int at2 = atomic_inc(&c); if (x[g] < 3) u[at1] = g; else u[at2] = l;',
      false,
    ],
    [
      'behind, with no barrier before',
      'if (x[g] > 7) { at = atomic_inc(&c); u[at] = g; } c = 3;',
      false,
    ],
  ])('%s', (_name, body, known) => {
    expect(isSafe(body)).toBe(known);
  });
});

describe('whatever memory holds, no two work-items come to one element', () => {
  test.each([
    ['a row of each', `${CLEAR} t[l * 16 + (x[g] & 15)]++;`],
    ['a column of each', `${CLEAR} t[(x[g] & 15) * 4 + l]++;`],
    ['a row by a type', 'b[g * 256 + (uchar)x[g]] = g;'],
    ['steps of all', 'for (int i = g; i < m; i += 16) b[i] = x[g];'],
    ['as often as contents say', 'for (int i = 0; i < (x[g] & 3); i++) b[g] += i;'],
    ['who draws one number', 'if (atomic_inc(&n[0]) == 3) b[0] = g;'],
    [
      'who draws the last',
      'uint at = atomic_inc(&n[0]); if (at == get_global_size(0) - 1) b[0] = g;',
    ],
    ['a list by a counter', 'if (x[g] > 7) { uint at = atomic_inc(&n[0]); b[at] = g; }'],
    [
      'a list of pairs',
      'if (x[g] > 7) { int at = atomic_add((__global int *)n, 1); b[2 * at] = g; b[2 * at + 1] = 7; }',
    ],
    [
      'as many in a row as were found',
      'uint c = 0; for (int i = 0; i < 2; i++) if (x[(g + i) & 15] > 7) c++; uint at = atomic_add(&n[0], c); for (uint k = 0; k < c; k++) b[at + k] = g;',
    ],
    [
      'as many in a row as a mask lets through',
      'uint c = x[g] & 3; uint at = atomic_add(&n[0], c); for (int k = 0; k < (int)c; k++) b[at + k] = g;',
    ],
    [
      'two in a row',
      'if (x[g] > 7) { uint at = atomic_add(&n[0], 2); b[at] = g; b[at + 1] = x[g]; }',
    ],
    [
      'a counter behind its list',
      'if (x[g] > 7) { uint at = atomic_inc(&n[15]); if (at < 15) n[at] = g; }',
    ],
    [
      'a list by a counter of the group that one sets back',
      '__local int c, u[4]; if (l == 0) c = 0; SYNC; if (x[g] > 7) { int at = atomic_inc(&c); u[at] = g; } SYNC; if (l == 0) b[g] = c;',
    ],
    ['a flag that all set alike', 'if (x[g] == 4711) b[0] = 1;'],
    ['a mark at a place of contents', 'b[x[g] & 7] = 1;'],
    [
      'sums by compare-exchange',
      'int o; do { o = b[x[g] & 7]; } while (atomic_cmpxchg(&b[x[g] & 7], o, o + g) != o);',
    ],
  ])('%s', (_name, body) => {
    const verdict = said(body);
    expect([verdict.findings.map(({ message }) => message), statusOf(verdict)]).toEqual([
      [],
      'right',
    ]);
  });
});

describe('where they may, it is not called right', () => {
  test.each([
    ['rows that are too short', `${CLEAR} t[l * 8 + (x[g] & 15)]++;`],
    ['a column too far', `${CLEAR} t[(x[g] & 15) * 3 + l]++;`],
    ['steps of some', 'for (int i = g; i < m; i += 8) b[i] = x[g];'],
    [
      'a counter that is set back without a barrier',
      '__local int c, u[4]; if (l == 0) c = 0; if (x[g] > 7) { int at = atomic_inc(&c); u[at & 3] = g; }',
    ],
    [
      'a counter that is set back between, and a place of before',
      '__local int c; int at = 9 + g; for (int i = 0; i < 2; i++) { if (l == 0) c = 0; SYNC; if (x[(g + i) & 15] > 7) at = atomic_inc(&c); if (x[g] > 9) b[at] = g; SYNC; }',
    ],
    [
      'a counter that another access counts after it is set back',
      '__local int c; int at = 9 + g; if (l == 0) c = 0; SYNC; if (x[g] > 7) at = atomic_inc(&c); SYNC; if (l == 0) c = 0; SYNC; if (x[g] < 3) at = atomic_inc(&c); b[at] = g;',
    ],
    ['a counter cut short', 'if (x[g] > 7) { uint at = atomic_inc(&n[0]); b[at & 3] = g; }'],
    [
      'pairs that overlap',
      'if (x[g] > 7) { uint at = atomic_inc(&n[0]); b[at] = g; b[at + 1] = g; }',
    ],
    ['two counters', 'if (x[g] > 7) { uint at = atomic_inc(&n[g & 1]); b[at] = g; }'],
    [
      'a counter that is set back',
      'if (x[g] == 9) n[0] = 0; uint at = atomic_inc(&n[0]); b[at] = g;',
    ],
    [
      'a counter that goes both ways',
      'uint at = x[g] > 7 ? atomic_inc(&n[0]) : atomic_dec(&n[0]); b[at & 255] = g;',
    ],
    [
      'a counter in its list',
      'if (x[g] > 7) { uint at = atomic_inc(&n[15]); if (at < 16) n[at] = g; }',
    ],
    [
      'one more in a row than was counted',
      'uint c = x[g] & 3; uint at = atomic_add(&n[0], c); for (uint k = 0; k <= c; k++) b[at + k] = g;',
    ],
    [
      'more in a row than was counted',
      'uint c = x[g] & 3; uint at = atomic_add(&n[0], c); c++; for (uint k = 0; k < c; k++) b[at + k] = g;',
    ],
    [
      'a row that begins one behind',
      'uint c = x[g] & 3; uint at = atomic_add(&n[0], c); for (uint k = 0; k < c; k++) b[at + k + 1] = g; if (c == 2) b[at] = g;',
    ],
    [
      'rows of negative numbers',
      'int c = x[g] % 4; int at = atomic_add((__global int *)&n[0], c); for (int k = 0; k < c; k++) b[at + k] = g;',
    ],
    [
      'a row that is given back',
      'uint c = x[g] & 3; uint at = atomic_add(&n[0], c); for (uint k = 0; k < c; k++) b[at + k] = g; atomic_sub(&n[0], c);',
    ],
    [
      'another try of an exchange that goes too far',
      'int o, k = 0; for (;;) { o = x[0]; if (atomic_cmpxchg(&x[0], o, o + g) == o) break; k += 5000; if (l == 0) b[k] = 1; }',
    ],
    ['a flag that each sets to its own', 'if (x[g] == 4711) b[0] = g;'],
    [
      'a list that others read',
      'if (x[g] > 7) { uint at = atomic_inc(&n[0]); b[at] = g; } x[g] = b[g];',
    ],
    [
      'steps that end in a place of contents',
      'int i = g; while (i < (x[g] & 63)) i += 16; b[i & 7] = g;',
    ],
  ])('%s', (_name, body) => {
    expect(statusOf(said(body))).not.toBe('right');
  });
});

test.each([
  [48, 'right', []],
  [47, 'right', ['b[at + k] is inside of b']],
])('rows of up to 3 from each of 16 need 48 elements: %d', (elements, status, conditions) => {
  const text = `#pragma tuner array x = 16
#pragma tuner array n = 1
#pragma tuner input n[i] = 0
#pragma tuner array b = ${elements}
__kernel void k(__global int *x, __global uint *n, __global int *b) {
  int g = get_global_id(0);
  uint c = x[g] & 3, at = atomic_add(n, c);
  for (uint k = 0; k < c; k++) b[at + k] = g;
}`;
  const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
  const ofOrder = 'any order of atomic_add(n, c) will do';
  expect(statusOf(verdict)).toBe(status);
  expect(conditionsOf(verdict).filter((each) => each !== ofOrder)).toEqual(conditions);
});

test('of random places, those called right are apart for all contents', () => {
  const draw = drawing(20261126);
  const pick = (most: number): number => draw(most + 1);
  let rights = 0;
  for (let run = 0; run < RUNS * 60; run += 1) {
    const [own, other, shift] = [pick(20), pick(6), pick(4)];
    const mask = [0, 1, 3, 7][pick(3)] ?? 0;
    const place = `l * ${own} + (x[g] & ${mask}) * ${other} + ${shift}`;
    const values = Array.from({ length: mask + 1 }, (_, value) => value).filter(
      (value) => (value & mask) === value,
    );
    const meet = [0, 1, 2, 3].some((a) =>
      [0, 1, 2, 3].some(
        (b) =>
          a !== b &&
          values.some((u) => values.some((v) => a * own + u * other === b * own + v * other)),
      ),
    );
    const status = statusOf(said(`t[${place}] = g;`));
    if (status === 'right') rights += 1;
    if (meet) expect([place, status]).not.toEqual([place, 'right']);
  }
  expect(rights).toBeGreaterThan(0);
});

test('a number that a counter is compared with may be another behind the comparison', () => {
  const store = 'uint k = x[g], t = atomic_inc(&n[0]); if (t == k) { k = 0; b[0] = g; }';
  expect(statusOf(said(store))).not.toBe('right');
});

describe('both parts of an identifier tell work-items apart, and one does not', () => {
  test.each([
    ['t[(x[g] & 31) * 8 + (l & 1) * 4 + (l >> 1)]++;', true],
    ['t[(x[g] & 31) * 8 + l % 2 * 2 + l / 2]++;', true],
    ['t[(x[g] & 31) * 8 + (l & 1) * 4]++;', false],
    ['t[(x[g] & 31) * 8 + (l >> 1)]++;', false],
    ['t[(x[g] & 31) * 8 + (l & 1) * 4 + (l >> 2)]++;', false],
    ['t[(x[g] & 31) * 8 + (l & 3) + (l >> 1)]++;', false],
    ['t[(x[g] & 31) * 2 + (l & 1) * 2 + (l >> 1)]++;', false],
    ['t[(x[g] & 31) * 8 + (l & 2) + (l >> 1)]++;', false],
  ])('%s', (body, isApart) => {
    expect(statusOf(said(`${CLEAR} ${body}`)) === 'right').toBe(isApart);
  });
});

test('a pointer to a struct that is moved in many places is followed soon', () => {
  const text = `struct S { __global int *p; };
#pragma tuner input x[i] = 0
__kernel void k(__global int *x, __global int *o) {
  int g = get_global_id(0);
  struct S s[4];
  struct S *r = s;
  ${'if (x[g] == 1) r++; if (x[g] == 2) r--; '.repeat(8)}
  r->p = o;
  r->p[g] = g;
}`;
  expect(statusOf(checkByRunning(builtValues(text), { text }))).toBe('right');
});
