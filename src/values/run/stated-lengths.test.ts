import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** Arguments that nobody states lead into an array of 24 elements. */
function said(body: string): readonly string[] {
  const text = `#pragma tuner items 8
#pragma tuner array m = 24
#pragma tuner array o = 8
__kernel __attribute__((reqd_work_group_size(8, 1, 1)))
void k(__global int *m, __global int *o, int n, uint off, __global const int *c) {
  int g = get_global_id(0), s = 0; ${body}
}`;
  const verdict = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(verdict), ...conditionsOf(verdict)];
}

describe('an argument that nobody states decides an element of an array whose length is stated', () => {
  test.each([
    ['by itself', 'm[off + g] = 1;', 'm[off + g]'],
    ['as a bound of rounds', 'for (int i = 0; i < n; i++) s += m[i]; o[g] = s;', 'm[i]'],
    ['as one of strides', 'for (int i = g; i < n; i += 8) m[i] = 1;', 'm[i]'],
    ['by a variable', 'int at = g + 2 * (int)off; if (n > 3) m[at] = 1;', 'm[at]'],
    ['in a private array', 'int p[24] = {0}; o[g] = p[off];', 'p[off]'],
    ['for an atomic', 'atomic_inc(&m[off]);', 'atomic_inc(&m[off])'],
    ['behind a bound that is one', 'if (off + g < n) m[off + g] = 1;', 'm[off + g]'],
  ])('%s: right, if it is inside', (_, body, access) => {
    const array = access.startsWith('p') ? 'p' : 'm';
    expect(said(body)).toEqual(['right', `${access} is inside of ${array}`]);
  });

  test.each([
    ['where a condition bounds it', 'if (off < 16) m[off + g] = 1;'],
    ['where operators do', 'm[(off & 15) + g] = 1;'],
    ['where a loop ends before', 'for (int i = g; i < min(n, 24); i += 8) m[i] = 1;'],
    ['unless it only guards', 'if (g < n) m[g + 16] = 1;'],
    [
      'unless it only repeats',
      'for (int i = 0; i < n; i++) for (int j = g; j < 24; j += 8) m[j] = j;',
    ],
  ])('%s it is right', (_, body) => {
    expect(said(body)).toEqual(['right']);
  });
});

describe('a number of contents that are counted', () => {
  const count = (condition: string): string => `for (int j = 0; j < 8; j++) if (${condition}) s++;`;
  test.each([
    ['a number', count('c[j] == 45')],
    ['an argument', count('c[j] == n')],
    ['an argument, by a sum', 'for (int j = 0; j < 8; j++) s += c[j] == n;'],
  ])('may be outside where no input that was tried is: compared with %s', (_, counted) => {
    const [status, ...conditions] = said(`${counted} if (n == 777) m[g + s * 8] = 1;`);
    expect([status, ...conditions]).not.toEqual(['right']);
  });
});

test.each([
  [
    'the nearest of a list',
    'int b = 99, at = -1; for (int k = 0; k < n; k++) if (c[k] < b) { b = c[k]; at = k; } if (at >= 0) o[g] = c[at];',
  ],
  [
    'where a search ends',
    'int k = 0; for (; k < n; k++) if (c[k] == 5) break; o[g] = k < n ? c[k] : 0;',
  ],
])('an element that contents choose is no count: %s', (_, body) => {
  expect(said(body)).toEqual(['right']);
});

