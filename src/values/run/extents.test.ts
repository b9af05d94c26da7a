import { describe, expect, test } from 'vitest';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

/** An element that an item comes to, if it does. */
type Element = (x: number, y: number, w: number, h: number) => number | undefined;

const MOST = 5;
const numbers = Array.from({ length: MOST }, (_, at) => at + 1);

/** More items than elements come to nothing outside of a table of so many rows and columns. */
const isInside = (element: Element): boolean =>
  numbers.every((w) =>
    numbers.every((h) =>
      Array.from({ length: 4 * MOST * MOST }, (_, at) => at).every((item) => {
        const [x, y] = [item % (2 * MOST), Math.floor(item / (2 * MOST))];
        const at = element(x, y, w, h);
        return at === undefined || (at >= 0 && at < w * h);
      }),
    ),
  );

function said(body: string, args = 'int w, int h'): readonly string[] {
  const text = `bool in(int x, int y, int w, int h) { return x >= 0 && y >= 0 && x < w && y < h; }
__kernel void k(__global float *b, __global const float *a, ${args}) {
  int x = get_global_id(0), y = get_global_id(1); ${body}
}`;
  const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
  return [statusOf(verdict), ...conditionsOf(verdict)];
}

const AT = 'b[y * w + x] = 1;';
const CASES: readonly (readonly [name: string, body: string, element: Element])[] = [
  [
    'nested',
    `if (x < w) { if (y < h) ${AT} }`,
    (x, y, w, h) => (x < w && y < h ? y * w + x : undefined),
  ],
  [
    'nested',
    `if (x < w) { if (y <= h) ${AT} }`,
    (x, y, w, h) => (x < w && y <= h ? y * w + x : undefined),
  ],
  [
    'in a variable',
    `bool ok = x < w && y < h; if (ok) ${AT}`,
    (x, y, w, h) => (x < w && y < h ? y * w + x : undefined),
  ],
  [
    'in a variable',
    `bool ok = x < w && y <= h; if (ok) ${AT}`,
    (x, y, w, h) => (x < w && y <= h ? y * w + x : undefined),
  ],
  [
    'in a variable that is set again',
    `bool ok = x < w; ok = ok && y < h; if (ok) ${AT}`,
    (x, y, w, h) => (x < w && y < h ? y * w + x : undefined),
  ],
  [
    'in a variable that is set again',
    `bool ok = x < w; ok = ok && y <= h; if (ok) ${AT}`,
    (x, y, w, h) => (x < w && y <= h ? y * w + x : undefined),
  ],
  [
    'of bits',
    `if ((x < w) & (y < h)) ${AT}`,
    (x, y, w, h) => (x < w && y < h ? y * w + x : undefined),
  ],
  [
    'of bits',
    `if ((x < w) & (y <= h)) ${AT}`,
    (x, y, w, h) => (x < w && y <= h ? y * w + x : undefined),
  ],
  [
    'differences',
    `if (w - x > 0 && y - h < 0) ${AT}`,
    (x, y, w, h) => (x < w && y < h ? y * w + x : undefined),
  ],
  [
    'differences',
    `if (w - x > 0 && y - h <= 0) ${AT}`,
    (x, y, w, h) => (x < w && y <= h ? y * w + x : undefined),
  ],
  [
    'turned around',
    `if (!(x >= w || y >= h)) ${AT}`,
    (x, y, w, h) => (x < w && y < h ? y * w + x : undefined),
  ],
  [
    'turned around',
    `if (!(x >= w || y > h)) ${AT}`,
    (x, y, w, h) => (x < w && y <= h ? y * w + x : undefined),
  ],
  [
    'a function',
    `if (in(x, y, w, h)) ${AT}`,
    (x, y, w, h) => (x < w && y < h ? y * w + x : undefined),
  ],
  [
    'a function',
    `if (in(x, y - 1, w, h)) ${AT}`,
    (x, y, w, h) => (x < w && y >= 1 && y <= h ? y * w + x : undefined),
  ],
  [
    'one value apart',
    `if (y > h) return; if (x >= w || y == h) return; ${AT}`,
    (x, y, w, h) => (x < w && y < h ? y * w + x : undefined),
  ],
  [
    'one value apart',
    `if (y > h + 1) return; if (x >= w || y == h) return; ${AT}`,
    (x, y, w, h) => (x < w && y <= h + 1 && y !== h ? y * w + x : undefined),
  ],
  [
    'of sums',
    `if (x < w && y + 1 <= h) ${AT}`,
    (x, y, w, h) => (x < w && y + 1 <= h ? y * w + x : undefined),
  ],
  [
    'of sums',
    `if (x < w && y + 1 <= h + 1) ${AT}`,
    (x, y, w, h) => (x < w && y <= h ? y * w + x : undefined),
  ],
  [
    'a transpose',
    'if (x < w && y < h) b[y * w + x] = a[x * h + y];',
    (x, y, w, h) => (x < w && y < h ? x * h + y : undefined),
  ],
  [
    'a transpose',
    'if (x < w && y < h) b[y * w + x] = a[x * w + y];',
    (x, y, w, h) => (x < w && y < h ? x * w + y : undefined),
  ],
  [
    'a row turned around',
    'if (x < w && y < h) b[y * w + x] = a[(h - 1 - y) * w + x];',
    (x, y, w, h) => (x < w && y < h ? (h - 1 - y) * w + x : undefined),
  ],
  [
    'a row turned around',
    'if (x < w && y < h) b[y * w + x] = a[(h - y) * w + x];',
    (x, y, w, h) => (x < w && y < h ? (h - y) * w + x : undefined),
  ],
  [
    'of 24 bits',
    'if (x < w && y < h) b[mad24(y, w, x)] = a[mul24(y, w) + x];',
    (x, y, w, h) => (x < w && y < h ? y * w + x : undefined),
  ],
  [
    'of 24 bits',
    'if (x < w && y <= h) b[mad24(y, w, x)] = 1;',
    (x, y, w, h) => (x < w && y <= h ? y * w + x : undefined),
  ],
  [
    'of 24 bits, mixed up',
    'if (x < w && y < h) b[mul24(x, w) + y] = 1;',
    (x, y, w, h) => (x < w && y < h ? x * w + y : undefined),
  ],
  [
    'rounds over rows',
    `if (x < w) for (; y < h; y += get_global_size(1)) ${AT}`,
    (x, y, w, h) => (x < w && y < h ? y * w + x : undefined),
  ],
  [
    'rounds over rows',
    `if (x < w) for (; y <= h; y += get_global_size(1)) ${AT}`,
    (x, y, w, h) => (x < w && y <= h ? y * w + x : undefined),
  ],
  [
    'rounds over columns',
    'if (y == 0 && x < h) for (int j = 0; j < w; j++) b[x] += a[x * w + j];',
    (x, y, w, h) => (x < h && y < w ? x * w + y : undefined),
  ],
  [
    'rounds over columns',
    'if (y == 0 && x < h) for (int j = 0; j < w; j++) b[x] += a[x * h + j];',
    (x, y, w, h) => (x < h && y < w ? x * h + y : undefined),
  ],
];

