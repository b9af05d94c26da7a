import { afterAll, expect, test } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { exampleText, kernelOf, platform, problemOf } from '../testing/engine.ts';
import { ModelChecker } from './model-checker.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const checker = (level: 'free' | 'baton', size: number, memoryMB: number): ModelChecker => {
  const kernel = kernelOf(exampleText('abstract'));
  const setup = { kernel, semantics: 'published', level, constants: platform({ size }) } as const;
  return new ModelChecker(toolchain, problemOf(setup), level, { memoryMB });
};

// Native pan: 773,909 states in 190 MB.
test(
  'the memory limit is kept, and what is known by then is told',
  { timeout: 120_000 },
  async () => {
    const report = await checker('free', 16, 64).search({ bound: 155 });
    expect(report).toMatchObject({ verdict: 'incomplete', cut: 'memory' });
    expect(report.states).toBeGreaterThan(100_000);
    expect(report.memoryMB).toBeLessThanOrEqual(64);
  },
);

// Native pan: 832 states, and a path of 1,086,596 steps for which 48 bytes each are kept.
test('the stack grows with the paths, within the memory limit', { timeout: 120_000 }, async () => {
  expect(await checker('baton', 256, 512).search({ bound: 33_983 })).toMatchObject({
    ...{ verdict: 'satisfied', states: 832, depth: 1_086_596 },
  });
  expect(await checker('baton', 256, 32).search({ bound: 33_983 })).toMatchObject({
    ...{ verdict: 'incomplete', cut: 'depth' },
  });
});
