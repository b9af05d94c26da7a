import { bisection } from './bisection.ts';
import { branchAndBound } from './branch-and-bound.ts';
import type { Strategy } from './events.ts';
import { longest } from './longest.ts';
import { swarm } from './swarm.ts';
import { sweep } from './sweep.ts';
import type { Configuration } from './verifier.ts';

/** A strategy offered to the user. */
export interface Method {
  readonly id: string;
  readonly label: string;
  /** One line on what it does. */
  readonly help: string;
  readonly strategy: Strategy;
  /** A later run can continue from the bounds it proves. */
  readonly goesOn?: true;
  /** Simulates each configuration, so it can start without a compiler. */
  readonly simulates?: true;
  /** Default number of parallel verifiers, and seconds. */
  readonly usual?: { readonly workers: number; readonly seconds: number };
}

/** Defaults: workers, seconds, and the seed of their order. */
export const USUAL_SWARM = { workers: 2, seconds: 60, seed: 1 } as const;

/** The methods to tune by, the usual one first. */
export const METHODS = [
  {
    id: 'bisection',
    label: 'Bisection',
    help: 'Halves the interval of the minimum until it is proved',
    strategy: bisection,
    goesOn: true,
  },
  {
    id: 'branch-and-bound',
    label: 'Branch and bound',
    help: 'One search in which every better run lowers the bound',
    strategy: branchAndBound,
    goesOn: true,
  },
  {
    id: 'sweep',
    label: 'Sweep',
    help: 'The time of every configuration: simulated once, or proved at level accelerated',
    strategy: sweep,
    simulates: true,
  },
  {
    id: 'swarm',
    label: 'Swarm',
    help: 'Random searches by several workers, for what is too large to prove',
    strategy: swarm,
    usual: USUAL_SWARM,
  },
] as const satisfies readonly Method[];

export type MethodId = (typeof METHODS)[number]['id'];

/** Tunes by a method, or searches all schedules of one configuration. */
export type Task = MethodId | { readonly longest: Configuration };

/** Looks up the implementation of a task. */
export function methodOf(task: Task): Omit<Method, 'id' | 'label' | 'help'> {
  if (typeof task === 'object') return { strategy: longest(task.longest) };
  return METHODS.find(({ id }) => id === task) ?? METHODS[0];
}

/** Verifiers that run in parallel. */
export const workersOf = (task: Task, workers: number | undefined): number => {
  const { usual } = methodOf(task);
  return usual ? (workers ?? usual.workers) : 1;
};
