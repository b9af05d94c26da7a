import { describe, expect, it } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** The verdict on a kernel of 16 work-items in groups of 8, with `a` of 64 elements. */
function said(body: string, of = '__global int *a', before = '#pragma tuner array a = 64') {
  const text = `#pragma tuner param WG = {8}
${before}
__kernel void k(${of}) { int l = get_local_id(0), g = get_global_id(0); ${body} }`;
  const verdict = checkByRunning(builtValues(text, { WG: 8 }), { text });
  return {
    status: statusOf(verdict),
    kinds: verdict.findings.map(({ kind }) => kind),
    conditions: conditionsOf(verdict),
    assumed: verdict.findings.map(({ assumed }) => assumed?.words),
    open: verdict.notChecked.flatMap(({ what, weakens }) => (weakens ? [what] : [])),
  };
}

describe('groups that draw rows take turns', () => {
  const drawn = (distance: number): string => `__local int row;
  while (1) {
    if (l == 0) row = atomic_inc(next);
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    int y = row;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (y >= 4) break;
    a[y * ${distance} + l] = y;
  }`;
  const alone = (distance: number): string =>
    `for (int i = atomic_inc(next); i < 20; i = atomic_inc(next)) { a[i * ${distance}] = i; a[i * ${distance} + 1] = g; }`;

  it.each([
    ['apart', drawn(8), []],
    ['with an element in two', drawn(7), ['race-between-groups']],
    [
      'of which two are one, and one group may draw both',
      drawn(8).replace('y * 8', '(y == 3 ? 1 : y) * 8'),
      ['race-between-groups'],
    ],
    ['apart, each item for itself', alone(2), []],
    [
      'with an element in two, each item for itself',
      alone(1),
      ['race-global', 'race-between-groups'],
    ],
  ])('%s', (_, body, kinds) => {
    const before = '#pragma tuner array a = 64\n#pragma tuner input next[i] = 0';
    expect(said(body, '__global int *a, __global int *next', before).kinds).toEqual(kinds);
  });
});

const COUNTER = '__local int c; if (l == 0) c = 0; barrier(CLK_LOCAL_MEM_FENCE);';

it.each([
  ['outside', 'if (atomic_cmpxchg(&c, 0, l + 1) == 0) if (l == 5) a[g + 1000] = 1;'],
  ['a division by 0', 'int v = atomic_inc(&c); if (l == 2) a[g] = 12 / (v - 4);'],
  [
    'a division by 0 behind a condition',
    'int v = atomic_inc(&c); if (l == 2 && v == 4) a[g] = 12 / (v - 4);',
  ],
  ['before a barrier', 'if (atomic_cmpxchg(&c, 0, l + 1) == 0) if (l == 5) return; SYNC'],
  ['to a race', 'int v = atomic_add(&c, l + 1); if (v == 4 || v == 6) a[40] = l;'],
  [
    'behind a barrier, by what is left',
    'atomic_xchg(&c, l); SYNC if (c == 6) if (l == 2) a[1000] = 1;',
  ],
])('what only an order that was not tried leads to leaves a kernel open: %s', (_, body) => {
  const text = `${COUNTER} ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE);')} a[g] = 1;`;
  expect(said(text)).toMatchObject({ status: 'not-checked', open: ['orders of atomic accesses'] });
});

it.each([
  ['a list', 'int p = atomic_inc(&c); if (p < 8) a[get_group_id(0) * 8 + p] = 1;'],
  [
    'a divisor that is never 0',
    'int v = atomic_inc(&c); if (l == 2) a[g] = 12 / max(v, 1); SYNC if (l == 0) a[g] = c;',
  ],
  ['one that does the rest', 'if (atomic_inc(&c) == 7) a[get_group_id(0)] = 1;'],
])('a kernel that is right in every order stays so: %s', (_, body) => {
  const text = body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE);');
  expect(said(`${COUNTER} ${text}`).status).toBe('right');
});

describe('a loop that another order of its exchanges may end in any round', () => {
  const probing = (found: string): ReturnType<typeof said> =>
    said(
      `int s = g / 4, r = 0; while (1) { int p = atomic_cmpxchg(&t[s & 15], -1, g);
       if (p == -1 || p == g) { ${found} a[g] = 1; return; } s++; r++; }`,
      '__global int *a, __global int *t',
      '#pragma tuner array a = 64\n#pragma tuner array t = 16\n#pragma tuner input t[i] = -1',
    );

  it.each([
    'if (p == g) a[g + 1000] = 1;',
    'if (p == g) a[g + r * 100] = 1;',
    'if (p == g) a[g ^ 1] = 2;',
    'a[g == 5 && r == 6 ? 1000 : 32] = 1;',
    'a[(r == 6) * (g == 5) * 1000 + 32] = 1;',
  ])('leaves open what comes of it: %s', (found) => {
    expect(probing(found).status).toBe('not-checked');
  });
});

const STEPS = '__global int *a, int m, int n, int p';

