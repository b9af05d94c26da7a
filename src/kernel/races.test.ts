import { describe, expect, test } from 'vitest';
import { kernel, parser } from '../testing/kernels.ts';

const B = 'barrier(CLK_LOCAL_MEM_FENCE);';
const L = 'int lid = get_local_id(0), n_l = get_local_size(0);';

const races = (body: string): string[] => {
  const text = kernel(`${L}\n${body}`);
  const result = parser.lower(text);
  expect(result.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  return result.diagnostics
    .filter(({ code }) => code === 'local-race')
    .map(({ span }) => text.slice(span.start, span.end));
};

describe('patterns that are right', () => {
  test.each([
    ['own element', `l[lid] = 1; a[0] = l[lid];`],
    ['neighbour after a barrier', `l[lid] = 1; ${B} a[0] = l[n_l - 1 - lid];`],
    [
      'tree, halving',
      `l[lid] = 1; ${B} for (int s = n_l / 2; s > 0; s >>= 1) { if (lid < s) l[lid] += l[lid + s]; ${B} }`,
    ],
    [
      'tree, doubling',
      `l[lid] = 1; ${B} for (int s = 1; s < n_l; s *= 2) { if (lid % (2 * s) == 0) l[lid] += l[lid + s]; ${B} }`,
    ],
    [
      'tree, strided',
      `l[lid] = 1; ${B} for (int s = 1; s < n_l; s <<= 1) { int i = 2 * s * lid; if (i < n_l) l[i] += l[i + s]; ${B} }`,
    ],
    [
      'scan, two halves',
      `int o = 0; l[lid] = 1; ${B} for (int s = 1; s < n_l; s *= 2) { o = 1 - o; l[o * n_l + lid] = lid >= s ? l[(1 - o) * n_l + lid - s] : 0; ${B} }`,
    ],
    [
      'scan, two barriers',
      `l[lid] = 1; ${B} for (int s = 1; s < n_l; s *= 2) { int t = lid >= s ? l[lid - s] : 0; ${B} l[lid] += t; ${B} }`,
    ],
    [
      'two buffers by pointer',
      `__local int *p = l, *q = l + n_l; p[lid] = 1; ${B} for (int i = 0; i < 4; i++) { q[lid] = p[(lid + 1) % n_l]; ${B} __local int *t = p; p = q; q = t; }`,
    ],
    ['reused tile', `for (int i = 0; i < 4; i++) { l[lid] = i; ${B} a[0] = l[0]; ${B} }`],
    ['one item writes', `if (lid == 0) l[0] = 1; ${B} a[lid] = l[0];`],
    ['atomics', `if (lid == 0) l[0] = 0; ${B} atomic_inc(&l[0]); ${B} a[0] = l[0];`],
    ['a flag that all set to the same', `l[0] = 1;`],
    ['data decides', `if (a[lid] > 3) l[0] = lid;`],
    ['an index from memory', `l[a[lid]] = lid;`],
    ['only the first item after a return', `if (lid > 0) return; l[0] = a[1];`],
    ['halves that do not meet', `if (lid < n_l / 2) l[lid] = 1; else a[0] = l[lid];`],
  ])('%s', (_, body) => {
    expect(races(body)).toEqual([]);
  });
});

describe('races', () => {
  test.each<[string, string, string[]]>([
    ['neighbour without a barrier', `l[lid] = 1; a[0] = l[(lid + 1) % n_l];`, ['l[lid]']],
    [
      'no barrier at the end of a round',
      `for (int i = 0; i < 4; i++) { l[lid] = i; ${B} a[0] = l[0]; }`,
      ['l[lid]'],
    ],
    [
      'tree without barriers',
      `l[lid] = 1; ${B} for (int s = n_l / 2; s > 0; s >>= 1) if (lid < s) l[lid] += l[lid + s];`,
      ['l[lid]'],
    ],
    [
      'tree without a guard',
      `l[lid] = 1; ${B} for (int s = n_l / 2; s > 0; s >>= 1) { l[lid] += l[lid + s]; ${B} }`,
      ['l[lid]'],
    ],
    ['all write one element', `l[0] = lid;`, ['l[0]']],
    ['a plain read beside atomics', `atomic_inc(&l[0]); a[lid] = l[0];`, ['atomic_inc(&l[0])']],
    ['a shared variable', `__local int c[2]; if (lid == 0) c[1] = 5; a[lid] = c[1];`, ['c[1]']],
  ])('%s', (_, body, expected) => {
    expect(races(body)).toEqual(expected);
  });

  test('both places are named', () => {
    const text = kernel(`${L}\nl[lid] = 1;\n\na[0] = l[lid + 1];`);
    const found = parser.lower(text).diagnostics.find(({ code }) => code === 'local-race');
    const line = text.split('\n').findIndex((part) => part.includes('l[lid + 1]')) + 1;
    expect(found?.severity).toBe('warning');
    expect(found?.message).toContain(`line ${line}`);
  });
});
