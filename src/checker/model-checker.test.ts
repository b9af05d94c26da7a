import { afterAll, expect, test } from 'vitest';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { runWords } from '../promela/index.ts';
import { exampleText, kernelOf, platform, problemOf, type Setup } from '../testing/engine.ts';
import { compileNatively } from '../testing/native-verifier.ts';
import { ModelChecker } from './model-checker.ts';
import { boundedRun } from './problem.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const setupOf = (level: 'free' | 'baton', size: number): Setup => ({
  kernel: kernelOf(exampleText('abstract')),
  ...({ semantics: 'published', level } as const),
  constants: platform({ size }),
});
const checker = (setup: Setup, memoryMB: number): ModelChecker =>
  new ModelChecker(toolchain, problemOf(setup), { memoryMB });

// Native pan stores 773,909 states in 190 MB.
test(
  'the memory limit is kept, and what is known by then is told',
  { timeout: 120_000 },
  async () => {
    const report = await checker(setupOf('free', 16), 64).search({ bound: 155 });
    expect(report).toMatchObject({ verdict: 'incomplete', cut: 'memory' });
    expect(report.states).toBeGreaterThan(100_000);
    expect(report.memoryMB).toBeLessThanOrEqual(64);
  },
);

test('the stack grows with the paths, within the memory limit', { timeout: 120_000 }, async () => {
  const setup = setupOf('baton', 128);
  const problem = problemOf(setup);
  const bound = 8671; // the minimum is 8672
  const native = compileNatively(problem.model.text, ['SAFETY', 'NOREDUCE', 'VECTORSZ=32768']);
  const words = runWords(boundedRun(problem, bound, false));
  const { report } = native.run(['-E', '-m1000000', '-w16', '-n', ...words]);
  native.dispose();
  expect(report.depth).toBeGreaterThan(100_000);
  expect(await checker(setup, 512).search({ bound })).toMatchObject({
    verdict: 'satisfied',
    states: report.states,
    depth: report.depth,
  });
  // Room for 104,857 steps.
  expect(await checker(setup, 24).search({ bound })).toMatchObject({
    verdict: 'incomplete',
    cut: 'depth',
  });
});
