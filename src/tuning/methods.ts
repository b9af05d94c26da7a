import { bisection } from './bisection.ts';
import { branchAndBound } from './branch-and-bound.ts';
import type { Strategy } from './events.ts';
import { longest } from './longest.ts';
import { swarm } from './swarm.ts';
import { sweep } from './sweep.ts';
import type { Configuration } from './verifier.ts';

/** A strategy that the user can choose, and what there is to know of it. */
export interface Method {
  readonly id: string;
  readonly label: string;
  /** One line on what it does. */
  readonly help: string;
  readonly strategy: Strategy;
  /** Proves bounds on its way, from which a later run can go on. */
  readonly goesOn?: true;
  /** Simulates where it can, so that it needs no compiler, and tells the time of each configuration. */
  readonly simulates?: true;
  /** Does its work with several verifiers at once until its time is up: how many and how long, in
   * seconds, where the user has set nothing. */
  readonly usual?: { readonly workers: number; readonly seconds: number };
}

/** Workers of a swarm, and its seconds, where the user has set none. */
export const USUAL_SWARM = { workers: 2, seconds: 60 } as const;

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

/** What a run does: it tunes by a method, or it searches all schedules of one configuration. */
export type Task = MethodId | { readonly longest: Configuration };

/** How a task is done. */
export function methodOf(task: Task): Omit<Method, 'id' | 'label' | 'help'> {
  if (typeof task === 'object') return { strategy: longest(task.longest) };
  return METHODS.find(({ id }) => id === task) ?? METHODS[0];
}

/** How many verifiers are at work on a task at once. */
export const workersOf = (task: Task, workers: number | undefined): number => {
  const { usual } = methodOf(task);
  return usual ? (workers ?? usual.workers) : 1;
};
