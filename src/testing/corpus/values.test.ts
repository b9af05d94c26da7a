import { expect, test } from 'vitest';
import { platform } from '../engine.ts';
import { verdictOf } from '../verdict-of.ts';
import { CORPUS_KERNELS } from './kernels.ts';

const CONSTANTS = platform({ size: 16 });

/** A C++ compiler and ThreadSanitizer agree, see corpus.test.ts. */
test.each(CORPUS_KERNELS)('$name is right in every configuration', async ({ text }) => {
  const { status, findings, open, configurations } = await verdictOf(text, CONSTANTS);
  expect(findings).toEqual([]);
  expect(open).toEqual([]);
  expect(status).toBe('right');
  expect(configurations).toBeGreaterThan(0);
});
