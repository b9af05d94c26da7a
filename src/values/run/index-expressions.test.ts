import { describe, expect, it, test } from 'vitest';
import { INTERVAL, sure } from '../../base/interval.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { conditionsOf, statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

type Index = (v: number) => number;

/** Computed from an element in C, and in JavaScript. */
const INDEXES: readonly (readonly [type: string, text: string, index: Index])[] = [
  ['int', 'v & 15', (v) => v & 15],
  ['int', 'v & 31', (v) => v & 31],
  ['int', 'v % 16', (v) => v % 16],
  ['int', 'abs(v) % 16', (v) => Math.abs(v) % 16],
  ['int', 'abs(v) % 17', (v) => Math.abs(v) % 17],
  ['int', 'v >> 28', (v) => v >> 28],
  ['int', '(v >> 28) + 8', (v) => (v >> 28) + 8],
  ['int', '(v >> 27) + 16', (v) => (v >> 27) + 16],
  ['int', 'v / 134217728', (v) => Math.trunc(v / 134217728)],
  ['int', 'v / 268435456 + 8', (v) => Math.trunc(v / 268435456) + 8],
  ['int', 'v / 268435456 + 7', (v) => Math.trunc(v / 268435456) + 7],
  ['int', '-(v >> 28)', (v) => -(v >> 28)],
  ['int', '7 - (v >> 28)', (v) => 7 - (v >> 28)],
  ['int', '~v & 15', (v) => ~v & 15],
  ['int', '(~(v & 15)) + 16', (v) => ~(v & 15) + 16],
  ['int', 'v & -16 ? 15 : v + 1', (v) => ((v & -16) === 0 ? v + 1 : 15)],
  ['int', 'v & -16 ? 15 : v', (v) => ((v & -16) === 0 ? v : 15)],
  ['int', 'v == 12345 ? 16 : 0', (v) => (v === 12345 ? 16 : 0)],
  ['int', '(v > 0) * 16', (v) => (v > 0 ? 16 : 0)],
  ['int', 'clamp(v, 0, 16)', (v) => Math.min(Math.max(v, 0), 16)],
  ['int', 'max(v, 0)', (v) => Math.max(v, 0)],
  ['int', 'v > 15 ? 15 : v', (v) => Math.min(v, 15)],
  ['int', '(int)fmin((float)v, 15.0f)', (v) => Math.min(v, 15)],
  ['int', '(int)fmax(fmin((float)v, 15.0f), 0.0f)', (v) => Math.max(Math.min(v, 15), 0)],
  [
    'int',
    '(int)fabs(fmin((float)v, 15.0f))',
    (v) => Math.abs(Math.trunc(Math.fround(Math.min(v, 15)))),
  ],
  [
    'int',
    'v < 16 && v >= 0 ? v + (v == 15) : 0',
    (v) => (v < 16 && v >= 0 ? v + Number(v === 15) : 0),
  ],
  ['int', 'v <= 16 && v >= 0 ? v : 0', (v) => (v <= 16 && v >= 0 ? v : 0)],
  ['uint', 'v >> 28', (v) => v >>> 28],
  ['uint', 'v >> 27', (v) => v >>> 27],
  ['uint', 'v / 268435456', (v) => Math.trunc((v >>> 0) / 268435456)],
  ['uint', 'v / 134217728', (v) => Math.trunc((v >>> 0) / 134217728)],
  ['uint', 'v - 1 < 16 ? v : 0', (v) => ((v - 1) >>> 0 < 16 ? v >>> 0 : 0)],
  ['uint', 'min(v, 15u)', (v) => Math.min(v >>> 0, 15)],
  ['uint', 'rotate(v, 5u) & 31', (v) => ((v << 5) | (v >>> 27)) & 31],
  ['uint', 'v & 0xff ? 3 : 16', (v) => ((v & 0xff) === 0 ? 16 : 3)],
  ['uchar', 'v >> 4', (v) => (v & 255) >> 4],
  ['uchar', 'v >> 3', (v) => (v & 255) >> 3],
  ['char', 'v / 8', (v) => Math.trunc(((v << 24) >> 24) / 8)],
  ['char', '(v >> 4) + 8', (v) => (((v << 24) >> 24) >> 4) + 8],
  ['short', 'v / 2048 + 8', (v) => Math.trunc(((v << 16) >> 16) / 2048) + 8],
  ['ushort', 'v >> 12', (v) => (v & 65535) >> 12],
  ['float', '(int)fmin(v, 15.0f)', (v) => Math.min(v, 15)],
  [
    'float',
    '(int)fmin(fmax(v, -0.5f), 15.5f)',
    (v) => Math.trunc(Math.min(Math.max(v, -0.5), 15.5)),
  ],
  ['float', '(int)clamp(v, 0.0f, 15.0f)', (v) => Math.trunc(Math.min(Math.max(v, 0), 15))],
  ['float', '(int)clamp(v, 0.0f, 16.0f)', (v) => Math.trunc(Math.min(Math.max(v, 0), 16))],
  ['float', '(int)clamp(v, -1.0f, 15.0f)', (v) => Math.trunc(Math.min(Math.max(v, -1), 15))],
  [
    'float',
    'convert_int_rte(clamp(v, 0.0f, 15.75f))',
    (v) => Math.round(Math.min(Math.max(v, 0), 15.75)),
  ],
  ['float', 'v >= 0.0f && v < 16.0f ? (int)v : 0', (v) => (v >= 0 && v < 16 ? Math.trunc(v) : 0)],
  [
    'float',
    'v >= 0.0f && v < 1.0f ? (int)(v * 10.0f) + 6 : 0',
    (v) => (v >= 0 && v < 1 ? Math.trunc(Math.fround(v * 10)) + 6 : 0),
  ],
  [
    'float',
    'v >= 0.0f && v <= 1.0f ? (int)(v * 10.0f) + 6 : 0',
    (v) => (v >= 0 && v <= 1 ? Math.trunc(Math.fround(v * 10)) + 6 : 0),
  ],
  ['float', 'v >= 0.0f && v <= 16.0f ? (int)v : 0', (v) => (v >= 0 && v <= 16 ? Math.trunc(v) : 0)],
];

