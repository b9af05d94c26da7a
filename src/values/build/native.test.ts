import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawing, randomBody } from '../../testing/random-c.ts';
import { randomVectors } from '../../testing/random-vectors.ts';
import { read, runItem } from '../../testing/value-evaluator.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { RUNS } from '../../testing/amounts.ts';

/** Programs compared, times OVERTIME_RUNS. */
const PROGRAMS = 20 * RUNS;
const SEED = Number(process.env['OVERTIME_SEED'] ?? 1);
const NUMBERS = [0, 1, -1, 5, 300, -70000, 2147483647];
const ROOM = 64;

const PRELUDE = `#include <stdio.h>
typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned int uint; typedef unsigned long ulong;
struct Pair { int a; short b; };
`;

/** Results of the functions for each number, by the machine's own compiler. */
function natively(
  compiler: 'gcc' | 'g++',
  prelude: string,
  bodies: readonly { readonly helpers: string; readonly body: string }[],
): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-values-'));
  try {
    const functions = bodies.map(({ helpers, body }, i) => {
      const own = (text: string): string => text.replace(/\bh(\d)\(/g, `h$1_${i}(`);
      return `${own(helpers)}\nvoid f${i}(int n, long *out) {\n${own(body)}\n}`;
    });
    const main = `int main(void) { static const int in[] = {${NUMBERS.join(', ')}};
void (*all[])(int, long *) = {${bodies.map((_, i) => `f${i}`).join(', ')}};
for (int p = 0; p < ${bodies.length}; p++) for (int k = 0; k < ${NUMBERS.length}; k++) { long out[${ROOM}] = {0}; all[p](in[k], out);
for (int i = 0; i < ${ROOM}; i++) printf("%ld ", out[i]); printf("\\n"); } return 0; }`;
    const file = compiler === 'gcc' ? 'all.c' : 'all.cpp';
    writeFileSync(join(folder, file), `${prelude}${functions.join('\n')}\n${main}`);
    const options = [
      compiler === 'gcc' ? '-O1' : '-O0',
      '-w',
      '-fwrapv',
      '-fno-strict-aliasing',
      '-o',
      'all',
      file,
    ];
    execFileSync(compiler, options, { cwd: folder });
    const output = execFileSync(join(folder, 'all'), { encoding: 'utf8', maxBuffer: 2 ** 28 });
    return output.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A kernel's results for each number, as lines. */
function written(text: string): string[] {
  const program = builtValues(text, { WG: 1 });
  return NUMBERS.map((n) => {
    const out = runItem(program, { n }).get('out');
    if (out === undefined) return '';
    return Array.from({ length: ROOM }, (_, j) => String(read(out, j * 8, 'long'))).join(' ');
  });
}

/** The lines of one of the native functions. */
const linesOf = (lines: readonly string[], index: number): string[] =>
  lines.slice(index * NUMBERS.length, (index + 1) * NUMBERS.length).map((line) => line.trim());

const kernelOf = (before: string, body: string): string => `${before}
#pragma tuner param WG = {1}
#pragma tuner items 1
#pragma tuner array out = ${ROOM}
__kernel void f(int n, __global long *out) {\n${body}\n}`;

test('random functions compute what a compiler makes of them', { timeout: 600_000 }, () => {
  const seeds = Array.from({ length: PROGRAMS }, (_, i) => SEED * 1000 + i);
  const bodies = seeds.map((seed) => randomBody(drawing(seed)));
  const lines = natively('gcc', PRELUDE, bodies);
  bodies.forEach(({ helpers, body }, i) => {
    const text = kernelOf(`struct Pair { int a; short b; };\n${helpers}`, body);
    expect(written(text), `seed ${seeds[i]}\n${text}`).toEqual(linesOf(lines, i));
  });
});

/** Vectors as GCC has them. */
const VECTORS = `#include <stdio.h>
#include <string.h>
typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned int uint; typedef unsigned long ulong;
typedef signed char schar;
#define char schar
${['char', 'uchar', 'short', 'ushort', 'int', 'uint', 'long', 'ulong', 'float']
  .map((lane) => `typedef ${lane} ${lane}4 __attribute__((vector_size(4 * sizeof(${lane}))));`)
  .join('\n')}
#define V4(T, a, b, c, d) (T##4){a, b, c, d}
template <class T> long to_long(T x) { return (long)x; }
template <> long to_long<float>(float x) { int bits; memcpy(&bits, &x, 4); return x != x ? 0 : bits; }
#define TO_LONG(x) to_long(x)
`;

test('random vectors compute what a compiler makes of them', { timeout: 600_000 }, () => {
  const seeds = Array.from({ length: PROGRAMS }, (_, i) => SEED * 1000 + i);
  const bodies = seeds.map((seed) => ({ helpers: '', body: randomVectors(drawing(seed)) }));
  const lines = natively('g++', VECTORS, bodies);
  const before = `#define V4(T, a, b, c, d) (T##4)(a, b, c, d)`;
  bodies.forEach(({ body }, i) => {
    // Floats are compared by their bits.
    const floats = new Set([...body.matchAll(/^float4 (\w+)/gm)].map(([, name]) => name));
    const own = body.replaceAll(/TO_LONG\((\w+)(\[\d\])\)/g, (_, name: string, lane: string) =>
      floats.has(name) ? `(isnan(${name}${lane}) ? 0 : as_int(${name}${lane}))` : `${name}${lane}`,
    );
    const text = kernelOf(before, own);
    expect(written(text), `seed ${seeds[i]}\n${text}`).toEqual(linesOf(lines, i));
  });
});
