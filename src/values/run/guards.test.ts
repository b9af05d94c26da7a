import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';
import { flowOf } from './flow.ts';
import { waysOf } from './guards.ts';

const built = (body: string) =>
  builtValues(
    `#pragma tuner param WG = {4}
__kernel void k(__global int *a, __global int *b, int n, int t) {
  int g = get_global_id(0);
  ${body}
}`,
    { WG: 4 },
  );
const verdictOf = (body: string) => checkByRunning(built(body));

describe('what holds on all ways to an access', () => {
  /** Comparisons that hold at the last store. */
  const operators = (body: string): readonly string[] => {
    const program = built(body);
    const at = program.code.findLastIndex(({ kind }) => kind === 'store');
    const { guards } = waysOf(program, flowOf(program))(at);
    return [...guards.values()].flatMap((each) => each.map(({ operator }) => operator)).toSorted();
  };

  test.each([
    [
      'a condition around a loop',
      'if (g <= n) for (int j = 0; j < 3; j++) b[g] = 1;',
      ['<', '<=', '>='],
    ],
    [
      'a condition before two ways meet',
      'if (g < n) { if (t == 1) a[g] = 1; b[g] = 2; }',
      ['<', '>'],
    ],
    ['not one whose sides both lead there', 'if (g < n) a[g] = 1; b[g] = 2;', []],
    ['not one of what a way changes', 'if (g < n) { if (t == 1) g += 1; b[g] = 2; }', []],
    [
      'not one of what the loop changes',
      'if (g < n) for (int j = 0; j < 3; j++) b[g++] = 1;',
      ['<'],
    ],
  ])('%s', (_, body, expected) => {
    expect(operators(body)).toEqual(expected);
  });
});

test('a guard that lets one too many through, around a loop', () => {
  const found = verdictOf('if (g <= n) for (int j = 0; j < n; j++) b[g] += j;');
  expect(statusOf(found)).toBe('not-checked');
  expect(found.notChecked.map(({ why }) => why).join()).toContain('may be element n of b');
});

test('arguments for which nobody comes to a race do not avoid it', () => {
  const found = verdictOf('if (g < n - t) { b[g + t] = 1; a[g] = b[n - 1]; }');
  expect(statusOf(found)).toBe('depends');
  expect(found.findings.map(({ assumed }) => assumed?.words).join()).toMatch(/t is \d/);
});

test('an input whose loops go on outside of arrays is left early', () => {
  const { steps, ...found } = verdictOf('for (int j = b[g]; j < b[g + 4]; j++) a[g] += b[j];');
  expect(statusOf(found)).toBe('right');
  expect(steps).toBeLessThan(3e6);
});

test('an index below 0 for all arguments is no condition on the arguments', () => {
  const below = verdictOf('if (g < n) a[g] = b[g - n];');
  expect(statusOf(below)).toBe('depends');
  expect(below.findings[0]?.message).toContain('b[-16]');
  const avoided = verdictOf('a[g] = b[g - t];');
  expect(statusOf(avoided)).toBe('right');
});

test('what a division by zero leads to is no condition of its own', () => {
  const found = verdictOf('int p = 2 * n * (g / n) + g % n; a[p] += b[p + n]; a[p + n] = p;');
  expect(statusOf(found)).toBe('right');
  expect(conditionsOf(found).filter((each) => each.includes('n is'))).toEqual([]);
  const racing = verdictOf('int p = n * (g / n) + g % n; a[p] += b[p]; a[p + n] = p;');
  expect(conditionsOf(racing)).toContain('n is 16');
});

describe('a number that a loop may have set', () => {
  const found = (put: string, bound = 16): string => {
    const text = `#pragma tuner array b = 16
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(__global int *a, __global const int *b, __global const int *c) {
  int at = -1, k = c[0];
  for (int i = 0; i < ${bound}; i++) if (c[i] >= 5) { at = i; break; } else k = i - 1;
  ${put}
  a[get_global_id(0)] = b[at];
}`;
    return conditionsOf(checkByRunning(builtValues(text, {}), { text })).join();
  };

  test.each(['if (at == -1) at = 15;', 'if (at < 0) at = 15;', 'if (at < 0) at = c[1] & 15;'])(
    'is inside where what it has not set is put back: %s',
    (put) => {
      expect(found(put)).toBe('');
    },
  );

  test.each([
    ['another is put back', 'if (at == -2) at = 15;', 16],
    ['the loop goes further', 'if (at < 0) at = 15;', 17],
    ['rounds change what is asked', 'if (k < 0 || k > 15) at = 15; else if (at < 0) at = k;', 19],
  ])('is not where %s', (_, put, bound) => {
    expect(found(put, bound)).not.toBe('');
  });
});

test('a condition on an argument bounds what is compared with it', () => {
  const conditions = (most: number): readonly string[] => {
    const text = `#pragma tuner array b = 64
__kernel __attribute__((reqd_work_group_size(4, 1, 1)))
void k(__global int *a, __global const int *b, uint n) {
  int s = 0;
  if (n <= ${most}) for (uint i = 0; i < n; i++) s += b[i];
  a[get_global_id(0)] = s;
}`;
    return conditionsOf(checkByRunning(builtValues(text, {}), { text }));
  };
  expect(conditions(64)).toEqual([]);
  expect(conditions(65)).toEqual(['b[i] is inside of b']);
});
