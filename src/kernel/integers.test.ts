import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../front/expr.ts';
import { kernel, lowered, outline, parser, remarks } from '../testing/kernels.ts';
import { integerExpression } from '../testing/integer-expressions.ts';
import { RUNS, seedOf } from '../testing/amounts.ts';
import { temporaryFolder } from '../testing/folder.ts';

const folder = temporaryFolder();
const GROUP = 16;
const DECLARATIONS = `int i = lid; uint u = lid; uchar c = (uchar)(lid * 40); char d = (char)(lid * 40);
short s = (int)lid - 8; ushort t = lid; long l = lid; int m = (int)lid - 5; uint w = 3000000000u;`;
const NAMES = 'lid i u c d s t l m w'.split(' ');

/** Non-zero or not for each work-item, by gcc. */
function truthsByGcc(expressions: readonly string[]): string[] {
  const program = `#include <stdio.h>
#include <stdlib.h>
typedef unsigned char uchar; typedef unsigned short ushort;
typedef unsigned uint; typedef unsigned long ulong;
int main(void) {
${expressions.map((text) => `for (ulong lid = 0; lid < ${GROUP}; lid++) { ${DECLARATIONS} putchar('0' + !!(${text})); } puts("");`).join('\n')}
return 0; }`;
  const path = join(folder, 'integers');
  writeFileSync(`${path}.c`, program);
  execFileSync('gcc', ['-w', '-O0', '-fwrapv', '-o', path, `${path}.c`]);
  return execFileSync(path, { encoding: 'utf8' }).trim().split('\n');
}

const HEAD = `#pragma tuner param WG = {${GROUP}}
`;
const withItem = (body: string): string =>
  `${HEAD}__kernel void k(__global int *a) { size_t lid = get_local_id(0); ${DECLARATIONS} ${body} }`;

/** The same by lowering; words where it says it does not know. */
function truthHere(text: string): string {
  const result = parser.lower(withItem(`if (${text}) a[0] = 1;`));
  const said = result.diagnostics.map(({ code }) => code);
  // The grammar reads `(x * (char)(y)) - z` as a cast.
  if (!result.ok && said.includes('unsupported')) return 'unknown';
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  if (said.includes('assumed-branch')) return 'unknown';
  const [node] = result.value.body;
  const items = Array.from({ length: GROUP }, (_, lid) => lid);
  const truths = items.map((lid) => {
    if (node === undefined) return 0;
    if (node.kind !== 'branch') return 1;
    const at = { lid, gid: lid, group: 0, WG: GROUP, size: GROUP };
    return Number(evaluate(node.condition, at) !== 0) === Number(node.then.length > 0) ? 1 : 0;
  });
  return truths.join('');
}

