import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

function said(body: string, groups = 2): string {
  const text = `#pragma tuner array o = ${4 * groups}
#pragma tuner items ${4 * groups}
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(__global int *o, __global const float *in, int n) {
  __local int s[4];
  int l = get_local_id(0), g = get_global_id(0), w = get_group_id(0);
  ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')}
}`;
  return statusOf(checkByRunning(builtValues(text, {}), { text }));
}

describe('several write what nobody states to one place', () => {
  test.each([
    ['of one element that all read', 'o[w] = in[0] > 1e35f;'],
    ['of an argument', 'if (l < 2) o[w] = n; else o[w] = n;'],
    ['a constant where contents say so', 'if (in[g] > 1e35f) o[w] = 1;'],
    ['of a loop that all take alike', 'int x = 0; for (int i = 0; i < n; i++) x += i; o[w] = x;'],
    ['of their column', 's[l & 1] = n; SYNC; o[g] = s[l & 1];'],
    [
      'of memory that groups fill alike',
      's[l] = in[l] > 1e35f; SYNC; if (l == 0) o[0] = s[1] + s[2];',
    ],
    [
      'of one element by several numbers',
      'int i = min(l, 2); s[i] = in[i] > 1e35f; SYNC; o[g] = s[0];',
    ],
    [
      'of elements that several clamp alike',
      'int i = min(l, 1); s[i] = in[w * 4 + clamp(i + n, 0, 3)] > 1e35f; SYNC; o[g] = s[0];',
    ],
    ['what groups compute alike', 's[l] = in[l] > 1e35f; SYNC; o[l] = s[3 - l];'],
    [
      'of an element that two load in turns',
      'for (int i = l; i < 4; i += 3) s[i] = in[w * 4 + i] > 1e35f; SYNC; o[g] = s[l];',
    ],
    [
      'of an element that two load in each round',
      'for (int r = 0; r < 2; r++) { for (int i = l; i < 4; i += 3) s[i] = in[r * 4 + i] > 1e35f; SYNC; o[g] = s[l]; SYNC; }',
    ],
    [
      'of an element by two statements',
      's[l] = in[l] > 1e35f; if (l == 0) s[3] = in[3] > 1e35f; SYNC; o[g] = s[l];',
    ],
  ])('that is the same: %s', (_name, body) => {
    expect(said(body)).toBe('right');
  });

  test.each([
    ['of an element of each', 'o[w] = in[g] > 1e35f;'],
    ['by a condition on it', 'int x = 0; if (in[g] > 1e35f) x = l; o[w] = x;'],
    ['by a condition on an argument', 'o[w] = n > 12345 ? l : 0;'],
    ['of an element of each group', 'o[l] = in[w] > 1e35f;'],
    ['of memory of each group', 's[l] = in[g] > 1e35f; SYNC; if (l == 0) o[0] = s[1];'],
    ['of an element by an argument', 'o[w] = in[l * n / 12345] > 1e35f;'],
    ['on a way by an argument', 'int x = 0; if (l * n > 12345) x = 1; o[w] = x;'],
    ['behind a condition on an argument', 'int x = 0; if (n > 12345) x = l; o[w] = x;'],
    ['where one is clamped', 'int i = l; if (n < 12345) i = 0; o[w] = in[i] > 1e35f;'],
    [
      'of another element by one of two',
      'for (int i = l; i < 4; i += 3) s[i] = in[w * 4 + i + (l == 3)] > 1e35f; SYNC; o[g] = s[l];',
    ],
    [
      'of another element in each round',
      'for (int r = 0; r < 2; r++) for (int i = l; i < 4; i += 3) s[i] = in[r * 4 + i] > 1e35f; SYNC; o[g] = s[l];',
    ],
    [
      'of memory that one has written',
      's[l] = in[l] > 1e35f; SYNC; int x = s[0]; SYNC; s[l & 1] = x; if (l == 0) s[1] = in[0] > 1e35f; SYNC; o[g] = s[1];',
    ],
    ['in rounds', 'for (int i = 0; i < 3; i++) o[w] = in[i] > 1e35f;'],
    [
      'in rounds with a barrier for other memory',
      'for (int i = 0; i < 3; i++) { s[0] = in[i] > 1e35f; barrier(CLK_GLOBAL_MEM_FENCE); } SYNC; o[g] = s[0];',
    ],
    [
      'in rounds of groups',
      'for (int i = 0; i < 3; i++) { o[l] = in[i] > 1e35f; barrier(CLK_GLOBAL_MEM_FENCE); }',
    ],
  ])('that is the same for what was tried, and not for others: %s', (_name, body) => {
    expect(said(body)).toBe('not-checked');
  });
});

describe('all write one constant, and one has', () => {
  test('read the place where an argument leads there', () => {
    const text = `#pragma tuner items 8
#pragma tuner local_size 4
#pragma tuner array out = 16
#pragma tuner array res = 8
__kernel void k(int v, __global int *out, __global int *res) {
  int l = get_local_id(0), r = out[(min(8, v) + l) & 15];
  out[0] = 3;
  res[get_global_id(0)] = r;
}`;
    const verdict = checkByRunning(builtValues(text, {}), { text });
    expect(statusOf(verdict)).toBe('right');
    expect(conditionsOf(verdict)).toEqual(['v is 8']);
  });

  test.each([
    ['read it for any argument', 's[0] = 3; o[g] = s[n * 0]; s[0] = 3;'],
    ['read it before', 'int r = s[l]; s[0] = 3; o[g] = r;'],
    ['written another before', 's[l] = l; s[0] = 3; o[g] = 1;'],
  ])('%s', (_name, body) => {
    expect(said(body)).toBe('wrong');
  });

  test('written another, and they meet for some arguments alone', () => {
    const text = `#pragma tuner items 8
#pragma tuner local_size 4
__kernel void k(int v, __global int *res) {
  __local int s[8];
  int g = get_global_id(0), l = get_local_id(0);
  s[l] = l;
  s[clamp(v, 0, 7)] = 3;
  res[g] = s[l];
}`;
    const verdict = checkByRunning(builtValues(text, {}), { text });
    expect(statusOf(verdict)).toBe('right');
    expect(conditionsOf(verdict)).toEqual(['v is 8']);
  });
});

test('values that the usual argument makes equal race for another alone', () => {
  const text = `#pragma tuner items 8
#pragma tuner local_size 4
#pragma tuner array o = 8
__kernel void k(int v, __global int *o) { o[0] = max(v, (int)get_global_id(0)); }`;
  const { findings } = checkByRunning(builtValues(text, {}), { text });
  expect(findings.map(({ assumed }) => assumed?.words)).toEqual(['v is 4', 'v is 4']);
});
