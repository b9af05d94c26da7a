import { expect, it } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Variables that are declared without a value, and functions of two results. */

const CONSTANTS = { ...usualConstants(), size: 64 };

const verdict = async (head: string, body: string): Promise<string> => {
  const host = 'int main() { int *y; cudaMalloc(&y, 128); k<<<1, 32>>>(y); }';
  const text = `${head}\n#pragma tuner ensures y[0] == 7\n__global__ void k(int *y) { ${body} }\n${host}`;
  return (await verdictOf(text, CONSTANTS)).status;
};
const FIRST = 'if (threadIdx.x == 0) y[0] = ';

const MADE: Readonly<Record<string, readonly [head: string, body: string, isRight?: boolean]>> = {
  'members with values of their own': ['struct P { int a = 3, b{4}; };', `P p; ${FIRST}p.a + p.b;`],
  'such a member beside one without': [
    'struct P { int a = 3; int b; };',
    `P p; p.b = 4; ${FIRST}p.a + p.b;`,
  ],
  'the one without, which nobody has written': [
    'struct P { int a = 3; int b; };',
    `P p; ${FIRST}p.a + p.b;`,
    false,
  ],
  'an empty list': ['struct P { int a = 3, b = 4; };', `P p{}; ${FIRST}p.a + p.b;`],
  'a list for the first': ['struct P { int a = 1, b = 4; };', `P p{3}; ${FIRST}p.a + p.b;`],
  'a constructor': [
    'struct P { int a, b; __device__ P() : a(3), b(4) {} };',
    `P p; ${FIRST}p.a + p.b;`,
  ],
  'a constructor with arguments that may be left out': [
    'struct P { int a; __device__ P(int x = 7) : a(x) {} };',
    `P p; ${FIRST}p.a;`,
  ],
  'a constructor that leaves a member to its own value': [
    'struct P { int a = 3; int b; __device__ P() : b(4) {} };',
    `P p; ${FIRST}p.a + p.b;`,
  ],
  'a constructor that leaves a member out': [
    'struct P { int a, b; __device__ P() : b(4) {} };',
    `P p; ${FIRST}p.a + p.b;`,
    false,
  ],
  'the constructor that the language makes': [
    'struct P { int a; P() = default; };',
    `P p; p.a = 7; ${FIRST}p.a;`,
  ],
  'the same, and nobody has written': [
    'struct P { int a; P() = default; };',
    `P p; ${FIRST}p.a;`,
    false,
  ],
  'a template': [
    'template <typename T> struct P { T a; __device__ P() : a(7) {} };',
    `P<int> p; ${FIRST}p.a;`,
  ],
  'an array of them': ['struct P { int a; __device__ P() : a(7) {} };', `P p[3]; ${FIRST}p[2].a;`],
  'a struct inside': [
    'struct I { int a = 7; }; struct P { I in; int b; };',
    `P p; ${FIRST}p.in.a;`,
  ],
  'an array of more of them, in rows': [
    'struct P { int a = 7; };',
    `P p[9][20]; ${FIRST}p[8][19].a;`,
  ],
  'an array in a struct of an array': [
    'struct I { int a = 7; }; struct P { I in[3]; };',
    `P p[100]; ${FIRST}p[99].in[2].a;`,
  ],
  "a base's members": ['struct B { int a = 7; }; struct P : B { int b; };', `P p; ${FIRST}p.a;`],
  'members of the struct beside a base, which nobody has written': [
    'struct B { int a = 7; }; struct P : B { int b; };',
    `P p; ${FIRST}p.b;`,
    false,
  ],
  'a list for the first, and braces for the second': [
    'struct P { int a, b{4}; };',
    `P p{3}; ${FIRST}p.a + p.b;`,
  ],
  sincosf: ['', `float s, c; sincosf(0.0f, &s, &c); ${FIRST}(int)(s + 7 * c);`],
  'sincosf for the other result': [
    '',
    `float s, c; sincosf(0.0f, &s, &c); ${FIRST}(int)(7 * s + c);`,
    false,
  ],
  sincos: ['', `double s, c; sincos(0.0, &s, &c); ${FIRST}(int)(s + 7 * c);`],
  sincospif: ['', `float s, c; sincospif(0.5f, &s, &c); ${FIRST}(int)(7 * s + c);`],
  sincospi: ['', `double s, c; sincospi(0.5, &s, &c); ${FIRST}(int)(7 * s + c);`],
  __sincosf: ['', `float s, c; __sincosf(0.0f, &s, &c); ${FIRST}(int)(s + 7 * c);`],
};

it.each(Object.entries(MADE))('%s', async (_, [head, body, isRight = true]) => {
  expect(await verdict(head, body)).toBe(isRight ? 'right' : 'wrong');
});