describe('contents that nobody states decide how far a loop counts', () => {
  const bothArrays = 'int p[8], q[6]; for (int j = 0; j < c[g]; j++) { p[j] = j; q[j] = p[j]; }';
  const isIn = (...places: readonly string[]): readonly string[] =>
    places.map((place) => `${place} is inside of ${place.charAt(0)}`);
  test.each([
    ['the first of all', 'for (int j = 0; j < c[0]; j++) s += m[j]; o[g] = s;', ['m[j]']],
    ['one of many', 'for (int j = 0; j < c[3]; j++) s += m[j]; o[g] = s;', ['m[j]']],
    ['the own one', 'int p[8]; for (int j = 0; j < c[g]; j++) p[j] = 1;', ['p[j]']],
    ['with the last', 'int p[8], e = c[0]; for (int j = 0; j <= e; j++) p[j] = 1;', ['p[j]']],
    ['written down', 'int p[8], j = 0; while (j < c[0]) p[j++] = 1;', ['p[j++]']],
    ['in steps', 'int p[8]; for (int j = 0; j < c[0]; j += 2) p[j] = 1;', ['p[j]']],
    ['in a late round', 'for (int j = 0; j < c[0]; j++) if (j == 5) m[j + 19] = 1;', ['m[j + 19]']],
    ['of two arrays', bothArrays, ['p[j]', 'q[j]']],
  ])('%s: right, if they are inside', (_, body, places) => {
    const [status, ...conditions] = said(body);
    expect(status).toBe('right');
    expect(new Set(conditions)).toEqual(new Set(isIn(...places)));
  });

  test.each([
    ['bounded', 'for (int j = 0; j < min(c[0], 24); j++) s += m[j]; o[g] = s;'],
    ['bounded beside', 'for (int j = 0; j < c[0] && j < 24; j++) s += m[j]; o[g] = s;'],
    ['bits', 'int p[32]; for (int j = 0; j < popcount(c[g]); j++) p[j] = 1;'],
    ['leading bits', 'int p[32]; for (int j = 0; j < clz(c[g]); j++) p[j] = 1;'],
    ['a rest', 'for (int j = 0; j < c[0] % 25; j++) s += m[j]; o[g] = s;'],
    ['rounds alone', 'for (int j = 0; j < c[0]; j++) s += m[g]; o[g] = s;'],
  ])('%s it is right', (_, body) => {
    expect(said(body)).toEqual(['right']);
  });
});

describe('contents that nobody states are kept below an end, or above 0, alone', () => {
  test.each([
    ['the least of two', 'int i = min(c[0], 15); o[g] = m[i];', 'm[i]'],
    ['a condition', 'int i = c[1]; if (i < 24) s = m[i]; o[g] = s;', 'm[i]'],
    ['a choice', 'int i = c[0]; o[g] = i < 24 ? m[i] : 0;', 'm[i]'],
    ['a bound that is set', 'int i = c[0]; if (i > 15) i = 15; o[g] = m[i];', 'm[i]'],
    ['where a loop begins', 'for (int i = c[0]; i < 24; i++) s += m[i]; o[g] = s;', 'm[i]'],
    ['the greatest of two', 'int i = max(c[0], 0); o[g] = m[i];', 'm[i]'],
  ])('%s: right, if it is inside', (_, body, access) => {
    expect(said(body)).toEqual(['right', `${access} is inside of m`]);
  });

  test.each([
    ['both sides', 'int i = clamp(c[0], 0, 23); o[g] = m[i];'],
    ['two conditions', 'int i = c[0]; if (i >= 0 && i < 24) s = m[i]; o[g] = s;'],
    ['one, of what is not negative', 'uint i = c[0]; if (i < 24) s = m[i]; o[g] = s;'],
  ])('%s: right', (_, body) => {
    expect(said(body)).toEqual(['right']);
  });
});

describe('what a choice lets through is compared with the length', () => {
  test.each([
    ['i >= 0 && i <= LAST ? m[i] : 0', 'm[i]'],
    ['i < 0 || i > LAST ? 0 : m[i]', 'm[i]'],
    ['!(i < 0 || i > LAST) ? m[i] : 0', 'm[i]'],
    ['m[i >= 0 && i <= LAST ? i : 0]', 'm[i >= 0 && i <= LAST ? i : 0]'],
    ['m[i < 0 || i > LAST ? 0 : i]', 'm[i < 0 || i > LAST ? 0 : i]'],
  ])('%s', (choice, access) => {
    const body = (last: string): string =>
      `int i = c[g]; o[g] = ${choice.replaceAll('LAST', last)};`;
    expect(said(body('24'))).toEqual([
      'right',
      `${access.replaceAll('LAST', '24')} is inside of m`,
    ]);
    expect(said(body('23'))).toEqual(['right']);
  });

  test.each([
    'if (i < 0 || i > LAST) i = 0;',
    'if (i > LAST) i = LAST; else if (i < 0) i = 1;',
    'if (i < 0) i = 0; if (i > LAST) i = 3;',
    'int j = 0; if (i >= 0) if (i <= LAST) j = i; i = j;',
  ])('and so is a number that is put back: %s', (puts) => {
    const body = (last: string): string =>
      `int i = c[g]; ${puts.replaceAll('LAST', last)} o[g] = m[i];`;
    expect(said(body('24'))).toEqual(['right', 'm[i] is inside of m']);
    expect(said(body('23'))).toEqual(['right']);
  });
});
