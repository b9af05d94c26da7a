import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** Four groups of 4 put what is above 0 beside each other. */
function said(body: string, length = 16): readonly string[] {
  const text = `#pragma tuner items 16
#pragma tuner array out = ${length}
#pragma tuner array c = 1
#pragma tuner input c[i] = 0
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(__global const int *in, __global int *out, __global int *c) {
  __local int n, base;
  int l = get_local_id(0), g = get_global_id(0), v = in[g], at = 0;
  ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')}
}`;
  const verdict = checkByRunning(builtValues(text, {}), { text });
  return [
    statusOf(verdict),
    ...conditionsOf(verdict).filter((each) => !each.startsWith('any order')),
  ];
}

const CLEAR = 'if (l == 0) n = 0; SYNC;';
const COUNT = 'if (v > 0) at = atomic_inc(&n); SYNC;';
const TAKE = 'if (l == 0) base = atomic_add(c, n); SYNC;';
const PUT = 'if (v > 0) out[base + at] = v;';

describe('a group takes as many elements as its work-items have counted', () => {
  test.each([
    ['by one condition twice', `${CLEAR} ${COUNT} ${TAKE} ${PUT}`],
    [
      'by a truth that is kept',
      `${CLEAR} int is = v > 3; if (is) at = atomic_inc(&n); SYNC; ${TAKE} if (is) out[base + at] = v;`,
    ],
    [
      'and its last work-item does',
      `${CLEAR} ${COUNT} if (l == 3) { int m = n; base = atomic_add(c, m); } SYNC; ${PUT}`,
    ],
    [
      'inside of conditions',
      `${CLEAR} if (l < 3) { if (v > 0) at = atomic_add(&n, 1); } SYNC; ${TAKE} if (l < 3) if (v > 0) out[base + at] = v;`,
    ],
  ])('%s: right', (_, body) => {
    expect(said(body)).toEqual(['right']);
  });

  test('of an array that may be too short', () => {
    const body = `${CLEAR} ${COUNT} ${TAKE} ${PUT}`;
    expect(said(body, 15)).toEqual(['right', 'out[base + at] is inside of out']);
  });

  test.each([
    ['it takes fewer', `${CLEAR} ${COUNT} if (l == 0) base = atomic_add(c, n - 1); SYNC; ${PUT}`],
    ['it takes one', `${CLEAR} ${COUNT} if (l == 0) base = atomic_inc(c); SYNC; ${PUT}`],
    ['it begins again', `${CLEAR} ${COUNT} ${CLEAR} ${TAKE} ${PUT}`],
    [
      'some count later',
      `${CLEAR} ${COUNT} ${TAKE} if (v > 9 && v < 12) at = atomic_inc(&n); ${PUT}`,
    ],
    ['others put, too', `${CLEAR} ${COUNT} ${TAKE} if (v > -9) out[base + at] = v;`],
    ['it is one further', `${CLEAR} ${COUNT} ${TAKE} if (v > 0) out[base + at + 1] = v;`],
    ['it begins below', `if (l == 0) n = -1; SYNC; ${COUNT} ${TAKE} ${PUT}`],
    ['the number is changed', `${CLEAR} ${COUNT} ${TAKE} if (v > 7) at = 0; ${PUT}`],
    ['it is of contents', `${CLEAR} ${COUNT} ${TAKE} if (v > 0) out[base + (v & 3)] = v;`],
    [
      'nobody waits before it takes',
      `${CLEAR} if (v > 0) at = atomic_inc(&n); if (l == 0) base = atomic_add(c, n); SYNC; ${PUT}`,
    ],
    ['several take', `${CLEAR} ${COUNT} if (l < 2) base = atomic_add(c, n); SYNC; ${PUT}`],
  ])('but not where %s', (_, body) => {
    expect(said(body)[0]).not.toBe('right');
  });
});
