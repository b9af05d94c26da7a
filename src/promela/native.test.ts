import { afterAll, describe, expect, it } from 'vitest';
import { finishesIn } from '../checker/found-paths.ts';
import { boundedRun, rangesOf, unboundedRun } from '../checker/problem.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { publishedAbstract, tilings } from '../testing/closed-forms.ts';
import { checkerOf, exampleText, kernelOf, platform, problemOf } from '../testing/engine.ts';
import { compileNatively, type NativeVerifier } from '../testing/native-verifier.ts';
import { type Level, runWords, type SemanticsId } from './index.ts';

const toolchain = await createNodeToolchain();
const natives = new Map<string, NativeVerifier>();
afterAll(() => {
  toolchain.dispose();
  for (const native of natives.values()) native.dispose();
});

/** The model checker's own options for verifiers. */
const DEFINES = ['SAFETY', 'NOREDUCE', 'VECTORSZ=32768'];

function nativeOf(model: string): NativeVerifier {
  const found = natives.get(model) ?? compileNatively(model, DEFINES);
  natives.set(model, found);
  return found;
}

const kernel = kernelOf(exampleText('abstract'));
const divergent = kernelOf(exampleText('divergent'));

/** The same options as the model checker's. */
const nativeOptions = ['-m100000', '-w20', '-n'];

describe('native SPIN and gcc', () => {
  const minimum = (size: number): number =>
    Math.min(...tilings(size).map((tiling) => publishedAbstract(tiling, platform({ size }))));

  const cases: { level: Level; semantics: SemanticsId; size: number; bounds: number[] }[] = [
    { level: 'free', semantics: 'published', size: 8, bounds: [43, 44] },
    ...[8, 16, 32].map((size) => ({
      level: 'baton' as const,
      semantics: 'published' as const,
      size,
      bounds: [minimum(size) - 1, minimum(size)],
    })),
    ...[8, 16, 32].map((size) => ({
      level: 'baton' as const,
      semantics: 'opencl' as const,
      size,
      bounds: [20, 1000],
    })),
    { level: 'baton', semantics: 'warps', size: 16, bounds: [20, 1000] },
    { level: 'accelerated', semantics: 'warps', size: 16, bounds: [20, 1000] },
  ];

  it.each(cases)(
    'agree on states, transitions and verdict: $semantics semantics, level $level, size $size',
    { timeout: 180_000 },
    async ({ level, semantics, size, bounds }) => {
      const setup = { kernel, semantics, level, constants: platform({ size }) };
      const checker = checkerOf(toolchain, setup);
      const problem = problemOf(setup);
      for (const bound of bounds) {
        for (const all of [false, true]) {
          const found = await checker.search({ bound, all });
          const words = runWords(boundedRun(problem, bound, false));
          const options = ['-E', ...(all ? ['-c0'] : []), ...nativeOptions];
          const native = nativeOf(problem.model.text).run([...options, ...words]);
          expect(found, `T = ${bound}`).toMatchObject({
            states: native.report.states,
            transitions: native.report.transitions,
            depth: native.report.depth,
            verdict: native.report.errors > 0 ? 'violated' : 'satisfied',
            finishes: finishesIn(native.lines),
          });
        }
      }
    },
  );

  it.each([
    ['the abstract kernel', kernel, 'satisfied'],
    ['a divergent kernel', divergent, 'violated'],
  ] as const)('agree on the deadlocks of %s', { timeout: 120_000 }, async (_, checked, verdict) => {
    const setup = {
      kernel: checked,
      semantics: 'opencl',
      level: 'baton',
      constants: platform({ size: 16 }),
    } as const;
    const problem = problemOf(setup);
    const found = await checkerOf(toolchain, setup).search({ bound: 'deadlock' });
    const words = runWords(unboundedRun(problem, rangesOf(problem)));
    const { report } = nativeOf(problem.model.text).run([...nativeOptions, ...words]);
    expect(found).toMatchObject({
      verdict,
      deadlock: verdict === 'violated',
      states: report.states,
      transitions: report.transitions,
    });
    expect(report.errors > 0).toBe(verdict === 'violated');
  });
});
