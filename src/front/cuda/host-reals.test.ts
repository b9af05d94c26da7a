import { launchOf } from '../syntax.ts';
import { expect, it } from 'vitest';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usualConstants } from '../../base/constants.ts';
import { parser } from '../../testing/kernels.ts';

/** Numbers of the host, held against what g++ makes of them. */

const CXX = process.env['OVERTIME_CXX'] ?? 'g++';
const CONSTANTS = { ...usualConstants(), size: 8 };

const HEAD = `#include <cmath>
#include <algorithm>
typedef double real;
using single = float;
struct Step { float dx; int many; };
template <typename T> struct Pair { T a; };
static inline float third(float x) { return x / 3; }
static int cut(double x) { return x; }
static int up(int a, int b) { return std::ceil((float)a / b); }
static int notUp(int a, int b) { return ceil(a / b); }
template <typename T> static T half(T x) { return x / 2; }`;
const NAMES = `const int w = 40, n = 100; const auto one = 1.0; real s = 1; single f0 = 2;
float f1 = n / 3; int m = n * 0.75; double d1 = 2; const float four = 4; Step step{0.5f, 3};`;

const FRACTIONS = [
  '3.0f / w',
  '1.0 / w',
  '1.f / n',
  '(float)w / 3',
  'float(w) / 3',
  'static_cast<double>(w) / 3',
  '(float)(w / 3)',
  '2.5f * 2',
  'w * 0.1f',
  '1.0f / sqrtf(w)',
  '1.0f / std::sqrt((float)n)',
  'one / w',
  's / w',
  'f0 / 3',
  'f1 / 2',
  'd1 / 3',
  'w / 3',
  '-1.0f / w',
  'w / 3 * 1.0f',
  '1.0f * w / 3',
  'third(w)',
  '1.0f / (n - 1)',
  'w > 3 ? 1.0f / w : 0',
  '1e-3f',
  '1e-9 / n',
  '1 / (w * 1.0)',
  'four / 3',
  'w / four',
  'std::min(1.0f / w, 3.0f)',
  'half(3)',
  'half(3.0f)',
];
const WHOLES = [
  'ceil(n / 16)',
  'ceil(n / 16.0)',
  'ceil((float)n / 16)',
  'floor(n / 16.0f)',
  '(int)(0.75 * n)',
  '(int)(n / 8.0f)',
  'int(n / 8.0)',
  'm / 2',
  'f1',
  'n * 1.5f',
  'cut(n / 3.0)',
  'up(n, 16)',
  'notUp(n, 16)',
  'ceil(f1 / 2)',
  'round(2.5)',
  'floor(-2.5)',
  '(int)log2(n * 1.28)',
  '(int)log2(1024)',
  'pow(2, 5)',
  'abs(-4)',
  'n & ~7',
  'n ^ 3',
  'n | 3',
  '(n + 31) & -32',
  'ceil(w / 16) / 2 * 2',
  'ceil(n / 16.0) / 2',
  '1.0f / w < 0.03f',
  '1.0f / w * w == 1',
  'n / 16 + (n % 16 != 0)',
];

const text = (type: string, expression: string): string =>
  `${HEAD}\n__global__ void k(${type} *o, ${type} x) { o[threadIdx.x] = x; }
int main() { ${NAMES} ${type} *o; cudaMalloc(&o, 4096); k<<<1, 32>>>(o, ${expression}); }`;

/** The argument's value; undefined where it is left open. */
function passed(type: string, expression: string): number | undefined {
  const { kernel } = parser.programOf(text(type, expression), { values: CONSTANTS });
  const [value] = (launchOf(kernel).statedToRun ?? []).flatMap((each) =>
    each.kind === 'input' ? [Number(each.text.replace(/^.*=/s, ''))] : [],
  );
  return value;
}

