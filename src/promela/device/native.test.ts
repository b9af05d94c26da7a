import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { finishesIn } from '../../checker/found-paths.ts';
import { boundedRun, rangesOf } from '../../checker/problem.ts';
import { deviceProgram, devicePrograms, numberedKernel } from '../../testing/device-programs.ts';
import { checkerOf, kernelOf, platform, problemOf } from '../../testing/engine.ts';
import { compileNatively } from '../../testing/native-verifier.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { runWords } from '../index.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

/** The model checker's own options for verifiers. */
const DEFINES = ['SAFETY', 'NOREDUCE', 'VECTORSZ=32768'];

const programs = fc.sample(devicePrograms, { numRuns: 3, seed: 21 });

describe('native SPIN and gcc', () => {
  it.each(['baton', 'representatives', 'accelerated'] as const)(
    'agree on times, states and transitions of three configurations, level %s',
    { timeout: 120_000 },
    async (level) => {
      const setup = {
        kernel: kernelOf(numberedKernel(programs.length)),
        ...({ semantics: 'device', level, constants: platform({ NU: 1, NS: 2 }) } as const),
        programOf: ({ N = 0 }) => programs[N] ?? deviceProgram([]),
      };
      const problem = problemOf(setup);
      const checker = checkerOf(toolchain, setup);
      const native = compileNatively(problem.model.text, DEFINES);
      try {
        const files = problem.model.files?.(problem.constants, rangesOf(problem));
        for (const bound of [100, 1_000_000]) {
          const found = await checker.search({ bound, all: true });
          const words = runWords(boundedRun(problem, bound, false));
          const options = ['-E', '-c0', '-m100000', '-w20', '-n'];
          const { report, lines } = native.run([...options, ...words], files);
          expect(found, `T = ${bound}`).toMatchObject({
            states: report.states,
            transitions: report.transitions,
            depth: report.depth,
            finishes: finishesIn(lines),
          });
          if (bound > 100) expect(found.finishes).toHaveLength(programs.length);
        }
      } finally {
        native.dispose();
      }
    },
  );
});
