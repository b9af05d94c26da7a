import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** Item `waits` spins on a flag that item `writes` of its group sets. */
const spinning = (waits: number, writes: number): string => `#pragma tuner local flag = 1
__kernel void k(__global int *o, __local int *flag) {
  int lid = get_local_id(0);
  if (lid == 0) flag[0] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == ${writes}) atomic_xchg(&flag[0], 1);
  if (lid == ${waits}) while (atomic_add(&flag[0], 0) == 0) {}
  o[get_global_id(0)] = 1;
}`;

test.each([
  [0, 1],
  [1, 0],
])('that item %i waits for item %i rests on progress that nobody promises', (waits, writes) => {
  const text = spinning(waits, writes);
  const verdict = checkByRunning(builtValues(text, { size: 8, WG: 4 }), { text });
  expect(verdict.findings).toEqual([]);
  expect(statusOf(verdict)).toBe('not-checked');
  expect(verdict.notChecked.map(({ what }) => what)).toContain('non-termination');
});

test.each([
  ['a way out that contents lead to', 'while (at >= 0) at = a[at & 63];', true],
  ['one behind others', 'while (1) { at = a[at & 63]; if (at == -9 && n > 0) return; }', true],
  ['none that contents lead to', 'while (at >= 0) at = a[at & 63] & 63;', false],
  [
    'one that nothing in it changes',
    'while (i < 8) { if (a[at & 63] > 3) s++; at = a[at & 63]; }',
    false,
  ],
])('a loop through contents ends if there is %s', (_name, loop, mayEnd) => {
  const text = `#pragma tuner array a = 64
__kernel void k(__global const int *a, __global int *o, int n) {
  int at = get_global_id(0), i = 0, s = 0;
  ${loop}
  o[get_global_id(0)] = s;
}`;
  const verdict = checkByRunning(builtValues(text), { text });
  expect(verdict.findings.map(({ kind }) => kind)).toEqual(mayEnd ? [] : ['non-termination']);
  expect(conditionsOf(verdict)).toEqual(mayEnd ? ['the loop in line 4 ends'] : []);
});

describe('a loop in which all meet has no end', () => {
  const judged = (loop: string): readonly string[] => {
    const text = `#pragma tuner items 8
#pragma tuner array o = 8
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(__global int *o, __global const int *in) {
  __local int t[8];
  int l = get_local_id(0), g = get_global_id(0);
  __local int *a = t, *b = t + 4, *c;
  t[l] = t[l + 4] = in[g];
  ${loop.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)')}
}`;
    const verdict = checkByRunning(builtValues(text, {}), { text });
    return [statusOf(verdict), ...verdict.findings.map(({ kind }) => kind)];
  };

  test.each([
    ['a counter stays', 'for (int k = 0; k < 4; k += k) { o[g] += 3; SYNC; }'],
    [
      'pointers change places',
      'for (int k = 0; k < 4; k += k) { b[l] = a[l] + 1; SYNC; c = a; a = b; b = c; }',
    ],
    ['a number comes around', 'for (int k = 1; k != 0; k = k * 5 % 7) { o[g] = k; SYNC; SYNC; }'],
  ])('where %s', (_, loop) => {
    expect(judged(loop)).toEqual(['wrong', 'non-termination']);
  });

  test.each([
    ['a counter ends it late', 'for (int k = 0; k < 3000; k++) { o[g] += 3; SYNC; }'],
    [
      'one item ends it for all',
      '__local int n; n = 0; SYNC; while (n < 600) { SYNC; if (l == 1) n++; SYNC; }',
    ],
    [
      'one item counts for itself',
      '__local int n; n = 0; SYNC; int k = 0; while (n == 0) { SYNC; if (l == 3 && ++k > 600) n = 1; SYNC; }',
    ],
  ])('but not where %s', (_, loop) => {
    expect(judged(loop)[0]).toBe('right');
  });
});

test.each([
  ['a step that stays', 'by *= 1', ['wrong', 'non-termination']],
  ['none', 'by *= 2', ['right']],
])('a loop in which a warp meets has %s', (_, step, said) => {
  const text = `#pragma tuner items 8
#pragma tuner local_size 8
#pragma tuner array in = 8
#pragma tuner array out = 8
#pragma tuner input in[i] = i
__global__ void sums(const int *in, int *out) {
  int sum = in[threadIdx.x];
  for (int by = 1; by < 8; ${step}) {
    int other = __shfl_xor_sync(0xff, sum, by);
    sum += other;
  }
  out[threadIdx.x] = sum;
}`;
  const verdict = checkByRunning(builtValues(text, {}), { text });
  expect([statusOf(verdict), ...verdict.findings.map(({ kind }) => kind)]).toEqual(said);
});

test.each([
  ['may end it', 'clock64() - start < 1000', ['not-checked']],
  ['does not decide about it', 'start >= 0 || start < 0', ['wrong', 'non-termination']],
])('a clock %s', (_, condition, said) => {
  const text = `#pragma tuner items 2
#pragma tuner local_size 2
__global__ void k(int *o) {
  long long start = clock64();
  while (${condition}) {}
  o[threadIdx.x] = 1;
}`;
  const verdict = checkByRunning(builtValues(text, {}), { text, budget: 1e6 });
  expect([statusOf(verdict), ...verdict.findings.map(({ kind }) => kind)]).toEqual(said);
});
