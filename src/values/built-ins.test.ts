import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { builtValues } from '../testing/value-listing.ts';
import { BUILT_IN_VALUES } from './built-ins.ts';
import { checkByRunning } from './run/check.ts';

const ARGUMENTS = [
  ['0.7', '1.3', '-0.4'],
  ['3.5', '-2.25', '8.0'],
  ['1.25', '2.0', '0.5'],
] as const;

const calls = [...BUILT_IN_VALUES].flatMap(([name, { domain, args, int }]) =>
  domain === 'integer'
    ? []
    : ARGUMENTS.filter(([x]) => name !== 'acosh' || Number(x) >= 1)
        .filter(([x]) => !/^(asin|acos|atanh)$/.test(name) || Number(x) < 1)
        .map((values) => {
          const given: readonly string[] =
            int === 'argument' ? [values[0], '3'] : values.slice(0, args);
          return { name, text: `${name}(${given.join(', ')})` };
        }),
);

/** Results of the machine's mathematics library. */
function natively(): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'overtime-library-'));
  try {
    const lines = calls.map(({ text }) => `printf("%.17g\\n", (double) ${text});`);
    const source = `#define _GNU_SOURCE\n#include <stdio.h>\n#include <math.h>\nint main(void) {\n${lines.join('\n')}\nreturn 0; }`;
    writeFileSync(join(folder, 'all.c'), source);
    execFileSync('gcc', ['-fno-builtin', '-o', 'all', 'all.c', '-lm'], { cwd: folder });
    return execFileSync(join(folder, 'all'), { encoding: 'utf8' }).trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('functions of floating-point numbers have the values of the machine’s library', () => {
  const expected = natively();
  const checks = calls.map(({ text }, i) => {
    const value = expected[i] ?? '';
    return `  { double v = ${text}; __assert(fabs(v - (${value})) <= 1e-12 * fabs(v)); }`;
  });
  const text = `#pragma tuner param WG = {1}
#pragma tuner items 1
__kernel void k(__global double *out) {
${checks.join('\n')}
}`;
  const program = builtValues(text, { WG: 1 });
  expect(program.code.filter(({ kind }) => kind === 'assert')).toHaveLength(calls.length);
  const { findings, notChecked } = checkByRunning(program, { text });
  expect(findings.map(({ message }) => message)).toEqual([]);
  expect(notChecked.map(({ why }) => why)).toEqual([]);
});
