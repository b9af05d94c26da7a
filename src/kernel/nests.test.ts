import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Environment, evaluate } from '../front/expr.ts';
import type { Block } from './ir.ts';
import { parser } from '../testing/kernels.ts';
import { RUNS, seedOf } from '../testing/amounts.ts';
import { temporaryFolder } from '../testing/folder.ts';

const folder = temporaryFolder();
const GROUPS = [4, 8];
/** More rounds than this count as endless. */
const MOST = 200_000;

/** Innermost rounds per item and group, by running them; -1 where endless. */
function countsByGcc(nests: readonly string[]): string[] {
  const program = `#include <stdio.h>
${nests
  .map(
    (nest, i) =>
      `static long nest${i}(int WG, int lid) { long count = 0, rounds = 0; ${nest.replaceAll('TOUCH', `{ if (++count > ${MOST}) return -1; }`).replaceAll('ROUND', `if (++rounds > ${MOST}) return -1;`)} return count; }`,
  )
  .join('\n')}
int main(void) {
${nests.map((_, i) => GROUPS.map((group) => `for (int lid = 0; lid < ${group}; lid++) printf("%ld ", nest${i}(${group}, lid));`).join('') + 'puts("");').join('\n')}
return 0; }`;
  const path = join(folder, 'nests');
  writeFileSync(`${path}.c`, program);
  execFileSync('gcc', ['-w', '-O1', '-fwrapv', '-o', path, `${path}.c`]);
  return execFileSync(path, { encoding: 'utf8', timeout: 60_000 })
    .trim()
    .split('\n')
    .map((line) => line.trim());
}

/** Accesses of a block, for the names given. */
function accessesIn(block: Block, at: Environment): number {
  return block.reduce((sum, node) => {
    if (node.kind === 'work') return sum + node.accesses.length;
    if (node.kind === 'branch')
      return sum + accessesIn(evaluate(node.condition, at) ? node.then : node.otherwise, at);
    if (node.kind !== 'loop') return sum;
    const rounds = Math.max(0, evaluate(node.trips, at));
    const { index, body } = node;
    if (index === undefined) return sum + rounds * accessesIn(body, at);
    let inside = 0;
    for (let i = 0; i < rounds; i += 1) inside += accessesIn(body, { ...at, [index]: i });
    return sum + inside;
  }, 0);
}

/** The same by the model, or the code of its error. */
function countsHere(nest: string): string {
  const body = nest.replaceAll('TOUCH', 'a[0] = 1;').replaceAll('ROUND', '');
  const text = `#pragma tuner param WG = {${GROUPS.join(', ')}}
__kernel void k(__global int *a) { int lid = get_local_id(0); ${body} }`;
  const result = parser.lower(text);
  if (!result.ok)
    return result.diagnostics.find(({ severity }) => severity === 'error')?.code ?? '';
  return GROUPS.flatMap((WG) =>
    Array.from({ length: WG }, (_, lid) =>
      accessesIn(result.value.body, { WG, lid, gid: lid, group: 0, size: 64, GMT: 1 }),
    ),
  ).join(' ');
}

const VARIABLES = ['p', 'q', 'r'];

