import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawing, randomBody } from '../../testing/random-c.ts';
import { read, runItem } from '../../testing/value-evaluator.ts';
import { builtValues } from '../../testing/value-listing.ts';

/** Programs compared, times OVERTIME_RUNS. */
const PROGRAMS = 20 * Number(process.env['OVERTIME_RUNS'] ?? 1);
const SEED = Number(process.env['OVERTIME_SEED'] ?? 1);
const NUMBERS = [0, 1, -1, 5, 300, -70000, 2147483647];
const ROOM = 64;

const PRELUDE = `#include <stdio.h>
typedef unsigned char uchar; typedef unsigned short ushort; typedef unsigned int uint; typedef unsigned long ulong;
struct Pair { int a; short b; };
`;

/** What the machine's own compiler makes of the functions, for each of the numbers. */
function natively(programs: readonly { helpers: string; body: string }[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-values-'));
  try {
    const functions = programs.map(
      ({ helpers, body }, i) =>
        `${helpers.replace(/\bh(\d)\(/g, `h$1_${i}(`)}\nvoid f${i}(int n, long *out) {\n${body.replace(/\bh(\d)\(/g, `h$1_${i}(`)}\n}`,
    );
    const main = `int main(void) { static const int in[] = {${NUMBERS.map((n) => n).join(', ')}};
void (*all[])(int, long *) = {${programs.map((_, i) => `f${i}`).join(', ')}};
for (int p = 0; p < ${programs.length}; p++) for (int k = 0; k < ${NUMBERS.length}; k++) { long out[${ROOM}] = {0}; all[p](in[k], out);
for (int i = 0; i < ${ROOM}; i++) printf("%ld ", out[i]); printf("\\n"); } return 0; }`;
    writeFileSync(join(folder, 'all.c'), `${PRELUDE}${functions.join('\n')}\n${main}`);
    const options = ['-O1', '-w', '-fwrapv', '-fno-strict-aliasing', '-o', 'all', 'all.c'];
    execFileSync('gcc', options, { cwd: folder });
    const output = execFileSync(join(folder, 'all'), { encoding: 'utf8', maxBuffer: 2 ** 28 });
    return output.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('random functions compute what a compiler makes of them', { timeout: 600_000 }, () => {
  const programs = Array.from({ length: PROGRAMS }, (_, i) => randomBody(drawing(SEED * 1000 + i)));
  const lines = natively(programs);
  programs.forEach(({ helpers, body }, i) => {
    const text = `struct Pair { int a; short b; };\n${helpers}
#pragma tuner param WG = {1}
#pragma tuner items 1
#pragma tuner array out = ${ROOM}
__kernel void f(int n, __global long *out) {\n${body}\n}`;
    const program = builtValues(text, { WG: 1 });
    NUMBERS.forEach((n, k) => {
      const out = runItem(program, { n }).get('out');
      const values = Array.from({ length: ROOM }, (_, j) =>
        out === undefined ? '' : String(read(out, j * 8, 'long')),
      );
      const native = lines[i * NUMBERS.length + k]?.trim().split(' ');
      expect(values, `seed ${SEED * 1000 + i}, n = ${n}\n${text}`).toEqual(native);
    });
  });
});