describe('integers', () => {
  test.each(['abs(m) > 2', 'abs(m) == 5', 'abs(s) < 4', 'max(m, -2) < 0', 'abs(m) - 3 > 0'])(
    '%s is as in C',
    (text) => {
      const c = text
        .replace(/max\(m, (-2)\)/, '(m > $1 ? m : $1)')
        .replace('abs(m)', '(uint)abs(m)');
      const [expected] = truthsByGcc([c]);
      expect(truthHere(text)).toBe(expected);
    },
  );

  test('conditions of random expressions are as a compiler has them', () => {
    const texts = fc.sample(integerExpression(NAMES), { numRuns: 600 * RUNS, seed: seedOf(11) });
    const expected = truthsByGcc(texts);
    const found = texts.map(truthHere);
    const wrong = texts.flatMap((text, i) =>
      found[i] === 'unknown' || found[i] === expected[i]
        ? []
        : [`${text}: ${found[i]} and not ${expected[i]}`],
    );
    expect(wrong).toEqual([]);
    const unknown = found.filter((each) => each === 'unknown').length;
    expect(unknown / found.length).toBeLessThan(0.2);
  });

  const decided = (text: string): string[] => outline(lowered(kernel(text)));
  const remarked = (text: string): string[] => remarks(kernel(text));

  test.each<[string, ...string[]]>([
    ['int m = 0xFFFFFFFF; if (m < 0) a[0] = 1;', 'work store global a GMT'],
    ['uint u = 0; if (u - 1 > 5) a[0] = 1;', 'work store global a GMT'],
    ['if (~0u >> 28 == 15) a[0] = 1;', 'work store global a GMT'],
    ['if ((char)200 < 0) a[0] = 1;', 'work store global a GMT'],
    ['if (1 << 31 < 0) a[0] = 1;', 'work store global a GMT'],
    ['if (-1 > 0u) a[0] = 1;', 'work store global a GMT'],
    ['if (10UL - 11 > 5) a[0] = 1;', 'work store global a GMT'],
    ['ushort s = 65535; s++; if (s == 0) a[0] = 1;', 'work store global a GMT'],
    [
      'uchar c = 200; if (c + 100 == 300) a[0] = 1; c += 100; if (c != 44) a[1] = 1;',
      'work store global a GMT',
    ],
    [
      'if ((uchar)(get_local_id(0) * 100) == 44) a[0] = 1;',
      'if lid * 100 % 256 == 44',
      '  work store global a GMT',
    ],
    [
      'if (get_local_id(0) > 0 && get_local_id(0) - 1 < 3) a[0] = 1;',
      'if lid > 0 && lid - 1 < 3',
      '  work store global a GMT',
    ],
    [
      'int i = get_local_id(0) - 1; if (i < 0) a[0] = 1;',
      'if lid - 1 < 0',
      '  work store global a GMT',
    ],
    [
      'if (get_local_id(0) < get_local_size(0) - 1) a[0] = 1;',
      'if lid < WG - 1',
      '  work store global a GMT',
    ],
    [
      'if (get_local_size(0) - 1 - get_local_id(0) < 4) a[0] = 1;',
      'if WG - 1 - lid < 4',
      '  work store global a GMT',
    ],
    [
      'if (get_local_id(0) % 16 == (get_local_id(0) + 1) % 16) a[0] = 1;',
      'if lid % 16 == (lid + 1) % 16',
      '  work store global a GMT',
    ],
    [
      'int x = get_global_id(0) - 2; if (x >= 0 && x < get_global_size(0)) a[0] = 1;',
      'if gid - 2 >= 0 && gid - 2 < size',
      '  work store global a GMT',
    ],
  ])('%s is decided in its type, without a word', (text, ...expected) => {
    expect(decided(text)).toEqual(expected);
    expect(remarked(text)).toEqual([]);
  });

  test.each([
    ['if (get_local_id(0) - 1 < 0) a[0] = 1;', []],
    [
      'if (get_local_id(0) - 1 < 3) a[0] = 1;',
      ['if lid - 1 >= 0 && lid - 1 < 3', '  work store global a GMT'],
    ],
    [
      'int x = get_global_id(0) - 2; if (x < get_global_size(0)) a[0] = 1;',
      ['if gid - 2 >= 0 && gid - 2 < size', '  work store global a GMT'],
    ],
    ['for (uchar c = 0; c < WG; c++) a[c] = 1;', ['loop WG', '  work store global a GMT']],
    [
      'for (uint j = WG; j > 0; j -= 2) a[j] = 1;',
      ['loop (WG + 1) / 2', '  work store global a GMT'],
    ],
  ])('%s may wrap around', (text, expected) => {
    expect(decided(text)).toEqual(expected);
    expect(remarked(text).map((remark) => remark.split(':')[0])).toEqual(['may-wrap']);
  });

  test('a random number that is computed in 32 bits decides nothing', () => {
    const text = 'uint r = get_global_id(0) * 1664525u + 1013904223u; if (r % 3 == 0) a[0] = 1;';
    expect(remarked(text).map((remark) => remark.split(':')[0])).toEqual([
      'assumed-branch',
      'may-wrap',
    ]);
  });
});