/** Small numbers, powers of two and their neighbours, with both signs. */
const NUMBERS: readonly number[] = [
  ...Array.from({ length: 1024 }, (_, at) => at - 512),
  ...Array.from({ length: 32 }, (_, power) => [-1, 0, 1].map((by) => 2 ** power + by)).flat(),
  12345,
].flatMap((each) => [each, -each].map((one) => one | 0));

const mayBeOutside = (index: Index): boolean =>
  NUMBERS.some((each) => index(each) < 0 || index(each) >= 16);

const FORMS = { 'its own': 'p[get_global_id(0)]', 'one of all': 'p[0]', 'a late one': 'p[9]' };

const ran = (
  type: string,
  index: string,
  element: string,
  length = '#pragma tuner array x = 16',
) => {
  const text = `#pragma tuner items 16
#pragma tuner local_size 4
${length}
__kernel void k(__global const ${type} *p, __global int *o, __global const int *x) {
  ${type} v = ${element};
  int i = ${index};
  o[get_global_id(0)] = x[i];
}`;
  const verdict = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(verdict), ...conditionsOf(verdict)];
};

describe.each(Object.entries(FORMS))('an index made of an element, %s', (_, element) => {
  test.each(INDEXES)('%s: %s', (type, text, index) => {
    const [status, ...conditions] = ran(type, text, element);
    if (mayBeOutside(index))
      expect([status === 'wrong', conditions.length]).not.toEqual([false, 0]);
    else expect(status).toBe('right');
  });
});

