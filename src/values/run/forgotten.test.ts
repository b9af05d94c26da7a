import { afterAll, describe, expect, test } from 'vitest';
import { ValueChecker } from '../../checker/value-checker.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { builtValues } from '../../testing/value-listing.ts';
import { statusOf } from '../finding.ts';
import { checkByRunning } from './check.ts';

const toolchain = await createNodeToolchain();
const checker = new ValueChecker(toolchain, { memoryMB: 1024 });
afterAll(() => toolchain.dispose());

const textOf = (body: string): string => `#pragma tuner array o = 16
typedef struct { int x; int y; } V;
int sum(int n) {
  int a[4], s = 0;
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < 4; i++) s += a[i];
  return s;
}
int chosen(int n) { int f; if (n > 3) f = n; return f; }
__kernel void k(__global int *o) {
  int s = 0;
  ${body}
  o[get_global_id(0)] = s;
}`;

function said(body: string): { readonly status: string; readonly kinds: readonly string[] } {
  const text = textOf(body);
  const verdict = checkByRunning(builtValues(text, { WG: 4 }), { text });
  return { status: statusOf(verdict), kinds: verdict.findings.map(({ kind }) => kind) };
}

describe('a variable is a new one each time its declaration is come to', () => {
  test.each([
    ['in a loop', 'for (int t = 0; t < 4; t++) { int f; if (t < 3) f = t; s += f; }'],
    [
      'in a loop that asks behind',
      'int i = 0; do { int t; if (i == 0) t = 5; s += t; } while (++i < 3);',
    ],
    [
      'in a block of a loop',
      'for (int t = 0; t < 4; t++) if (t > 1) { int f; if (t == 2) f = 5; s += f; }',
    ],
    [
      'with an address',
      'for (int t = 0; t < 4; t++) { int f, *p = &f; if (t < 3) *p = t; s += f; }',
    ],
    [
      'of a vector',
      'for (int t = 0; t < 4; t++) { int2 v; v.x = t; if (t < 3) v.y = t; s += v.x + v.y; }',
    ],
    ['an array', 'for (int t = 0; t < 4; t++) { int f[2]; f[t & 1] = t; s += f[0]; }'],
    [
      'a struct',
      'for (int i = 0; i < 3; i++) { V v; v.x = i; if (i < 2) v.y = 1; s += v.x + v.y; }',
    ],
    ['in the second call of a function', 's = chosen(4) + chosen(3);'],
    ['an array in the second call of a function', 's = sum(4) + sum(3);'],
    [
      'behind a jump back',
      'int i = 0; again: { int f; if (i == 0) f = 1; s += f; } if (++i < 2) goto again;',
    ],
  ])('%s', (_name, body) => {
    const { status, kinds } = said(body);
    expect(status).toBe('wrong');
    expect(new Set(kinds)).toEqual(new Set(['uninitialised']));
  });

  test.each([
    ['in the head of a loop', 'for (int i = 0, k; i < 3; i++) { if (i == 0) k = 4; s += k; }'],
    ['outside of a loop', 'int t; for (int i = 0; i < 3; i++) { if (i == 0) t = 5; s += t; }'],
    [
      'as an array outside of a loop',
      'int a[3]; for (int i = 0; i < 3; i++) { a[i] = i; for (int j = 0; j <= i; j++) s += a[j]; }',
    ],
    [
      'and is written first',
      'for (int i = 0; i < 3; i++) { int f, b[2]; f = i; b[f & 1] = 1; s += b[f & 1]; }',
    ],
    [
      'on either side',
      'for (int i = 0; i < 3; i++) { int u; if (i & 1) u = 1; else u = 2; s += u; }',
    ],
    [
      'under one condition',
      'for (int i = 0; i < 3; i++) { int w; if (i & 1) w = 5; if (i & 1) s += w; }',
    ],
    ['in calls that write all', 's = sum(4) + sum(4) + chosen(4) + chosen(5);'],
  ])('but holds what it was given %s', (_name, body) => {
    expect(said(body)).toEqual({ status: 'right', kinds: [] });
  });
});

test.each([
  ['for (int t = 0; t < 4; t++) { int f; if (t < 3) f = t; s += f; }', 'uninitialised'],
  ['s = sum(4) + sum(3);', 'uninitialised'],
  ['s = sum(4) + sum(4) + chosen(4) + chosen(5);', undefined],
])('SPIN says the same: %s', { timeout: 600_000 }, async (body, kind) => {
  const report = await checker.check([builtValues(textOf(body), { WG: 4 })], { level: 'regions' });
  if (!report.ok) throw new Error(report.reason);
  expect(report.verdicts[0]?.found?.finding.kind).toBe(kind);
});
