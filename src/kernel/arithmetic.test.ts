import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kernelOf, platform } from '../testing/engine.ts';
import { simulateEvents } from '../testing/event-simulation.ts';

const SIZE = 16;
const WG = 4;

/** Arithmetic of all items together; nothing else costs time. */
function operations(body: string, more = ''): number {
  const text = `${more}
#pragma tuner param WG = {${WG}}
__kernel void k(__global int *a, __global float4 *v, __local int *l, int n) {
${body}
}`;
  const kernel = kernelOf(text, 'operations');
  const free = { GMT: 0, LMT: 0, BT: 0, DT: 0 };
  const run = simulateEvents(kernel, { WG }, platform({ size: SIZE, AT: 1, ...free }));
  if (run.kind !== 'finished') throw new Error('it deadlocks');
  return run.groups
    .flatMap(({ elements }) => elements)
    .reduce((sum, ticks) => sum + ticks.private + ticks.local + ticks.global, 0);
}

describe('operations of one statement', () => {
  it.each([
    ['what computes or compares counts', 'a[0] = n + 2 * n - (n < 3);', 4],
    ['so do signs, complements and negations', 'a[0] = -n + ~n + !n;', 5],
    ['finding a place does not', 'a[n] = l[0]; *(a + n) = 1; a += 2;', 0],
    ['what is computed for it does', 'a[n + 1] = l[n * 2 - 1];', 3],
    ['an update is one operation', 'n++; --n; n += 2; a[0] *= 3;', 4],
    ['numbers and parameters are computed by the compiler', 'a[0] = 2 * 3 + WG / 2 - (1 << 4);', 0],
    ['what decides does not count', 'a[0] = n && a[1] ? n : 7;', 0],
    ['vectors count their components', 'v[0] = v[1] * v[2] + 1.0f;', 8],
    ['mathematics is an operation each', 'v[0] = sqrt(v[1]); a[0] = max(n, 3);', 5],
    ['conversions are free', 'a[0] = (int)v[0].x; a[1] = convert_int(v[0].x);', 0],
    ['a dot product is one of its components', 'a[0] = dot(v[0], v[1]);', 4],
  ])('%s', (_, statement, expected) => {
    expect(operations(statement)).toBe(SIZE * expected);
  });

  it('of a function with a cost are in its cost', () => {
    const helper = 'int f(int x) { return x * x + 1; }\n';
    expect(operations('a[0] = f(n) - 1;', helper)).toBe(SIZE * 3);
    expect(operations('a[0] = f(n) - 1;', `${helper}#pragma tuner cost f = 7\n`)).toBe(SIZE * 8);
  });

  it('are none where arithmetic is free', () => {
    const text = `#pragma tuner param WG = {4}
__kernel void k(__global int *a, int n) { for (int i = 0; i < 9; i++) n = n * 3 + i; a[0] = n; }`;
    expect(JSON.stringify(kernelOf(text))).not.toContain('arithmetic');
    expect(JSON.stringify(kernelOf(text, 'operations'))).toContain('arithmetic');
  });
});

/** A C++ number whose operators count themselves; replaces the kernel's `int`. */
const COUNTING = `
#include <cstdio>
#include <vector>
static long operations = 0;
struct Number {
  int value;
  Number(int given = 0) : value(given) {}
  operator int() const { return value; }
  Number &operator++() { operations++; value++; return *this; }
  Number operator++(int) { operations++; Number old(*this); value++; return old; }
  Number operator--(int) { operations++; Number old(*this); value--; return old; }
  Number &operator--() { operations++; value--; return *this; }
};
#define BOTH(op) \\
  static Number operator op(const Number &x, const Number &y) { operations++; return x.value op y.value; } \\
  static Number operator op(const Number &x, int y) { operations++; return x.value op y; } \\
  static Number operator op(int x, const Number &y) { operations++; return x op y.value; }
BOTH(+) BOTH(-) BOTH(*) BOTH(/) BOTH(%) BOTH(&) BOTH(|) BOTH(^) BOTH(<<) BOTH(>>)
BOTH(<) BOTH(<=) BOTH(>) BOTH(>=) BOTH(==) BOTH(!=)
#define ASSIGNED(op) \\
  static Number &operator op##=(Number &x, int y) { operations++; x.value = x.value op y; return x; }
ASSIGNED(+) ASSIGNED(-) ASSIGNED(*) ASSIGNED(>>) ASSIGNED(<<)
static Number item, group;
static Number get_local_id(int) { return item; }
static Number get_group_id(int) { return group; }
static Number get_global_id(int) { return group.value * ${WG} + item.value; }
`;

/** Items run in turn: none may read what others write. */
function countedInC(body: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-arithmetic-'));
  try {
    const program = `${COUNTING}
#define int Number
static void k(std::vector<Number> &a, std::vector<Number> &l, Number n) { ${body} }
#undef int
int main() {
  std::vector<Number> a(4096), l(4096);
  for (int g = 0; g < ${SIZE / WG}; g++)
    for (int i = 0; i < ${WG}; i++) { group = g; item = i; k(a, l, ${SIZE}); }
  printf("%ld", operations);
}`;
    writeFileSync(join(folder, 'k.cpp'), program);
    execFileSync('g++', ['-w', '-o', 'k', 'k.cpp'], { cwd: folder });
    return Number(execFileSync(join(folder, 'k'), { encoding: 'utf8' }));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('operations of a kernel are those that C++ counts', () => {
  it.each([
    'for (int i = 0; i < n; i++) a[i] = i * i + n;',
    'int i = get_global_id(0); if (i < n - 3) a[i] = a[i + 1] - 1; else { a[i] = 0; i--; }',
    'for (int s = 8; s > 0; s >>= 1) { if (get_local_id(0) < s) l[s] += 3; }',
    'int t = 0; for (int i = 0; i < 5; i++) for (int j = i; j < 7; j += 2) t = t * 3 ^ (j & 5); a[0] = t;',
    'int i = 0; while (i < 6) { a[i] = i << 2; i++; }',
    'int i = 0; do { a[i] = i % 3; ++i; } while (i < 4);',
    'int g = get_group_id(0); for (int i = g; i < 20; i += 4) a[i] = (i > 7 && i < 11) ? i / 2 : i * 2 + 1;',
    'int x = get_local_id(0); a[x] = (x == 1 || x >= 3) | (x != 2);',
  ])('%s', (body) => {
    // Known arguments, so that both decide alike.
    const known = `#pragma tuner value n = ${SIZE}\n`;
    expect(operations(body, known)).toBe(countedInC(body));
  });
});
