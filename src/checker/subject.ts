import { Failure, REPORT } from '../base/failure.ts';
import { PAPERS_TUNING, type Tuning } from '../promela/index.ts';
import type { Toolchain } from '../spin/toolchain.ts';
import { ModelChecker } from './model-checker.ts';
import type { Checker } from './perform.ts';
import type { PosedValues } from './pose-values.ts';
import { type Problem, unfitWord } from './problem.ts';
import type { Asked } from './promela/search-plan.ts';
import { checkModel, type CheckModelOptions, type ModelAnswer } from './promela/check.ts';
import type { ModelSource } from './promela/opened-model.ts';
import { PromelaChecker } from './promela/promela-checker.ts';
import { type Terms, termsOf } from './terms.ts';
import type { CheckerOptions } from './verifier-runner.ts';
import { valuesEngine } from './values-on-demand.ts';
import type { Verification, VerifyOptions } from './verify.ts';

/** Something that answers are about. Page, command line, clusters, history, files and reports take one and
 * ask no further which it is.
 *
 *                 read from                 asked for       checked by       a run of it
 * kernelTime      a posed kernel            its least time  ModelChecker     Trace
 * kernelValues    programs of a kernel      is it right?    ValueChecker     ValueTrace
 * promelaModel    any model, with a tuning  both of these   PromelaChecker   ModelTrace
 *
 * `Tunable` and `Verifiable` are the two things that can be asked. `open` gives the checker for `perform`;
 * events and results go through `terms` before anybody sees them; `recheck` makes an answer again.
 * Where a room above needs something of its own for each (a folder of shards, a file), it has a table of
 * `TunableCases` and reads it by `of`: a case that is missing is a type error. */
export interface Subject {
  /** Display name in messages and history. */
  readonly name: string;
  /** Explains failures that are the text's fault; undefined for ours. */
  faultIn(error: unknown): string | undefined;
}

/** A subject with a least cost: ticks, or a model's objective. */
export interface Tunable extends Subject {
  readonly terms: Terms;
  open(toolchain: Toolchain, options: CheckerOptions): Checker;
  /** A trail's word that none of its searches has. */
  strangeWord(words: readonly string[]): string | undefined;
  of<T>(cases: TunableCases<T>): T;
}

export interface TunableCases<T> {
  kernel(problem: Problem): T;
  model(source: ModelSource, tuning: Tuning): T;
}

/** It can be asked whether it is right. */
export interface Verifiable<Options, Answer> extends Subject {
  verify(options: Options): Promise<Answer>;
}

/** The time of a kernel. */
export const kernelTime = (problem: Problem, name = problem.kernel.name): Tunable => ({
  name,
  terms: termsOf(undefined),
  faultIn: () => undefined,
  open: (toolchain, options) => new ModelChecker(toolchain, problem, options),
  strangeWord: (words) => unfitWord(problem, words),
  of: ({ kernel }) => kernel(problem),
});

/** The values that a kernel computes. */
export const kernelValues = (
  name: string,
  { programs, unposed }: Pick<PosedValues, 'programs' | 'unposed'>,
): Verifiable<VerifyOptions, Verification> => ({
  name,
  faultIn: () => undefined,
  verify: async (options) => (await valuesEngine()).verifyPrograms(programs, unposed, options),
});

interface ModelVerifyOptions extends CheckModelOptions {
  readonly toolchain: Toolchain;
  readonly asked: Asked;
}

/** Any Promela model.
 * @param tuning default: the papers' variables, in ticks. */
export const promelaModel = (
  name: string,
  source: ModelSource,
  tuning?: Tuning,
): Tunable & Verifiable<ModelVerifyOptions, ModelAnswer> => ({
  name,
  terms: termsOf(tuning),
  faultIn(error) {
    if (!(error instanceof Failure)) return undefined;
    const { place, message, hint, detail } = error;
    switch (place) {
      // Compiler errors come from the model's own C.
      case 'compiler':
        return `its C does not compile: ${saidByCompiler(detail) ?? message}`;
      case 'model':
      case 'spin-itself':
        return `${message} ${hint}`;
      case 'spin':
        return hint === REPORT ? undefined : message;
      default:
        return undefined;
    }
  },
  open: (toolchain, options) => new PromelaChecker(toolchain, source, options, tuning),
  strangeWord: (words) => words.find((word) => !MODEL_WORD.test(word)),
  of: ({ model }) => model(source, tuning ?? PAPERS_TUNING),
  verify: ({ toolchain, asked, ...options }) => checkModel(toolchain, source, asked, options),
});

/** The compiler's first line. */
function saidByCompiler(detail: string | undefined): string | undefined {
  const [first] = detail?.split('\n') ?? [];
  const missing = /: '([^']+)' file not found$/.exec(first ?? '')?.[1];
  return missing === undefined
    ? first || undefined
    : `it includes \`${missing}\`, which is neither beside the model nor a header of the C library. Put it beside the model`;
}

/** Words that searches of models pass to verifiers. */
const MODEL_WORD =
  /^(?:T=-?\d{1,19}|(?:improve=[012]|report=[01])|p\d{1,3}=-?\d{1,10}|r\d{1,3}=-?\d{1,10}:-?\d{1,10})$/;
