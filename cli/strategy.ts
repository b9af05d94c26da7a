import type { Toolchain } from '../src/spin/toolchain.ts';
import {
  bisection,
  branchAndBound,
  longest,
  type Strategy,
  swarm,
  sweep,
  type Verifier,
} from '../src/tuning/index.ts';
import type { TuneArguments } from './arguments.ts';

/** A checker of the input that others can be made of, each on a toolchain of its own. */
export interface Checker extends Verifier {
  beside(toolchain: Toolchain): Verifier;
}

/** How many verifiers run at once. */
export const workersOf = ({ method, longest: one, workers }: TuneArguments): number =>
  method === 'swarm' && !one ? workers : 1;

/** The strategy that the command line asks for.
 * @param others toolchains of the swarm's workers but the first.
 * @param signal the time limit, as an end to the work; a swarm has its own, at which it answers. */
export function strategyFor(
  options: TuneArguments,
  checker: Checker,
  others: readonly Toolchain[],
  signal: AbortSignal,
): Strategy {
  const { method, timeout, seed } = options;
  if (options.longest) return longest(checker, options.longest, { signal });
  switch (method) {
    case 'sweep':
      return sweep(checker, { signal });
    case 'bisection':
      return bisection(checker, { signal });
    case 'branch-and-bound':
      return branchAndBound(checker, { signal });
    case 'swarm':
      return swarm([checker, ...others.map((toolchain) => checker.beside(toolchain))], {
        seed,
        ...(timeout !== undefined && { seconds: timeout }),
      });
  }
}
