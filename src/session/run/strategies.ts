import type { Toolchain } from '../../spin/toolchain.ts';
import {
  bisection,
  branchAndBound,
  type KnownBounds,
  longest,
  type Strategy,
  swarm,
  sweep,
  type Verifier,
} from '../../tuning/index.ts';
import type { ModelChecker } from '../../checker/index.ts';
import type { Limits, Task } from '../state.ts';

/** Workers of a swarm, and its seconds, where the user has set none. */
export const USUAL_SWARM = { workers: 2, seconds: 60 } as const;

/** What a task is done with. */
export interface Tools {
  /** For searches. */
  readonly checker: ModelChecker;
  /** For simulations. */
  readonly simulator: Verifier;
  /** A further toolchain, with a worker of its own. */
  readonly toolchain: () => Toolchain;
}

export interface StrategyOptions {
  readonly signal: AbortSignal;
  readonly limits: Limits;
  /** What an earlier run of the same has proved. */
  readonly from: KnownBounds | undefined;
}

/** How many verifiers run at once. */
export const workersOf = (task: Task, limits: Limits): number =>
  task === 'swarm' ? (limits.workers ?? USUAL_SWARM.workers) : 1;

/** The strategy for what the user wants done. */
export function strategyFor(task: Task, tools: Tools, options: StrategyOptions): Strategy {
  const { checker, simulator } = tools;
  const { signal, limits, from } = options;
  if (typeof task === 'object') return longest(checker, task.longest, { signal });
  switch (task) {
    case 'sweep':
      return sweep(simulator, { signal });
    case 'bisection':
      return bisection(checker, { signal, ...(from && { from }) });
    case 'branch-and-bound':
      return branchAndBound(checker, { signal, ...(from && { from }) });
    case 'swarm':
      return swarmOf(tools, options, workersOf(task, limits));
  }
}

/** A swarm, whose further workers end with it. */
async function* swarmOf(
  { checker, toolchain }: Tools,
  { signal, limits }: StrategyOptions,
  workers: number,
): Strategy {
  const others = Array.from({ length: workers - 1 }, toolchain);
  try {
    return yield* swarm([checker, ...others.map((each) => checker.beside(each))], {
      signal,
      seconds: limits.seconds ?? USUAL_SWARM.seconds,
    });
  } finally {
    for (const each of others) each.dispose();
  }
}
