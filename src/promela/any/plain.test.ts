import { expect, test } from 'vitest';
import { plainModel } from './plain.ts';

const inBlocks = (depth: number): string =>
  `active proctype p() ${'{ '.repeat(depth)} skip ${' }'.repeat(depth)}`;

test('what SPIN has no room for is refused', () => {
  const name = (length: number): string => `byte ${'x'.repeat(length)};`;
  const text = (length: number): string =>
    `active proctype p() { printf("${'x'.repeat(length)}") }`;
  for (const [made, most] of [
    [name, 100],
    [text, 998],
    [inBlocks, 100],
  ] as const) {
    expect(plainModel(made(most)).ok).toBe(true);
    expect(plainModel(made(most + 1)).ok).toBe(false);
  }
});