it.each([
  ['int', '(v >> 28) + 8'],
  ['int', 'v / 268435456 + 8'],
  ['int', '7 - (v >> 28)'],
  ['int', '(~(v & 15)) + 16'],
  ['int', '(int)fmax(fmin((float)v, 15.0f), 0.0f)'],
  ['int', '(int)fabs(fmin(fmax((float)v, -15.0f), 15.0f))'],
  ['float', '(int)clamp(v, 0.0f, 15.0f)'],
  ['float', 'v >= 0.0f && v < 16.0f ? (int)v : 0'],
  ['float', 'v >= 0.0f && v < 1.0f ? (int)(v * 10.0f) + 6 : 0'],
  ['float', 'v > -0.1f && v < 1.0f ? (int)(v * 10.0f) + 6 : 0'],
  ['float', 'v < 1.0 && v > -1.0e-1 ? (int)(v * 10.0f) + 6 : 0'],
])('operators are shown to keep it inside: %s %s', (type, index) => {
  expect(ran(type, index, FORMS['its own'])).toEqual(['right']);
});

it.each([
  ['int', 'v > 15 ? 15 : v'],
  ['int', 'v & -16 ? 15 : v + 1'],
  ['float', '(int)fmin(v, 15.0f)'],
])('an array whose length nobody states: %s %s', (type, index) => {
  expect(ran(type, index, FORMS['one of all'], '')).toEqual(['right', 'x[i] is inside of x']);
});

const judged = (body: string, stated = ''): readonly string[] => {
  const text = `#pragma tuner items 4
#pragma tuner local_size 4
#pragma tuner array x = 16
#pragma tuner array y = 20
#pragma tuner array t = 4
${stated}
__kernel void k(__global const int *p, __global int *o, __global int *x, __global int *y,
  __global const int *t, int n) {
  int v = p[0], s = 0;
  ${body} o[get_global_id(0)] = s; }`;
  const verdict = checkByRunning(builtValues(text, {}), { text });
  return [statusOf(verdict), ...conditionsOf(verdict)];
};

it('a pointer may lead to one of several arrays', () => {
  expect(judged('__global int *q = n > 3 ? x : y; s = q[v >> 28];')).toEqual([
    'right',
    'q[v >> 28] is inside of x or y',
  ]);
});

it('elements of a table are what was stored or stated', () => {
  const own = (last: number): string => `int b[4] = {0, 5, 3, ${last}}; s = x[b[v & 3]];`;
  expect(judged(own(15))).toEqual(['right']);
  expect(judged(own(16))).not.toEqual(['right']);
  expect(judged('int b[4] = {0, 5, 3, 1}; b[1] = n; s = x[b[v & 3]];')).not.toEqual(['right']);
  const stated = 's = x[t[v & 3]];';
  expect(judged(stated, '#pragma tuner input t[i] = i * 5')).toEqual(['right']);
  expect(judged(stated, '#pragma tuner input t[i] = i * 6')).not.toEqual(['right']);
});

it('intervals of quotients and shifts hold all results', () => {
  const ends = [-9, -8, -7, -1, 0, 1, 6, 7, 8];
  const wrong: string[] = [];
  for (const low of ends)
    for (const high of ends.filter((each) => each >= low))
      for (const [least, most] of [
        [1, 1],
        [1, 3],
        [2, 5],
        [3, 3],
      ] as const) {
        const [left, right] = [sure(low, high), sure(least, most)];
        const over = INTERVAL.quotient(left, right);
        const shifted = INTERVAL.right(left, right);
        for (let a = low; a <= high; a += 1)
          for (let b = least; b <= most; b += 1) {
            const quotient = Math.trunc(a / b);
            if (quotient < over.low || quotient > over.high) wrong.push(`${a} / ${b}`);
            if (a >> b < shifted.low || a >> b > shifted.high) wrong.push(`${a} >> ${b}`);
          }
      }
  expect(wrong).toEqual([]);
});