/** A loop around others; inner bounds may mention outer indices. */
function loop(outer: readonly string[], inner: readonly string[]): fc.Arbitrary<string> {
  const [own = 'p', ...rest] = inner;
  const operand = fc.oneof(
    fc.constantFrom('WG', '8', '3', '16', '1'),
    fc.constantFrom('lid', 'lid + 1', 'WG - lid'),
    ...outer.flatMap((text) => [
      fc.constantFrom(text, `2 * ${text}`, `${text} * ${text}`, `${text} / 2`, `WG - ${text}`),
      fc.constantFrom(
        `(${text} >> 1)`,
        `WG >> (${text} & 3)`,
        `(1 << (${text} & 3))`,
        `(WG << (${text} % 3))`,
        text,
      ),
    ]),
  );
  const head = fc
    .tuple(operand, operand, fc.integer({ min: 1, max: 3 }), fc.nat(9))
    .map(([a, b, step, form]) => {
      const forms = [
        `for (int V = 0; V < ${a}; V++)`,
        `for (int V = ${a}; V < ${b}; V += ${step})`,
        `for (int V = ${a}; V <= ${b}; V++)`,
        `for (int V = ${a}; V > 0; V -= ${step})`,
        `for (int V = ${a}; V >= ${b}; V--)`,
        `for (int V = ${step}; V < ${a}; V <<= 1)`,
        `for (int V = ${a}; V > 0; V >>= 1)`,
        `for (int V = ${a}; V >= 1; V /= 2)`,
        `for (int V = 1; V < ${a}; V *= 3)`,
        `for (int V = ${a}; V < ${b}; V *= 2)`,
      ];
      return (forms[form] ?? '').replaceAll('V', own);
    });
  const body =
    rest.length === 0
      ? fc.constant('TOUCH')
      : fc.oneof(fc.constant('TOUCH'), loop([...outer, own], rest), loop([...outer, own], rest));
  return fc.tuple(head, body).map(([text, inside]) => `${text} { ROUND ${inside} }`);
}

describe('nests of loops', () => {
  test('run as often as a compiler has them run, or are refused', () => {
    const nests = fc.sample(loop([], VARIABLES), { numRuns: 500 * RUNS, seed: seedOf(3) });
    const expected = countsByGcc(nests);
    const found = nests.map(countsHere);
    const isRight = (text: string, i: number): boolean => {
      const counted = expected[i] ?? '';
      if (text === 'never-ends') return counted.includes('-1');
      return text === 'unknown-trip-count' || text === counted;
    };
    const wrong = found.flatMap((text, i) =>
      isRight(text, i) ? [] : [`${nests[i]}: ${text} and not ${expected[i]}`],
    );
    expect(wrong).toEqual([]);
    const unknown = found.filter((text) => text === 'unknown-trip-count').length;
    expect(unknown / found.length).toBeLessThan(0.25);
  });

  test('count bits as a compiler has them count', () => {
    const nests = [
      'for (int p = 1; p != WG; p <<= 1) { TOUCH }',
      'for (int p = 2; p != 2 * WG; p *= 2) { for (int q = p; q != 0; q >>= 1) { TOUCH } }',
      'for (int p = 0; (1 << p) <= lid + 3; p++) { for (int q = p; q >= 0; q--) { TOUCH } }',
      'for (int p = 0; (1 << p) < WG; p++) { for (int q = 0; (3 << q) < (8 << p); q += 2) { TOUCH } }',
      'for (int p = 0; lid >> p; p++) { TOUCH }',
      'for (int p = 1; (lid + 5) >> p > 1; p++) { for (int q = 1; (WG >> q) >= p; q++) { TOUCH } }',
      'for (int p = 0; 40 >> p != 0; p += 3) { for (int q = 1; q <= p; q += 1) { TOUCH } }',
    ];
    expect(nests.map(countsHere)).toEqual(countsByGcc(nests));
  });

  test.each([
    ['what is shifted may be below zero', 'for (int p = lid - 2; p != 0; p >>= 1) { TOUCH }'],
    ['so may this', 'for (int p = 0; p < 9; p++) for (int q = 0; (5 - p) >> q; q++) { TOUCH }'],
    ['the bound may be no power', 'for (int p = 1; p != WG - lid; p <<= 1) { TOUCH }'],
    ['shifts are modulo 32', 'for (int p = 3; lid >> p < 2; p++) { TOUCH }'],
    ['and a sign comes before that', 'for (int p = lid; (1 << p) > 0; p++) { TOUCH }'],
  ])('are refused where it is not known: %s', (_, nest) => {
    expect(countsHere(nest)).toBe('unknown-trip-count');
  });
});
