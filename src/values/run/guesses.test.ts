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

/** Contents of `q` are stated, so that what races is certain. */
function ended(loop: string, behind = ''): readonly string[] {
  const text = `#pragma tuner items 8
#pragma tuner local_size 4
#pragma tuner array p = 2
#pragma tuner array q = 16
#pragma tuner input q[i] = (i * 5) % 7
#pragma tuner input p[i] = 0
__kernel void f(volatile __global int *p, __global int *q) {
  int g = get_global_id(0), v = q[g], as, w = 0, old = *p;
  ${loop}
  ${behind}
}`;
  return checkByRunning(builtValues(text, {}), { text }).findings.map(({ kind }) => kind);
}

describe('a maximum that ends early, where what was read is no less', () => {
  const EXCHANGE = 'as = old; old = atomic_cmpxchg(p, as, v); if (old == as) break;';
  test.each([
    ['do { as = old; if (as >= v) break; old = atomic_cmpxchg(p, as, v); } while (as != old);'],
    [`while (old < v) { ${EXCHANGE} }`],
    [`while (v > old) { ${EXCHANGE} }`],
    [`if (!(old < v)) return; while (old < v) { ${EXCHANGE} }`],
    [`while (v < old) { ${EXCHANGE} }`],
  ])('is no race: %s', (loop) => {
    expect(ended(loop)).toEqual([]);
  });

  test.each([
    [`while (old < v) { ${EXCHANGE} w = 1; }`, 'q[g] = w;'],
    [`while (old < v) { ${EXCHANGE} }`, 'q[g] = old;'],
    [`while (old < v) { ${EXCHANGE.replace('as, v)', 'as, v + 1)')} }`, ''],
    [`while (old < g) { ${EXCHANGE} }`, ''],
    [`while (old < v) { ${EXCHANGE} }`, 'atomic_sub(p, 5);'],
    [`while (old < v) { ${EXCHANGE} v--; }`, ''],
    [
      `int first = *p; while (old < v) { ${EXCHANGE.replaceAll('as', 'first')} }`.replace(
        'first = old;',
        '',
      ),
      '',
    ],
    [`while (old < v) { ${EXCHANGE} }`, `old = *p; while (v < old) { ${EXCHANGE} }`],
    [`if (old < v) q[g + 8] = 1; while (old < v) { ${EXCHANGE} }`, ''],
    [`old = p[1 - g % 2]; while (old < v) { ${EXCHANGE.replace('(p', '(p + g % 2')} }`, ''],
    [
      `float w = as_float(v); if (g & 1) { while (as_float(old) < w) { ${EXCHANGE} } } else { while (old < v) { ${EXCHANGE} } }`,
      '',
    ],
  ])('is one where more comes of it: %s %s', (loop, behind) => {
    expect(ended(loop, behind).some((kind) => kind.startsWith('race-'))).toBe(true);
  });
});

test('a function that is called for two places guesses at each of them', () => {
  const text = `//--local_size=4 --num_groups=2
inline void more(volatile __global int *a, int v) {
  volatile __global int *p = a;
  int old = *p, as;
  do { as = old; old = atomic_cmpxchg(p, as, as + v); } while (as != old);
}
__kernel void f(__global int *p, __global int *q) { more(p, 1); more(q, 2); }`;
  const { findings, remarks } = checkByRunning(builtValues(text, {}), { text });
  expect(findings).toEqual([]);
  expect(remarks.map(({ kind }) => kind)).toContain('checked-guess');
});
