import { PromelaChecker } from '../src/checker/index.ts';
import {
  inObjective,
  isModelTrail,
  type MergedRun,
  type ReadBundle,
  readQuestion,
  trailFault,
  tunedModel,
  unfitModel,
} from '../src/cluster/index.ts';
import { createNodeToolchain } from '../src/spin/node-toolchain.ts';
import type { Toolchain } from '../src/spin/toolchain.ts';
import type { TuningResult } from '../src/tuning/index.ts';
import { makeTools, UsageError } from './command.ts';

/** What a bundle asks, and how its answer is checked and told. */
export interface Question {
  /** Why what was run is not what is asked. */
  readonly fault: string | undefined;
  /** What is wrong with the trail of a result. */
  check(toolchain: Toolchain, result: TuningResult): Promise<string | undefined>;
  /** The result in the user's terms. */
  shown(merged: MergedRun): MergedRun;
  /** What `--json` has besides. */
  besides(result: TuningResult): object;
  /** Writes a workbench file. @throws {UsageError} where there is none. */
  write(file: string, merged: MergedRun, toolchain: Toolchain): Promise<void>;
}

/** The question of a bundle of any model. @throws {UsageError} where its file cannot be read. */
export async function modelOf(bundle: ReadBundle): Promise<Question> {
  const question = readQuestion(bundle.problem.text);
  if (!question) throw new UsageError('problem.json cannot be read: it was changed');
  const { source, tuning } = question;
  makeTools();
  const toolchain = await createNodeToolchain();
  const { objective, goal, when } = tuning;
  try {
    const model = await tunedModel(toolchain, source, tuning);
    const fault = unfitModel(model, bundle);
    return {
      fault,
      check: (other, result) => {
        const checker = new PromelaChecker(other, source, { memoryMB: 3072 }, model.tuning);
        return trailFault(result, checker, isModelTrail);
      },
      shown: (merged) => inObjective(merged, tuning),
      besides: ({ minTime: value }) => ({
        objective: { expression: objective, goal, when, ...(value !== undefined && { value }) },
      }),
      write: () =>
        Promise.reject(
          new UsageError('--to writes workbenches of kernels; of a model take --json'),
        ),
    };
  } finally {
    toolchain.dispose();
  }
}
