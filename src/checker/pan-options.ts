import { type Level, levelOf } from '../promela/index.ts';
import type { CompileOptions } from '../spin/clang.ts';
import type { SearchRequest } from '../tuning/index.ts';
import { Builds, randomOptions } from './builds.ts';
import { combinations, type Problem } from './problem.ts';
import type { CheckerOptions } from './verifier-runner.ts';

/** pan's compile-time directives (SPIN manual, "pan"). Partial order reduction is off: it does not see
 * that the clock reads the local variables of other processes. The largest state has 255 processes. */
export const DEFINES = ['SAFETY', 'NOREDUCE', 'VECTORSZ=32768'];
const FAST: CompileOptions = { optimise: '-O2', defines: DEFINES };
const QUICK: CompileOptions = { optimise: '-O0', defines: DEFINES };

/** How a verifier is compiled when it is needed at once: -O2 takes several times longer and pays only in
 * long searches, which at level baton there are none. */
const compileOptions = (level: Level): CompileOptions =>
  levelOf(level).interleaves ? FAST : QUICK;

/** Searches of so many configurations take longer than -O2 takes more than -O0. */
const MANY = 150_000;

/** Entries of the hash table, as a power of two (pan -w). */
const hashTable = (level: Level): number => (levelOf(level).interleaves ? 22 : 16);

/** Bits of a bitstate search, as a power of two: at the other levels a path is one step, or few. */
const bitTable = (level: Level): number => (levelOf(level).interleaves ? 25 : 20);

/** The verifiers of a model, those of the pool where there is one. */
export function buildsOf(problem: Problem, options: CheckerOptions): Builds {
  const { level, text: model } = problem.model;
  const thorough = options.thorough === true || combinations(problem) > MANY;
  const compile = thorough ? FAST : compileOptions(level);
  const create = (): Builds =>
    new Builds({
      sources: async (toolchain, call) => (await toolchain.generate({ model }, call)).files,
      options: compile,
      orKept: [FAST],
      ...(!thorough && compile !== FAST && { better: FAST }),
      // At level baton a random path of a large size takes millions of steps.
      random: levelOf(level).folds ? QUICK : FAST,
    });
  return options.pool?.buildsOf(`${compile.optimise} ${model}`, create) ?? create();
}

/** pan's options (SPIN manual, "pan"). */
export function panOptions(request: SearchRequest, level: Level, depth: number): string[] {
  const { bound, all, improve, seed } = request;
  return [
    ...(bound === 'deadlock' ? [] : ['-E']),
    ...(all === true ? ['-c0'] : []),
    // Only the last of several counterexamples is the best.
    ...(improve === true ? ['-e'] : []),
    `-m${depth}`,
    // One that only wants a way to the end need not try others where the first is too long.
    ...(seed !== undefined && all !== true ? ['-b'] : []),
    ...(seed === undefined ? [`-w${hashTable(level)}`] : randomOptions(seed, bitTable(level))),
    '-n',
  ];
}