it('contents that bring several items to an atomic show that its order matters', () => {
  const found = `${COUNTER} if (d[g] > 100) atomic_cmpxchg(&c, 0, l + 1); barrier(CLK_LOCAL_MEM_FENCE); if (l == 3) a[g] = c;`;
  expect(said(found, '__global int *a, __global const int *d')).toMatchObject({
    status: 'right',
    conditions: ['any order of atomic_cmpxchg(&c, 0, l + 1) will do'],
  });
});

it.each(['g * (m - n)', 'g * (m - n - p)', 'g * (n - m) + m', 'g * (m / n - 1)'])(
  'a step that others make large enough is no race for certain: %s',
  (index) => {
    const { status, assumed, conditions } = said(`a[${index}] = g;`, STEPS, '');
    expect(['depends', 'right']).toContain(status);
    expect(assumed.every((each) => each !== undefined)).toBe(true);
    expect(assumed.length + conditions.length).toBeGreaterThan(0);
  },
);

it('a step that brings two together whatever it is remains wrong', () => {
  expect(said('a[g / 2 * (m - n)] = g;', STEPS, '')).toMatchObject({ status: 'wrong' });
});

it('rounds by contents that draw numbers are inside of an array, or not', () => {
  const text = 'for (int r = 0; r < (b[g] & 15); r++) a[atomic_inc(n)] = r;';
  const of = '__global int *a, __global const int *b, __global int *n';
  const found = said(text, of, '#pragma tuner array a = 16\n#pragma tuner input n[i] = 0');
  expect(found.status).toBe('right');
  expect(found.conditions).toContain('a[atomic_inc(n)] is inside of a');
});

it('a barrier in a case that cannot be is none', () => {
  const text = (value: number): string =>
    `switch (b[g] & 3) { case ${value}: barrier(CLK_LOCAL_MEM_FENCE); break; default: a[g] = 1; }`;
  const of = '__global int *a, __global const int *b';
  expect(said(text(5), of).status).toBe('right');
  expect(said(text(2), of).status).not.toBe('right');
});

it('rows that larger arguments lengthen are no race for certain, and others are', () => {
  const found = said('for (int i = 0; i < 5; i++) a[g / 2 * n + i] = g;', STEPS, '');
  expect(found.status).toBe('wrong');
  const rows = said('for (int i = 0; i < 40; i++) a[g * n + i] = g;', STEPS, '');
  expect(rows).toMatchObject({ status: 'depends' });
});

it('an access that too small an argument keeps from being made is not avoided by it', () => {
  const body = '__local int t[16]; for (int i = 0; i < n / 8; i++) t[l + 9] = i; a[g] = l;';
  expect(said(body, '__global int *a, int n')).toMatchObject({ status: 'wrong' });
});

it('what each round of a loop writes has a value, if there is a round', () => {
  const text = (begin: number): string =>
    `int x; for (int i = ${begin}; i < n; i++) x = i > m; if (x) a[g] = n; a[g + n + m] = 1;`;
  const of = '__global int *a, int n, int m';
  expect(said(text(0), of, '').conditions).toContain('n is above 0');
  expect(said(text(0), of, '').status).toBe('right');
  expect(said(text(1), of, '').status).not.toBe('right');
});

it('arguments with fractions are taken below 1 too', () => {
  const text =
    'float x = m; int i = 0; while (x * x < 1.0f && i < 9) { x += 0.25f; i++; } a[g] = i;';
  expect(said(text, '__global int *a, float m').status).toBe('right');
});

it('counts at places of contents race with what others do at places of their own', () => {
  const text = (before: string, after: string): string =>
    `__local int t[16]; t[l] = 0; t[l + 8] = 0; ${before} atomic_inc(&t[b[g] & 15]); ${after} a[g] = t[l];`;
  const of = '__global int *a, __global const int *b';
  const SYNC = 'barrier(CLK_LOCAL_MEM_FENCE);';
  expect(said(text(SYNC, SYNC), of).status).toBe('right');
  expect(said(text(SYNC, ''), of).status).toBe('wrong');
  expect(said(text('', SYNC), of).status).toBe('wrong');
});

it('a lock that nobody states to be free is no loop without an end', () => {
  const body = 'if (g == 0) { while (atomic_cmpxchg(n, 0, 1) != 0) {} a[0] = 1; }';
  expect(said(body, '__global int *a, __global int *n').status).not.toBe('wrong');
  const held = said(body, '__global int *a, __global int *n', '#pragma tuner input n[i] = 1');
  expect(held.status).not.toBe('right');
});

it('contents that make a divisor 0 only behind a condition on them are found', () => {
  const of = '__global int *a, __global const int *b';
  const divided = (by: string): ReturnType<typeof said> =>
    said(`if (l == 2 && b[g] == 4711) a[g] = 12 / (${by});`, of);
  expect(divided('b[g] - 4711')).toMatchObject({
    status: 'not-checked',
    open: ['division by zero'],
  });
  expect(divided('b[g] + 4711').status).toBe('right');
});
