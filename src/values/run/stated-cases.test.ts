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
  ['NULL through an argument', 'o[gid] = load(gid == 9 ? o : 0);', 'bounds'],
  ['NULL through an assignment', '__global int *p = o; p = 0; o[gid] = *p;', 'bounds'],
])('%s is wrong', (_, body, kind) => {
  expect(judged(body)).toEqual(['wrong', kind]);
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
