import { expect, it } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** Groups of 4, 8 work-items, and the lengths of both arrays are stated. */
const judged = (body: string, more = '') => {
  const text = `#pragma tuner local_size 4
    #pragma tuner items 8
    #pragma tuner array o = 8
    #pragma tuner array in = 8
    int load(__global int *p) { return *p; }
    __kernel void k(__global int *o, __global int *in${more}) {
    int gid = get_global_id(0), lid = get_local_id(0); __local int l[4]; ${body} }`;
  const ran = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(ran), ...new Set(ran.findings.map(({ kind }) => kind))];
};

it.each([
  ['an initialiser that writes outside', 'int t = l[lid + 4] = 0; o[gid] = t;', 'bounds'],
  ['one that races', 'int s = (l[0] = lid, 5); o[gid] = s;', 'race-local'],
  [
    'one that not all come to',
    'if (lid == 0) { int s = (barrier(CLK_LOCAL_MEM_FENCE), 0); o[gid] = s; }',
    'divergence',
  ],
  ['a condition on contents', 'if (in[gid] > 30) o[gid + 1000] = 1;', 'bounds'],
  ['one that is below 0', 'if (in[gid] < -5) o[-1] = 1;', 'bounds'],
  ['one value', 'int x; if (in[gid] == 4711) o[gid] = x;', 'uninitialised'],
  ['a loop for one value', 'int x = in[gid]; while (x == 4711) {} o[gid] = x;', 'non-termination'],
  ['an update of what nobody has written', 'int x; atomic_add(&o[gid], x);', 'uninitialised'],
  ['an exchange of it', 'int x; atomic_xchg(&o[gid], x);', 'uninitialised'],
  ['a comparison with it', 'int x; atomic_cmpxchg(&o[gid], x, 1);', 'uninitialised'],
  ['an element of it', 'int x[2]; atomic_add(&o[gid], x[1]);', 'uninitialised'],
  ['a place behind all that contents choose', 'o[8 + (in[gid] & 7)] = 1;', 'bounds'],
  ['one below them', 'o[gid] = in[-1 - (in[gid] & 3)];', 'bounds'],
  ['one far behind', 'o[gid] = in[(in[gid] & 7) + 1000000000];', 'bounds'],
  [
    'one that its condition brings outside',
    'int x = in[gid]; if (x > 10) o[gid] = in[x];',
    'bounds',
  ],
  ['one in local memory', 'l[lid] = 0; atomic_inc(&l[(in[gid] & 3) + 4]);', 'bounds'],
  [
    'one behind a member',
    'struct { int a[4], b[4]; } s = { { 0 }, { 0 } }; o[gid] = s.a[4 + (in[gid] & 3)];',
    'bounds',
  ],
  [
    'one before a member',
    'struct { int a[4], b[4]; } s = { { 0 }, { 0 } }; o[gid] = s.b[(in[gid] & 3) - 4];',
    'bounds',
  ],
  [
    'a divisor that its condition makes 0',
    'int z = in[gid]; if (z == 0) o[gid] = 9 / z;',
    'result',
  ],
  ['one of no bits', 'o[gid] = 9 % (in[gid] & 0);', 'result'],
  ['NULL through an argument', 'o[gid] = load(gid == 9 ? o : 0);', 'bounds'],
  ['NULL through an assignment', '__global int *p = o; p = 0; o[gid] = *p;', 'bounds'],
])('%s is wrong', (_, body, kind) => {
  expect(judged(body)).toEqual(['wrong', kind]);
});

it.each([
  ['a place that contents bring to both sides', 'o[gid] = in[7 + (in[gid] & 1)];'],
  ['one that a guard leaves inside', 'int x = in[gid]; if (x > 6) o[gid] = in[x];'],
])('%s has a condition', (_, body) => {
  expect(judged(body)).toEqual(['right']);
});

it('a place outside for each number that an argument may be depends on it', () => {
  expect(judged('if (n > 8) o[n] = gid;', ', int n')[0]).toBe('depends');
});

it.each([
  ['a divisor for one value', 'o[gid] = 10 / (in[gid] - 4711);'],
  [
    'a place by a private array',
    'int p[64]; for (int i = 0; i < 64; i++) p[i] = i & 3; p[60] = 0; l[p[in[gid] & 63]] = lid;',
  ],
  ['one argument of many', 'if (n == 17) o[8 + gid] = 1;', ', int n'],
  ['arithmetic on an argument', 'l[lid >> (n / 1000)] = lid;', ', int n'],
])('%s is not right', (_, body, more = '') => {
  expect(judged(body, more)[0]).not.toBe('right');
});

it.each([
  ['an initialiser that writes', 'int t = o[gid] = 0; o[gid] += t;'],
  ['an initialiser that local memory has', 'int s = l[lid] = 0; l[lid] += 1; o[gid] = l[lid] + s;'],
  [
    'an initialiser that changes a variable',
    'int i = 3; int z = (i = 7) + 1; if (i != 7) o[gid + 8] = z;',
  ],
  [
    'the common type of a choice',
    'int s = -12; ulong u = 5; if ((1 ? s : u) < 1000) o[gid + 8] = 1;',
  ],
  ['saturation', 'if (mad_sat(0xFFFFFFFFu, 0xFFFFFFD8u, 1u) != 0xFFFFFFFFu) o[gid + 8] = 1;'],
])('%s is right', (_, body) => {
  expect(judged(body)[0]).toBe('right');
});

it.each([
  ['a sum that only large contents make too large', 'in[gid] + in[7 - gid]', 'not-checked'],
  ['one that is of other elements', 'in[gid] + in[gid]', 'wrong'],
])('%s', (_, sum, status) => {
  const text = `#pragma tuner local_size 4
    #pragma tuner items 8
    #pragma tuner array o = 8
    #pragma tuner array in = 8
    #pragma tuner ensures forall i < 8: o[i] == in[i] + in[7 - i]
    __kernel void k(__global int *o, __global const int *in) {
    int gid = get_global_id(0); o[gid] = ${sum}; }`;
  expect(statusOf(checkByRunning(builtValues(text, {}), { text }))).toBe(status);
});

it('more inputs than can be counted have no number', () => {
  const text = `#pragma tuner local_size 4
#pragma tuner items 4
#pragma tuner array x = 4
#pragma tuner input x[i] = any(0, 300)
#pragma tuner ensures x[0] < 301
__kernel void k(__global int *x) { x[0] += 0; }`;
  const { notChecked } = checkByRunning(builtValues(text, {}), { text });
  expect(notChecked.map(({ why }) => why)).toContainEqual(
    expect.stringMatching(/^\d+ of many more inputs were tried\.$/),
  );
});
