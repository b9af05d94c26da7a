import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { checkByRunning } from './check.ts';

function said(round: string, behind = ''): { findings: readonly string[]; remarks: string[] } {
  const text = `//--local_size=4 --num_groups=2
__kernel void f(volatile __global int *p, __global int *q) {
  int o, n, g = get_global_id(0), w = 0;
  do { o = *p; ${round} } while (atomic_cmpxchg(p, o, n) != o);
  ${behind}
}`;
  const { findings, remarks } = checkByRunning(builtValues(text, {}), { text });
  return { findings: findings.map(({ kind }) => kind), remarks: remarks.map(({ kind }) => kind) };
}

describe('what a guess that is checked chooses', () => {
  test.each([
    ['n = max(o, g);'],
    ['n = o > g ? o : g;'],
    ['n = o > get_global_id(0) ? o : get_global_id(0);'],
    ['n = max(o, q[g]);'],
    ['if (o > g) n = o; else { n = g; if (o == 3) n = 4; }'],
  ])('is checked with it: %s', (round) => {
    const { findings, remarks } = said(round);
    expect(findings).toEqual([]);
    expect(remarks).toContain('checked-guess');
  });

  test.each([
    ['n = max(o, g);', 'q[g] = n;'],
    ['n = g; if (o > g) w = 1;', 'q[g] = w;'],
    ['n = g; if (o > g) w = 2; q[w] = 1;', ''],
    ['n = g; if (o > g) q[g] = 1;', ''],
    ['n = g; if (o > 2) atomic_inc(q);', ''],
    ['n = g; for (int i = 0; i < o; i++) n++;', ''],
  ])('is a race where more comes of it: %s %s', (round, behind) => {
    expect(said(round, behind).findings.some((kind) => kind.startsWith('race-'))).toBe(true);
  });
});
