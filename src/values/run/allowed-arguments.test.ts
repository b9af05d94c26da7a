import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

const judged = (required: string, body: string): string => {
  const text = `#pragma tuner items 16
#pragma tuner local_size 8
__kernel void k(__global int *p, int n, int m) {
  ${required}
  int i = get_global_id(0);
  ${body}
}`;
  return statusOf(checkByRunning(builtValues(text, {}), { text }));
};

const RACES = 'p[i * n] = 1; p[i * n + n] = 2;';
const APART = 'p[2 * i * n] = 1; p[2 * i * n + n] = 2;';

describe('arguments that the text takes for granted are taken', () => {
  test.each([
    'n > 0 && n < 13',
    'n == 1 || n == 2',
    'n > 0 && n < 5',
    '(n & 1) == 1',
    'n * 2 == 10',
    'n > m && m > 0',
    'n > 1000',
    'n == 2 * m && m > 0',
    '__implies(m > 0, n == 3) && n > 0',
  ])('%s', (condition) => {
    expect(judged(`__requires(${condition});`, RACES)).toBe('wrong');
    expect(judged(`__requires(${condition});`, APART)).toBe('right');
  });
});

test.each(['n == 3 && n == 4', 'n * n == 49'])(
  'where no input is one that the text allows, nothing is right: %s',
  (condition) => {
    expect(judged(`__requires(${condition});`, APART)).not.toBe('right');
  },
);

test('arguments that the text does not allow avoid nothing', () => {
  expect(judged('__requires(n > 2);', 'if (n > 2) { p[i / 2] = i; } else p[i] = i;')).toBe('wrong');
});

test.each([
  ['a number that the text allows', '__requires(n >= 12);', 'p[i + n] = p[i] + 1;'],
  ['where one alone is allowed', '__requires(n >= 16);', 'p[i + n] = p[i] + 1;', 'right'],
  ['one of two arrays that an argument chooses', '', '__global int *q = n ? p + i : p; *q = i;'],
  ['either is apart', '', '__global int *q = n ? p + i : p + i + 16; *q = i;', 'right'],
])('%s', (_, required, body, status = 'depends') => {
  expect(judged(required, body)).toBe(status);
});
