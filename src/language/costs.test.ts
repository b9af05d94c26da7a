import { describe, expect, test } from 'vitest';
import { costHints } from './cost-hints.ts';
import { costTable, type CostTable } from './cost-table.ts';
import { environment, example, kernelOf } from '../testing/language.ts';

type Semantics = 'opencl' | 'published';

function table(
  name: string,
  semantics: Semantics,
  values: ReturnType<typeof environment>,
): CostTable {
  const { text, kernel } = example(name);
  const result = costTable(kernel, text, semantics, values);
  if (!result.ok) throw new Error(result.reason);
  return result.table;
}

const extent = ({ least, most }: { least: number; most: number }): string =>
  least === most ? `${least}` : `${least}..${most}`;

/** `line: global local barriers` per line, then totals. */
const rows = ({ lines, total }: CostTable): string[] => [
  ...lines.map(
    ({ line, global, local, barriers }) =>
      `${line}: ${extent(global)} ${extent(local)} ${extent(barriers)}`,
  ),
  `total: ${extent(total.global)} ${extent(total.local)} ${extent(total.barriers)}, ${extent(total.ticks)}`,
];

describe('the table of the abstract kernel, size 32, WG 16, TS 4: 8 tiles', () => {
  const values = environment(32, { WG: 16, TS: 4 });

  test('OpenCL: loads of GMT x TS = 16 and a local store a tile, TS local reads, one global store', () => {
    expect(rows(table('abstract', 'opencl', values))).toEqual([
      '23: 128 8 0',
      '24: 0 0 8',
      '27: 0 0..32 0', // even items take this side, odd ones the other
      '30: 0 0..32 0',
      '31: 0 0 8',
      '33: 4 0 0',
      'total: 132 40 16, 172',
    ]);
  });

  test('published: the store to local memory is part of the load', () => {
    expect(rows(table('abstract', 'published', values))).toEqual([
      '23: 128 0 0',
      '24: 0 0 8',
      '27: 0 0..32 0',
      '30: 0 0..32 0',
      '31: 0 0 8',
      '33: 4 0 0',
      'total: 132 32 16, 164',
    ]);
  });
});

test('Minimum, published, WG 8, TS 2, NP 4: the tail is over the elements that work', () => {
  const values = environment(16, { WG: 8, TS: 2 }, { NP: 4, NU: 1 });
  // Two rounds dominated by a global access; item 0 then takes 3 local steps and a global store.
  expect(rows(table('minimum', 'published', values)).at(-1)).toBe('total: 8..12 0..3 1, 8..15');
});

test('Minimum, OpenCL, the same: every item pays for each of its accesses', () => {
  const values = environment(16, { WG: 8, TS: 2 }, { NP: 4, NU: 1 });
  // 1 + 2 x 2 local and 2 x 2 global accesses; item 0 adds 7 rounds of 4 local ones, then 1 and a
  // global one.
  expect(rows(table('minimum', 'opencl', values)).at(-1)).toBe('total: 16..20 5..34 1, 21..54');
});

test('Sum, size 32, WG 8, TS 2: items drop out of the tree', () => {
  const result = table('sum', 'opencl', environment(32, { WG: 8, TS: 2 }));
  // 2 loads and a local store; item 0 takes part in all 3 steps, items 4 to 7 in none; item 0 moves
  // the result.
  expect(rows(result).at(-1)).toBe('total: 8..12 1..11 4, 9..23');
  expect(result.items).toBe(8);
});

test('Stencil: the first and the last group have one halo less, so all groups are looked at', () => {
  const result = table('stencil', 'opencl', environment(32, { WG: 8 }));
  expect(result.items).toBe(32);
  // 1 load, 5 weights, 1 store; edges add 2 halo loads, or 1 in the outer groups.
  expect(extent(result.total.global)).toBe('28..36');
  expect(extent(result.total.barriers)).toBe('1');
});

test('Divergent: even items meet a barrier, odd ones none', () => {
  const result = table('divergent', 'opencl', environment(16, { WG: 4 }));
  expect(extent(result.total.barriers)).toBe('0..1');
});

