import { Cancelled } from '../../base/failure.ts';
import { messageOf } from '../../base/message.ts';
import { configurationOf, ModelChecker, type Problem } from '../../checker/index.ts';
import { timeSplit, type TimeSplit } from '../../trace/index.ts';
import { branchAndBound, type Configuration, type Trail } from '../../tuning/index.ts';
import type { Settings } from '../kept/settings.ts';
import type { JobView } from './job.ts';
import type { JobTools } from './jobs.ts';
import { SWEPT_LEVEL } from './sensitivity.ts';
import type { SideQuestion } from './side-question.ts';

/** One of the kernels that are compared. */
export interface ComparedKernel {
  readonly name: string;
  readonly settings: Settings;
  /** The configuration to split; absent: search for the best. */
  readonly values?: Configuration | undefined;
}

/** Where a kernel's time goes, or why nobody knows. */
export type KernelSplit =
  { readonly values: Configuration; readonly split: TimeSplit } | { readonly message: string };

/** Where kernels' time goes, as far as known. */
export interface KernelSplitsView extends JobView {
  readonly kernels: readonly ComparedKernel[];
  /** In the order of the kernels. */
  readonly splits: readonly KernelSplit[];
}

/** Splits kernels' time at their best; text and answer stay. */
export const KERNEL_SPLITS: SideQuestion<KernelSplitsView, [kernels: readonly ComparedKernel[]]> = {
  id: 'kernelSplits',
  none: { phase: 'none', kernels: [], splits: [] },
  ask({ problemOf }, kernels) {
    const problems = kernels.map((one) => problemOf({ ...one.settings, level: SWEPT_LEVEL }));
    return { begun: { kernels }, steps: (job) => splitKernels(kernels, problems, job) };
  },
};

/** Replays each kernel's best; yields all splits so far after each.
 * @param problems undefined where a kernel poses none.
 * @throws {Cancelled} by its signal. */
async function* splitKernels(
  kernels: readonly ComparedKernel[],
  problems: readonly (Problem | undefined)[],
  tools: JobTools,
): AsyncGenerator<Pick<KernelSplitsView, 'splits'>, void> {
  const splits: KernelSplit[] = [];
  for (const [at, { values }] of kernels.entries()) {
    const problem = problems[at];
    splits.push(problem ? await splitOf(problem, values, tools) : { message: NO_PROBLEM });
    yield { splits: [...splits] };
  }
}

const NO_PROBLEM = 'It cannot be tuned: open it to see what is wrong with it or its platform.';
const NO_RUN = 'It has no run that ends: open it and press Tune to see why.';

async function splitOf(
  problem: Problem,
  wanted: Configuration | undefined,
  { toolchain, memoryMB, programs, signal }: JobTools,
): Promise<KernelSplit> {
  const checker = new ModelChecker(toolchain, problem, { memoryMB, programs });
  try {
    const trail = await (wanted ? trailOf(checker, wanted, signal) : bestTrail(checker, signal));
    if (!trail) return { message: NO_RUN };
    const trace = await checker.replay(trail, signal);
    const values = configurationOf(problem, trace.finish, trace.variables);
    return { values, split: timeSplit(trace) };
  } catch (error) {
    if (error instanceof Cancelled || signal.aborted) throw error;
    return { message: messageOf(error) };
  }
}

async function trailOf(
  checker: ModelChecker,
  configuration: Configuration,
  signal: AbortSignal,
): Promise<Trail | undefined> {
  return (await checker.search({ configuration, signal, bound: 'none' })).trail;
}

async function bestTrail(checker: ModelChecker, signal: AbortSignal): Promise<Trail | undefined> {
  const { status, trail, optima } = await branchAndBound(checker, () => undefined, signal);
  if (status === 'cancelled') throw new Cancelled();
  if (status === 'deadlock') return undefined;
  const [best] = optima;
  return trail ?? (best && trailOf(checker, best, signal));
}
