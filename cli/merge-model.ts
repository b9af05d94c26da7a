import * as v from 'valibot';
import type { ModelSource } from '../src/checker/index.ts';
import { asTuned, PromelaChecker } from '../src/checker/index.ts';
import {
  isModelTrail,
  type MergedRun,
  type ReadBundle,
  trailFault,
  tunedModel,
  unfitModel,
} from '../src/cluster/index.ts';
import type { Tuning } from '../src/promela/index.ts';
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

const word = v.pipe(v.string(), v.maxLength(10_000));
const questionSchema = v.object({
  format: v.literal('overtime model'),
  source: v.object({
    text: v.pipe(v.string(), v.maxLength(5_000_000)),
    defines: v.exactOptional(v.array(word)),
    files: v.exactOptional(v.record(word, v.pipe(v.string(), v.maxLength(5_000_000)))),
    folders: v.exactOptional(v.array(word)),
  }),
  tuning: v.object({
    parameters: v.array(word),
    ...{ objective: word, when: word },
    goal: v.picklist(['smallest', 'largest']),
  }),
});

/** The question of a bundle of any model. @throws {UsageError} where its file cannot be read. */
export async function modelOf(bundle: ReadBundle): Promise<Question> {
  const { source, tuning } = read(bundle.problem.text);
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
      shown: (merged) => told(merged, tuning),
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

function read(text: string): { readonly source: ModelSource; readonly tuning: Tuning } {
  try {
    return v.parse(questionSchema, JSON.parse(text));
  } catch {
    throw new UsageError('problem.json cannot be read: it was changed');
  }
}

/** Costs as values of the objective. */
function told({ result, runs, configurations, seconds }: MergedRun, tuning: Tuning): MergedRun {
  const rows = asTuned.event(
    { type: 'configurations', results: configurations, done: 0, total: 0 },
    tuning,
  );
  return {
    result: asTuned.result(result, tuning),
    runs: runs.map((run) => {
      const event = asTuned.event({ type: 'run', run }, tuning);
      return event.type === 'run' ? event.run : run;
    }),
    configurations: rows.type === 'configurations' ? rows.results : configurations,
    seconds,
  };
}
