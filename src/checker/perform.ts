import type { Toolchain } from '../spin/toolchain.ts';
import {
  type Emit,
  methodOf,
  type SearchRun,
  type StrategyOptions,
  type Task,
  type TuningResult,
  type Verifier,
  withShortlist,
  workersOf,
} from '../tuning/index.ts';
import type { Evidence } from './evidence.ts';

/** A verifier that can be duplicated on other toolchains. */
export interface Checker extends Verifier {
  beside(toolchain: Toolchain): Verifier;
  /** Everything its bounds depend on: equal essences share proofs. */
  essence(): Promise<readonly unknown[]>;
  /** Present if answers can be checked natively.
   * @param overtime our version. */
  evidence?(
    result: TuningResult,
    runs: readonly SearchRun[],
    overtime: string,
    signal?: AbortSignal,
  ): Promise<Evidence>;
  /** The result without a proof where something beyond the model contradicts it. */
  concluded?(result: TuningResult): TuningResult;
  /** Checks that it can be tuned, before anything runs.
   * @throws {Failure} naming what is missing. */
  ready?(signal?: AbortSignal): Promise<void>;
}

export interface TaskOptions extends Pick<StrategyOptions, 'from' | 'seconds' | 'seed'> {
  /** Parallel verifiers, for methods that use several. */
  readonly workers?: number | undefined;
  /** Also lists configurations within this margin of the minimum (see `withShortlist`). */
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
    const result = await full(checker, emit, signal, { ...options, others: verifiers });
    return checker.concluded?.(result) ?? result;
  } finally {
    for (const each of others) each.dispose();
  }
}
