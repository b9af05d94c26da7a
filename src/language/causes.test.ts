import { expect, test } from 'vitest';
import { configurations } from '../front/configurations.ts';
import type { SemanticsId } from '../platform/index.ts';
import { environment, example } from '../testing/language.ts';
import { causesOf } from './causes.ts';

function causes(name: string, id: SemanticsId, values: Readonly<Record<string, number>>) {
  const { text, kernel } = example(name);
  const constants = environment(16, {});
  const valid = [...configurations(kernel, constants)].flatMap((each) =>
    each.reason === undefined ? [each.values] : [],
  );
  return causesOf(kernel, text, id, constants, { values, valid });
}

/** Accesses of a tiled product of 16 by 16: each tile's rows and columns, and the result. */
const product = (TM: number, TN: number): number => 16 ** 3 / TN + 16 ** 3 / TM + 16 ** 2;

test('a tile of a product loads each element less often, by the closed form', () => {
  expect(causes('matmul', 'opencl', { TM: 16, TN: 16, TK: 16 })).toEqual(
    ['TM', 'TN'].map((name) => ({
      name,
      value: 16,
      other: 2,
      space: 'global',
      accesses: [product(16, 16), product(2, 16)],
      isMost: false,
    })),
  );
});

test('nothing is said where counts do not differ, or another is better in all', () => {
  expect(causes('transpose', 'opencl', { TS: 16, ROWS: 2 })).toEqual([]);
  expect(
    causes('matmul', 'opencl', { TM: 2, TN: 2, TK: 2 }).map(({ space }) => space),
  ).not.toContain('global');
});

test('a machine and the published semantics count otherwise', () => {
  for (const id of ['device', 'published'] as const)
    expect(causes('abstract', id, { WG: 8, TS: 8 })).toEqual([]);
  expect(causes('abstract', 'opencl', { WG: 8, TS: 8 })).toHaveLength(1);
});