function byCompiler(type: string, expressions: readonly string[]): readonly number[] {
  const folder = mkdtempSync(join(tmpdir(), 'host-'));
  try {
    const prints = expressions.map((each) => `take(${each});`).join('\n');
    writeFileSync(
      join(folder, 'h.cpp'),
      `#include <cstdio>\n${HEAD}\nvoid take(${type} x) { printf("%.17g\\n", (double)x); }
int main() { ${NAMES}\n${prints} }`,
    );
    execFileSync(CXX, ['-w', '-O0', '-o', 'h', 'h.cpp'], { cwd: folder });
    return execFileSync(join(folder, 'h'), { encoding: 'utf8' }).trim().split('\n').map(Number);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.each([
  ['float', FRACTIONS],
  ['double', FRACTIONS],
  ['int', WHOLES],
] as const)('numbers passed as %s are those of the compiled host', (type, expressions) => {
  const told = expressions.map((each) => [each, passed(type, each)] as const);
  const held = byCompiler(type, expressions).map((each, i) => [expressions[i], each] as const);
  const near = type === 'float' ? Math.fround : Number;
  const left = told.flatMap(([each, value]) => (value === undefined ? [each] : []));
  expect(left).toEqual([]);
  expect(
    told.flatMap(([each, value]) => (value === undefined ? [] : [[each, near(value)]])),
  ).toEqual(held.filter(([each]) => !left.includes(each ?? '')));
});

it.each([
  ['ceil(n / 16.0)', 7],
  ['ceil(n / 16)', 6],
  ['(int)ceil((float)n / 16)', 7],
  ['(n + 15) / 16', 7],
  ['(int)(n / 16.0)', 6],
])('blocks %s of 16', (blocks, count) => {
  const { kernel } = parser.programOf(
    `__global__ void k(int *o) { o[threadIdx.x] = 1; } int main() { int n = 100, *o; k<<<${blocks}, 16>>>(o); }`,
    { values: CONSTANTS },
  );
  const items = launchOf(kernel).statedToRun?.find(({ kind }) => kind === 'items');
  expect(items?.kind === 'items' && items.values.map((each) => each.text)).toEqual([
    String(16 * count),
  ]);
});

const P = `struct P { float dx; int n; };
__global__ void k(int *o, P p) { o[threadIdx.x] = p.n * p.dx; }`;
const X = '__global__ void k(int *o, const float *x) { o[threadIdx.x] = x[1]; }';
const C = '__constant__ float c[2];\n__global__ void k(int *o) { o[threadIdx.x] = c[1]; }';
const COPY = 'cudaMemcpy(x, h, sizeof(h), cudaMemcpyHostToDevice); k<<<1, 32>>>(o, x);';

it.each([
  [P, 'P p = {0.25f, 4}; k<<<1, 32>>>(o, p);', ['p.dx = 0.25', 'p.n = 4']],
  [P, 'P p; p.n = 4; p.dx = 1.0f / p.n; k<<<1, 32>>>(o, p);', ['p.dx = 0.25', 'p.n = 4']],
  [P, 'P p = {1 / 4, 9 / 2.0}; k<<<1, 32>>>(o, p);', ['p.dx = 0', 'p.n = 4']],
  [
    C,
    'int n = 4; float h[2] = {1.0f, 1.0f / n}; cudaMemcpyToSymbol(c, h, sizeof(h)); k<<<1, 32>>>(o);',
    ['c[i] = (i < 1 ? 1.0 : 0.25)'],
  ],
  [
    X,
    `float h[3]; for (int i = 0; i < 3; i++) h[i] = i / 4.0f; ${COPY}`,
    ['x[i] = (i < 1 ? 0.0 : (i < 2 ? 0.25 : 0.5))'],
  ],
  [
    X,
    `float h[3]; for (int i = 0; i < 3; i++) h[i] = (float)i / 4; ${COPY}`,
    ['x[i] = (i < 1 ? 0.0 : (i < 2 ? 0.25 : 0.5))'],
  ],
  [X, `float h[3]; for (int i = 0; i < 3; i++) h[i] = i / 4; ${COPY}`, ['x[i] = i / 4']],
  [X, `float h[3]; for (int i = 0; i < 3; i++) h[i] = i & 0x0F; ${COPY}`, ['x[i] = i & 15']],
])('fractions reach members, lists and contents: %s %s', (kernels, host, stated) => {
  const { kernel } = parser.programOf(
    `${kernels}\nint main() { int *o; float *x; cudaMalloc(&o, 128); cudaMalloc(&x, 12); ${host} }`,
    { values: CONSTANTS },
  );
  const told = (launchOf(kernel).statedToRun ?? []).flatMap((each) =>
    each.kind === 'input'
      ? [each.text.trim()]
      : each.kind === 'value'
        ? [`${each.target.name} = ${each.value.text}`]
        : [],
  );
  expect(told).toEqual(stated);
});