test('large numbers: loops are multiplied, not run', () => {
  const result = table('abstract', 'opencl', environment(2 ** 28, { WG: 4, TS: 2 }));
  expect(result.complete).toBe(true);
  expect(result.total.global.most).toBe(2 ** 27 * 8 + 4);
});

test('what takes too long says how many items were looked at, and what has no value says why', () => {
  const large = table('sum', 'opencl', environment(2 ** 22, { WG: 2 ** 20, TS: 2 }));
  expect(large.complete).toBe(false);
  expect(large.items).toBeGreaterThan(1000);
  const { text, kernel } = example('abstract');
  expect(costTable(kernel, text, 'opencl', { ...environment(32, { WG: 16 }) })).toEqual({
    ok: false,
    reason: 'TS is not known here',
  });
});

const hints = (name: string, semantics: Semantics, values?: ReturnType<typeof environment>) => {
  const { text, kernel } = example(name);
  return costHints(kernel, semantics, values).map(
    ({ span, label }) => `${text.slice(span.start, span.end).replace(/\s+/g, ' ')}: ${label}`,
  );
};

describe('hints', () => {
  test('symbolic, and of a configuration', () => {
    expect(hints('abstract', 'opencl')).toEqual([
      'N_l[idx_l]: local, LMT ticks',
      'f(i, idx_l, size, N_g): global, GMT × TS ticks',
      'g1(k, idx_l, N_l, result): local, LMT ticks',
      'g2(k, idx_l, N_l, result): local, LMT ticks',
      'R_g[h(idx_g, size)]: global, GMT ticks',
    ]);
    expect(hints('abstract', 'opencl', environment(32, { WG: 16, TS: 4 }))).toEqual([
      'N_l[idx_l]: local, LMT = 1 tick',
      'f(i, idx_l, size, N_g): global, GMT × TS = 16 ticks',
      'g1(k, idx_l, N_l, result): local, LMT = 1 tick',
      'g2(k, idx_l, N_l, result): local, LMT = 1 tick',
      'R_g[h(idx_g, size)]: global, GMT = 4 ticks',
    ]);
  });

  test('published: a store to local memory is free', () => {
    expect(hints('abstract', 'published')).toContain('N_l[idx_l]: local, free');
  });

  test('an atomic pays twice, a compound assignment too', () => {
    const values = environment(32, { WG: 8, TS: 2 });
    expect(hints('histogram', 'opencl', values)).toContain(
      'atomic_inc(&counts[value % BINS]): local, LMT + LMT = 2 ticks',
    );
    expect(hints('sum', 'opencl', values)).toContain('partial[lid]: local, LMT + LMT = 2 ticks');
  });

  test('a cost that differs from item to item has a range', () => {
    const text = `#pragma tuner param WG = pow2(2, size)
#pragma tuner cost f = GMT * (lid + 1)
int f(int x);
__kernel void k(__global int *a) { a[0] = f(1); }`;
    const all = costHints(kernelOf(text), 'opencl', environment(16, { WG: 4 }));
    expect(all.map(({ label }) => label)).toContain('global, GMT × (lid + 1) = 4 to 16 ticks');
  });
});

describe('code that is chosen by a parameter', () => {
  const text = `#pragma tuner param WG = {4}
#pragma tuner param V = {1, 2}
__kernel void k(__global int *a, __local int *t) {
  int l = get_local_id(0);
#if V == 1
  t[l] = a[l];
#else
  a[l] = a[l + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
#endif
  a[l] = 1;
}`;

  test.each([
    { V: 1, lines: ['6: 4 1 0', '11: 4 0 0', 'total: 8 1 0, 9'] },
    { V: 2, lines: ['8: 8 0 0', '9: 0 0 1', '11: 4 0 0', 'total: 12 0 1, 12'] },
  ])('costs what it does where V is $V', ({ V, lines }) => {
    const kernel = kernelOf(text);
    const result = costTable(kernel, text, 'opencl', environment(16, { WG: 4, V }));
    expect(result.ok && rows(result.table)).toEqual(lines);
  });

  test('has its costs beside it, on both sides', () => {
    const hints = costHints(kernelOf(text), 'opencl');
    const places = hints.map(({ span }) => text.slice(span.start, span.end));
    expect(places).toEqual(['t[l]', 'a[l]', 'a[l]', 'a[l + 1]', 'a[l]']);
  });
});