describe('guards keep an access among as many elements as rows have', () => {
  test.each(CASES)('%s: %s', (_, body, element) => {
    if (isInside(element)) expect(said(body)).toEqual(['right']);
    else expect(said(body)).not.toEqual(['right']);
  });
});

/** One dimension, with as many items as there are. */
const FLAT: readonly (readonly [name: string, body: string, element: Element])[] = [
  [
    'apart',
    'if (i < w * h) { int c = i % w, r = i / w; b[c * h + r] = a[r * w + c]; }',
    (x, _, w, h) => (x < w * h ? (x % w) * h + Math.floor(x / w) : undefined),
  ],
  [
    'apart',
    'if (i < w * h) { int c = i % w, r = i / w; b[c * w + r] = 1; }',
    (x, _, w, h) => (x < w * h ? (x % w) * w + Math.floor(x / w) : undefined),
  ],
  [
    'apart, guarded',
    'int c = i % w, r = i / w; if (r < h) b[r * w + c] = 1;',
    (x, _, w, h) => (Math.floor(x / w) < h ? x : undefined),
  ],
  [
    'apart, guarded',
    'int c = i % w, r = i / w; if (r <= h) b[r * w + c] = 1;',
    (x, _, w, h) => (Math.floor(x / w) <= h ? x : undefined),
  ],
];

