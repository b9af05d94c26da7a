import { expect, it } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';
import { mostGiven } from './counted.ts';

/** Two groups of 4. */
const judged = (body: string) => {
  const text = `#pragma tuner local_size 4
    #pragma tuner items 8
    #pragma tuner array o = 8
    __kernel void k(__global int *o, __global const int *in, __global int *n, int m) {
    int g = get_global_id(0), l = get_local_id(0), w = get_group_id(0), at = -1;
    __local int c; ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')} }`;
  const ran = checkByRunning(builtValues(text, {}), { text });
  const conditions = conditionsOf(ran).filter((each) => !each.startsWith('any order of'));
  return [statusOf(ran), ...conditions];
};

const CLEAR = 'if (l == 0) c = 0; SYNC;';

it.each([
  ['as it is drawn', `${CLEAR} if (in[g] > 0) { at = atomic_inc(&c); o[w * 4 + at] = in[g]; }`],
  [
    'where one was drawn',
    `${CLEAR} if (in[g] > 0) at = atomic_inc(&c); SYNC; if (at >= 0) o[w * 4 + at] = g;`,
  ],
  [
    'or none',
    `${CLEAR} at = in[g] > 0 ? atomic_inc(&c) : -1; SYNC; if (at >= 0) o[w * 4 + at] = g;`,
  ],
  ['down', 'if (l == 0) c = 3; SYNC; if (in[g] > 0) { at = atomic_dec(&c); o[w * 4 + at] = g; }'],
])('a number of a group leads to its part of an array: %s', (_, body) => {
  expect(judged(body)).toEqual(['right']);
});

it('a number of all groups that is kept with one more leads to a place of its own', () => {
  expect(judged('if (in[g] > 0) { int p = atomic_inc(n) + 1; o[p] = g; }')).toEqual([
    'right',
    'o[p] is inside of o',
  ]);
  expect(judged('if (in[g] > 0) { char p = atomic_inc(n) + 1; o[p] = g; }')[0]).not.toBe('right');
});

it('a number of all groups leads to a place of its own where one was drawn', () => {
  expect(judged('if (in[g] > 0) at = atomic_inc(n); if (at >= 0) o[at] = g;')).toEqual([
    'right',
    'o[at] is inside of o',
  ]);
});

it.each([
  ['parts overlap', `${CLEAR} if (in[g] > 0) { at = atomic_inc(&c); o[w * 3 + at] = in[g]; }`],
  [
    'two are drawn',
    `${CLEAR} for (int i = 0; i < 2; i++) if (in[g] > i) { at = atomic_inc(&c); o[w * 4 + at] = i; }`,
  ],
  [
    'two draw',
    `${CLEAR} if (in[g] > 0) { at = atomic_inc(&c); o[w * 4 + at] = g; } else { at = atomic_inc(&c); o[w * 4 + at] = -at; } if (in[g] > 5) atomic_inc(&c);`,
  ],
  [
    'contents are where it begins',
    'if (l == 0) c = in[0] & 7; SYNC; if (in[g] > 0) { at = atomic_inc(&c); o[w * 4 + at] = g; }',
  ],
  [
    'what is left may be none',
    `${CLEAR} if (in[g] > 0) at = atomic_inc(&c); SYNC; if (at > -2) o[w * 4 + at + 1] = g;`,
  ],
  [
    'it has changed since',
    `${CLEAR} if (in[g] > 0) at = atomic_inc(&c); if (in[g] > 9) at = in[g] & 1; if (at >= 0) o[w * 4 + at] = g;`,
  ],
])('and to no other where %s', (_, body) => {
  expect(judged(body)[0]).not.toBe('right');
});

it.each([
  ['vectors', '__global int4 *', 'v[at + k] = (int4)(g, 0, 0, k);', 'v[at + k] is inside of v'],
  ['structs', '__global Pair *', 'v[at + k].b = g;', 'v[at + k].b is inside of v'],
])('as many %s as were added are the own ones', (_, type, put, condition) => {
  const text = (by: string): string => `typedef struct { int a, b; } Pair;
#pragma tuner local_size 4
#pragma tuner items 8
#pragma tuner array v = 8
#pragma tuner array n = 1
#pragma tuner input n[i] = 0
__kernel void k(${type}v, __global const int *in, __global int *n) {
  int g = get_global_id(0), many = in[g] & 3;
  int at = ${by};
  for (int k = 0; k < many; k++) ${put}
}`;
  const said = (by: string) => checkByRunning(builtValues(text(by), {}), { text: text(by) });
  const right = said('atomic_add(n, many)');
  expect(statusOf(right)).toBe('right');
  expect(conditionsOf(right)).toContain(condition);
  expect(statusOf(said('atomic_inc(n)'))).not.toBe('right');
});

it.each([
  ['never below 0', 8, true],
  ['below 0 in a loop without end', 1024, false],
])('numbers that 64 work-items add up are: %s', (_, by, isRight) => {
  const text = `#pragma tuner items 64
    #pragma tuner input n[i] = 0
    __kernel __attribute__((reqd_work_group_size(4, 1, 1)))
    void k(__global int *o, __global int *n) {
    for (int i = 0; i < 4; i++) { int k = atomic_add(n, ${by}); if (k < 0) o[-1] = 0; } }`;
  const ran = checkByRunning(builtValues(text, {}), { text });
  expect(statusOf(ran) === 'right').toBe(isRight);
});

it('counters may be many', () => {
  const values = Array.from({ length: 200_000 }, (_, i) => i % 7);
  expect(mostGiven({ kind: 'given', values })).toBe(6);
});
