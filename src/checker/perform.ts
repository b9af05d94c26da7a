import type { Toolchain } from '../spin/toolchain.ts';
import {
  type Emit,
  methodOf,
  type StrategyOptions,
  type Task,
  type TuningResult,
  type Verifier,
  withShortlist,
  workersOf,
} from '../tuning/index.ts';

/** A verifier that others of the same can be made of, each on a toolchain of its own. */
export interface Checker extends Verifier {
  beside(toolchain: Toolchain): Verifier;
  /** Looks at what is to be tuned before anything runs.
   * @throws {Failure} with what it lacks. */
  ready?(signal?: AbortSignal): Promise<void>;
}

export interface TaskOptions extends Pick<StrategyOptions, 'from' | 'seconds' | 'seed'> {
  /** How many verifiers are at work at once, for tasks that can do with several. */
  readonly workers?: number | undefined;
  /** Names all configurations within so large a margin of the minimum as well (see `withShortlist`). */
  readonly within?: number | undefined;
  /** A further toolchain, with a worker of its own. */
  readonly toolchain: () => Toolchain | Promise<Toolchain>;
}

/** Performs a task. Its further workers end with it. */
export async function perform(
  task: Task,
  checker: Checker,
  emit: Emit,
  signal: AbortSignal,
  { workers, toolchain, within, ...options }: TaskOptions,
): Promise<TuningResult> {
  const others: Toolchain[] = [];
  await checker.ready?.(signal);
  try {
    while (others.length + 1 < workersOf(task, workers)) others.push(await toolchain());
    const verifiers = others.map((each) => checker.beside(each));
    const { strategy } = methodOf(task);
    const full = within === undefined ? strategy : withShortlist(strategy, within);
    return await full(checker, emit, signal, { ...options, others: verifiers });
  } finally {
    for (const each of others) each.dispose();
  }
}
