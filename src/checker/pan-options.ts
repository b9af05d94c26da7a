import { type Level, levelOf } from '../promela/index.ts';
import type { CompileOptions } from '../spin/clang.ts';
import type { SearchRequest } from '../tuning/index.ts';
import { Builds, randomOptions } from './builds.ts';
import { combinations, type Problem } from './problem.ts';
import type { CheckerOptions } from './verifier-runner.ts';

/** pan's directives (SPIN manual, "pan"). No partial order reduction: it misses that the clock reads
 * other processes' locals. States have up to 255 processes. */
export const DEFINES = ['SAFETY', 'NOREDUCE', 'VECTORSZ=32768'];
const FAST: CompileOptions = { optimise: '-O2', defines: DEFINES };
const QUICK: CompileOptions = { optimise: '-O0', defines: DEFINES };

/** -O2 compiles several times longer and pays off only in long searches, which folded levels do not
 * have. */
const compileOptions = (level: Level): CompileOptions =>
  levelOf(level).interleaves ? FAST : QUICK;

/** Above this, -O2's gain exceeds its extra compile time. */
const MANY = 150_000;

/** Hash table entries, as a power of two (pan -w). */
const hashTable = (level: Level): number => (levelOf(level).interleaves ? 22 : 16);

/** Bits of a bitstate search, as a power of two; folded paths have few steps. */
const bitTable = (level: Level): number => (levelOf(level).interleaves ? 25 : 20);

/** The model's verifiers, pooled if possible. */
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
      // At level baton a large random path takes millions of steps.
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
    ...(improve === undefined || improve === false ? [] : ['-e']),
    `-m${depth}`,
    // If any path will do, too long ones are skipped.
    ...(seed !== undefined && all !== true ? ['-b'] : []),
    ...(seed === undefined ? [`-w${hashTable(level)}`] : randomOptions(seed, bitTable(level))),
    '-n',
  ];
}
