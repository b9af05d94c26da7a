import { describe, expect, it, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

const EMPTY = '#pragma tuner input f[i] = 0\n#pragma tuner input n[i] = 0';

/** Four groups of 8; `c` is what nobody states. */
const judged = (body: string, stated = EMPTY): readonly string[] => {
  const text = `#pragma tuner items 32
#pragma tuner local_size 8
#pragma tuner array o = 64
#pragma tuner array d = 64
#pragma tuner array f = 64
#pragma tuner array n = 64
${stated}
__kernel void k(__global const int *x, __global int *f, __global int *n, __global int *o,
  __global int *d, int m) {
  int g = get_global_id(0), l = get_local_id(0), w = get_group_id(0), c = x[g] & 7;
  __local int lf, lc[8]; ${body.replaceAll('SYNC', 'barrier(CLK_LOCAL_MEM_FENCE)')} }`;
  const ran = checkByRunning(builtValues(text, {}), { text });
  const conditions = conditionsOf(ran).filter((each) => !each.startsWith('any order of'));
  return [statusOf(ran), ...conditions];
};

describe('one alone is told that it was first', () => {
  test.each([
    ['by a compare-exchange', 'if (c > 5 && atomic_cmpxchg(f, 0, 1) == 0) o[0] = g;'],
    ['by an exchange', 'if (c > 5 && atomic_xchg(f, 1) == 0) o[0] = g;'],
    ['by its negation', 'if (c > 5 && !atomic_xchg(f, 1)) o[0] = g;'],
    ['by a bit', 'if (c > 5 && atomic_or(f, 4) == 0) o[0] = g;'],
    ['by a number that is kept', 'int a = atomic_xchg(f, 1); if (a == 0) if (c > 5) o[0] = g;'],
    ['in its group', 'if (l == 0) lf = 0; SYNC; if (c > 5 && !atomic_xchg(&lf, 1)) o[w] = g;'],
    ['of an element', 'if (atomic_xchg(&f[c], 1) == 0) d[c] = g;'],
    ['of an element, in two arrays', 'if (!atomic_xchg(&f[c], 1)) { d[c] = g; o[c] = d[c] + 1; }'],
  ])('%s', (_, body) => {
    expect(judged(body)).toEqual(['right']);
  });

  test.each([
    ['all but the first', 'if (c > 5 && atomic_cmpxchg(f, 0, 1) != 0) o[0] = g;'],
    ['nothing is changed', 'if (c > 5 && atomic_cmpxchg(f, 0, 0) == 0) o[0] = g;'],
    ['all that come later', 'if (c > 5 && atomic_cmpxchg(f, 0, 1) == 1) o[0] = g;'],
    ['an argument may bring it back', 'if (c > 5 && atomic_xchg(f, m) == 0) o[0] = g;'],
    [
      'others give it back',
      'if (c > 5 && !atomic_xchg(f, 1)) o[0] = g; if (c == 3) atomic_xchg(f, 0);',
    ],
    ['it is given back', 'if (c > 5 && !atomic_xchg(f, 1)) { o[0] = g; *f = 0; }'],
    ['one of two is asked', 'if (c > 2 && !atomic_xchg(f + (c & 1), 1)) o[0] = g;'],
    [
      'each group has one',
      'if (l == 0) lf = 0; SYNC; if (c > 5 && !atomic_xchg(&lf, 1)) o[0] = g;',
    ],
    [
      'it begins again',
      'lf = 0; SYNC; for (int r = 0; r < 2; r++) { if (c > 5 && !atomic_xchg(&lf, 1)) o[w] = g; SYNC; lf = 0; SYNC; }',
    ],
    ['two have one place', 'if (!atomic_xchg(&f[c], 1)) d[c >> 1] = g;'],
    ['places overlap', 'if (!atomic_xchg(&f[c], 1)) { d[c] = g; d[c + 1] = g; }'],
    ['another place since', 'if (!atomic_xchg(&f[c], 1)) { c = x[31 - g] & 7; d[c] = g; }'],
  ])('not where %s', (_, body) => {
    expect(judged(body)[0]).not.toBe('right');
  });
});

describe('a number of a counter that contents choose leads to a row of its own', () => {
  const row = (index: string, most = 8): string =>
    `int k = atomic_inc(&n[c]); if (k < ${most}) o[${index}] = g;`;

  it('by cell and by number', () => {
    expect(judged(row('c * 8 + k'))).toEqual(['right']);
    expect(judged(row('k * 8 + c'))).toEqual(['right']);
    expect(
      judged('int k = atomic_add(&n[c], 1); if (k >= 0 && k < 8) o[c * 8 + k] = g;', ''),
    ).toEqual(['right']);
    expect(
      judged(
        'lc[l] = 0; SYNC; int k = atomic_inc(&lc[c]); __local int q[64]; if (k < 4) q[c * 4 + k] = g;',
      ),
    ).toEqual(['right']);
  });

  test.each([
    ['rows are too short', row('c * 7 + k')],
    ['a row is filled too far', row('c * 8 + k', 9)],
    ['columns are too close', row('k * 4 + c')],
    ['numbers are folded', row('c * 8 + (k & 3)')],
    ['numbers are given back', `${row('c * 8 + k')} if (x[g] == 77) atomic_dec(&n[c]);`],
    [
      'the cell is another one since',
      `int k = atomic_inc(&n[c]); c = x[31 - g] & 7; if (k < 8) o[c * 8 + k] = g;`,
    ],
    [
      'a product wraps around',
      'uint v = x[g]; int k = atomic_inc(&n[v & 63]); if (k < 8) o[v * 0x20000000u + k] = g;',
    ],
  ])('not where %s', (_, body) => {
    expect(judged(body)[0]).not.toBe('right');
  });

  it('nor where counters may begin below 0', () => {
    expect(judged(row('c * 8 + k'), '#pragma tuner input n[i] = any(-3, 0)')[0]).not.toBe('right');
    expect(judged(row('c * 8 + k'), '')[0]).not.toBe('right');
  });
});
