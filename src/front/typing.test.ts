import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { programIn } from '../testing/kernels.ts';
import type { Type } from './syntax.ts';
import { showType } from './types.ts';
import { integerExpression } from '../testing/integer-expressions.ts';
import { temporaryFolder } from '../testing/folder.ts';

const folder = temporaryFolder();
const VARIABLES = 'bool b; char c; uchar uc; short s; ushort us; int i; uint u; long l; ulong ul;';

/** The types of expressions as gcc has them. */
function typesByGcc(expressions: readonly string[]): string[] {
  const names = 'bool:_Bool char:char char:signed_char uchar:unsigned_char short:short';
  const wide = 'ushort:unsigned_short int:int uint:unsigned long:long ulong:unsigned_long';
  const cases = `${names} ${wide} float:float double:double`
    .split(' ')
    .map((pair) => pair.split(':'))
    .map(([ours = '', c = '']) => `${c.replace('_', ' ').replace(' Bool', '_Bool')}: "${ours}"`);
  const program = `#include <stdio.h>
typedef _Bool bool; typedef unsigned char uchar; typedef unsigned short ushort;
typedef unsigned uint; typedef unsigned long ulong;
int main(void) { ${VARIABLES}
#define T(e) puts(_Generic((e), ${cases.join(', ')}, default: "?"));
${expressions.map((text) => `T(${text})`).join('\n')}
return 0; }`;
  const path = join(folder, 'types');
  writeFileSync(`${path}.c`, program);
  execFileSync('gcc', ['-w', '-o', path, `${path}.c`]);
  return execFileSync(path, { encoding: 'utf8' }).trim().split('\n');
}

/** The kernel's last statement must be an expression. */
function typeOfLast(text: string): Type | undefined {
  const body = programIn(text).functions.at(-1)?.body;
  const last = body?.kind === 'block' ? body.body.at(-1) : undefined;
  if (last?.kind !== 'expression' || last.value === undefined) throw new Error(text);
  return last.value.type;
}

/** The types of expressions as the tree has them. */
const typesHere = (expressions: readonly string[], before = '', variables = VARIABLES): string[] =>
  expressions.map((text) => {
    const found = typeOfLast(
      `${before} __kernel void k(__global float4 *v, __local int (*rows)[8], __global int *p) { ${variables} (${text}); }`,
    );
    return found === undefined ? '?' : showType(found);
  });

describe('the type of an expression', () => {
  test('is that of C for literals and random expressions of integers', () => {
    const literals = `1 2147483647 2147483648 4294967295 4294967296 0x7fffffff 0x80000000 0xFFFFFFFF
      0x100000000 0x8000000000000000 0xFFu 10UL 1u 1l 9223372036854775807 017 0377777777777 1.5 1.5f 2e3`
      .split(/\s+/)
      .filter((text) => text !== '');
    const random = fc.sample(integerExpression('b c uc s us i u l ul'.split(' ')), {
      numRuns: 400,
      seed: 7,
    });
    const all = [
      ...literals,
      ...random,
      'i == u',
      'uc << ul',
      '!l',
      '~uc',
      '-us',
      'i ? uc : s',
      '(i, u)',
      'i = l',
      'c++',
    ];
    expect(typesHere(all)).toEqual(typesByGcc(all));
  });

  test.each([
    ['v[0]', 'float4'],
    ['v[0].x', 'float'],
    ['v[0].s01', 'float2'],
    ['v[0].hi', 'float2'],
    ['v[0] * 2', 'float4'],
    ['v[0] < v[1]', 'int4'],
    ['rows', 'int[] *'],
    ['rows[1]', 'int[]'],
    ['rows[1][2]', 'int'],
    ['*rows', 'int[]'],
    ['&p[1]', 'int *'],
    ['*&p[1]', 'int'],
    ['p + 1', 'int *'],
    ['p - p', 'long'],
    ['3[p]', 'int'],
    ['get_global_id(0)', 'ulong'],
    ['get_work_dim()', 'uint'],
    ['sizeof(int)', 'ulong'],
    ['min(u, 3u)', 'uint'],
    ['atomic_add(p, 1)', 'int'],
    ['dot(v[0], v[1])', 'float'],
    ['vload4(0, p)', 'int4'],
    ['convert_uchar_sat(i)', 'uchar'],
    ['(uchar)(i * 3)', 'uchar'],
    ['INT_MAX', 'int'],
    ['UINT_MAX', 'uint'],
    ['g(2)', 'short'],
    ['h(2)', 'float *'],
    ['h(2)[1]', 'float'],
    ['t.n', 'int'],
    ['t.q', 'float *'],
    ['t.rows[2]', 'char[]'],
    ['r->q[3]', 'float'],
    ['t.inner', 'uint'],
    ['mystery(1)', '?'],
  ])('%s is of type %s', (text, expected) => {
    const before = `struct S { int n; __global float *q; char rows[4][2]; struct { uint inner; }; };
short g(int i) { return i; } __global float *h(int i);`;
    expect(typesHere([text], before, `${VARIABLES} struct S t; struct S *r = &t;`)).toEqual([
      expected,
    ]);
  });
});
