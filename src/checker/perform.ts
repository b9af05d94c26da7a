import type { Toolchain } from '../spin/toolchain.ts';
import {
  type Emit,
  type Known,
  knownResult,
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
import { cutBy, type CutOff } from './promela/heard.ts';

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

/** Performs a task. Its further workers end with it. One that is cancelled, or whose worker ends, leaves
 * the best it had found.
 * @throws {Cancelled} @throws {Failure} before anything was found, or where the model or a tool is at fault. */
export async function perform(
  task: Task,
  checker: Checker,
  emit: Emit,
  signal: AbortSignal,
  { workers, toolchain, within, ...options }: TaskOptions,
): Promise<TuningResult> {
  const others: Toolchain[] = [];
  let known: Known | undefined;
  const see: Emit = (event) => {
    if (event.type === 'best') known = { low: -1, ...known, ...event };
    else if (event.type === 'interval' && known) known = { ...known, low: event.low };
    emit(event);
  };
  await checker.ready?.(signal);
  try {
    while (others.length + 1 < workersOf(task, workers)) others.push(await toolchain());
    const verifiers = others.map((each) => checker.beside(each));
    const { strategy } = methodOf(task);
    const full = within === undefined ? strategy : withShortlist(strategy, within);
    const result = await full(checker, see, signal, { ...options, others: verifiers });
    return checker.concluded?.(result) ?? result;
  } catch (error) {
    const cut = cutBy(error, signal);
    if (!known) throw error;
    return knownAt(cut, known);
  } finally {
    for (const each of others) each.dispose();
  }
}

function knownAt(cut: CutOff, known: Known): TuningResult {
  switch (cut.by) {
    case 'limit':
      return knownResult('cancelled', 'The search was cancelled', known);
    case 'memory':
      return knownResult('out-of-memory', 'The verifier ran out of memory', known);
    case 'worker':
      return { ...knownResult('bounded', cut.said, known), isBroken: true };
  }
}