test.each(FLAT)('rows and columns of one number, %s: %s', (_, body, element) => {
  const text = `__kernel void k(__global float *b, __global const float *a, int w, int h) {
  int i = get_global_id(0); ${body} }`;
  const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
  const bounds = conditionsOf(verdict).filter((each) => !each.startsWith('what is divided by'));
  const isFlat: Element = (x, y, w, h) => element(x + 2 * MOST * y, 0, w, h);
  if (isInside(isFlat)) expect([statusOf(verdict), ...bounds]).toEqual(['right']);
  else expect([statusOf(verdict), ...bounds]).not.toEqual(['right']);
});

test.each([
  [
    'rows that the host makes longer',
    'if (x < w && y < h) b[y * p + x] = 1;',
    'int w, int h, int p',
  ],
  ['a part of a table', 'if (x < w && y < h && x < p) b[y * w + x] = 1;', 'int w, int h, int p'],
])('%s are not mixed up', (_, body, args) => {
  expect(said(body, args)).toEqual(['right']);
});

test('the condition names the elements that it takes', () => {
  expect(said('if (x < w && y < h) b[y * w + x] = a[x * w + y];')).toEqual([
    'right',
    'a has w * w + h - w elements',
  ]);
});

test.each([
  ['i + 1 < n + 1', true],
  ['i + 1 <= n + 1', false],
  ['i + 2 <= n + 1', true],
  ['i <= n && i != n', true],
  ['i <= n && i != n + 1', false],
])('guards of sums without a sign: %s', (guard, isRight) => {
  const text = `__kernel void k(__global int *a, uint n) {
  uint i = get_global_id(0); if (${guard}) a[i] = 1; }`;
  const status = statusOf(checkByRunning(builtValues(text, { WG: 4 }), { text }));
  expect(status).toBe(isRight ? 'right' : 'not-checked');
});

/** Lengths that arguments make, and nobody states these. */
const withLengths = (body: string): readonly string[] => {
  const text = `#pragma tuner array a = n + 1
#pragma tuner array b = w * h
__kernel void k(__global float *b, __global const float *a, __global float *o, int n, int w, int h) {
  int x = get_global_id(0), y = get_global_id(1); ${body} }`;
  const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
  return [statusOf(verdict), ...conditionsOf(verdict)];
};

describe('lengths are stated by arguments that keep no value', () => {
  test.each([
    ['all of an array', 'if (y == 0 && x < n) o[x] = a[x];'],
    ['the next element', 'if (y == 0 && x < n) o[x] = a[x + 1] - a[x];'],
    ['the last element', 'if (y == 0 && x <= n && x != n) o[x] = a[n];'],
    ['rows', 'if (x < w && y < h) b[y * w + x] = 1;'],
    ['columns', 'if (x < w && y < h) b[x * h + y] = 1;'],
    ['rows in rounds', 'if (x < w) for (; y < h; y += get_global_size(1)) b[y * w + x] += 1;'],
  ])('guards keep accesses inside: %s', (_, body) => {
    const [status, ...conditions] = withLengths(body);
    expect([status, ...conditions]).toEqual(['right']);
  });

  test.each([
    ['the array itself', 'if (y == 0 && x < n) o[x] = a[x + 2];'],
    ['another array', 'if (y == 0 && x <= n) o[x] = a[x];'],
    ['rows', 'if (x < w && y <= h) b[y * w + x] = 1;'],
    ['columns', 'if (x < w && y < h) b[x * w + y] = 1;'],
  ])('and hide nothing that is outside: %s', (_, body) => {
    expect(withLengths(body)).not.toEqual(['right']);
  });
});

test.each([
  ['i <= n - 1', 'i', false],
  ['n > 0 && i <= n - 1', 'i', true],
  ['n != 0 && i <= n - 1', 'i', true],
  ['i < n - 1', 'i + 1', false],
  ['n >= 2 && i < n - 1', 'i + 1', true],
  ['n >= 1 && i < n - 2', 'i + 2', false],
  ['n - i > 0', 'i', false],
  ['(int)i <= (int)n - 1', 'i', true],
])('a bound without a sign may be below 0: %s, a[%s]', (guard, index, isRight) => {
  const text = `#pragma tuner array a = n
__kernel void k(__global int *a, uint n) { uint i = get_global_id(0); if (${guard}) a[${index}] = 1; }`;
  const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
  const said = [statusOf(verdict), ...conditionsOf(verdict)];
  if (isRight) expect(said).toEqual(['right']);
  else expect(said).not.toEqual(['right']);
});
