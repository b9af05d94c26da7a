import type { Ticks } from '../base/ticks.ts';
import type { Problem } from '../checker/index.ts';
import { askedOf, withTable } from './asked.ts';
import { PER_SHARD, shared } from './balance.ts';
import type { Plan, Shard, ShardSearch } from './plan.ts';
import { DEPTH } from './run-shard.ts';
import { axesOf, predictedEffort, rangesOfBox, volumeOf, wholeSpace } from './space.ts';

/** What the user says about shards. */
export interface ShardOptions {
  readonly shards: number;
  /** Of each search. */
  readonly memoryMB: number;
  readonly seconds: number;
}

export interface SwarmOptions extends ShardOptions {
  /** Random searches in all. */
  readonly seeds: number;
  /** The seed of the first. */
  readonly seed: number;
}

/** What a plan says of its searches; the rest of it is hashes. */
export type Searches = Pick<Plan, 'kind' | 'next' | 'depth' | 'shards' | 'searches'>;

/** Combinations of which a census reports each: a line of output for every one. */
const MOST_IN_CENSUS = 1_000_000;

/** Whether the time of every configuration is told: where what repeats itself is multiplied, and there are not too
 * many to be listed. */
export const isCensus = (problem: Problem): boolean =>
  problem.model.folding.repeats && volumeOf(wholeSpace(axesOf(problem))) <= MOST_IN_CENSUS;

/** Searches that together go through all configurations of a problem, each through its own.
 * @param bound a time of a run that is known: no more is searched than what is as fast.
 * @param next whether the next best time is wanted as well, and the bound allows for it. */
export function proofSearches(
  problem: Problem,
  { shards: wanted, ...limits }: ShardOptions,
  { bound, next = true }: { readonly bound?: Ticks | undefined; readonly next?: boolean } = {},
): Searches {
  const axes = axesOf(problem);
  const whole = wholeSpace(axes);
  const shares = shared(whole, predictedEffort(problem, axes, wanted * PER_SHARD), wanted);
  const { canDiverge } = problem.model;
  const isOfAll = isCensus(problem);
  const shards: Shard[] = [];
  const searches: ShardSearch[] = [];
  const purposes = [
    ...(canDiverge ? (['deadlock'] as const) : []),
    isOfAll ? ('census' as const) : ('optima' as const),
  ];
  for (const [index, { pieces, effort }] of shares.entries()) {
    const shard = index + 1;
    const holds = pieces.reduce((sum, { box }) => sum + volumeOf(box), 0);
    shards.push({ shard, holds, effort, ...limits, ...(bound !== undefined && { bound }) });
    for (const { box, effort: predicted } of pieces) {
      const ranges = rangesOfBox(axes, box);
      for (const purpose of purposes) {
        const asked = withTable(askedOf(problem, purpose, ranges), limits.memoryMB);
        const search = searches.length + 1;
        searches.push({ search, shard, purpose, ...asked, ranges, effort: predicted });
      }
    }
  }
  return { kind: 'proof', next: next && !isOfAll, depth: DEPTH.first, shards, searches };
}

/** Random searches of a problem, each in an order of its own. */
export function swarmSearches(
  problem: Problem,
  options: SwarmOptions,
  bound: Ticks | undefined,
): Searches {
  const purposes = (isFirst: boolean) =>
    problem.model.canDiverge && isFirst
      ? (['deadlock', 'over-time'] as const)
      : (['over-time'] as const);
  return dealt(options, bound, (seed, isFirst) =>
    purposes(isFirst).map((purpose) => ({
      purpose,
      ...askedOf(problem, purpose, undefined, seed),
    })),
  );
}

/** Seeds, dealt to shards one after the other. */
export function dealt(
  { shards: wanted, seeds, seed: first, ...limits }: SwarmOptions,
  bound: Ticks | undefined,
  searchesOf: (
    seed: number,
    isFirst: boolean,
  ) => readonly Pick<ShardSearch, 'purpose' | 'pan' | 'words'>[],
): Searches {
  const number = Math.min(wanted, seeds);
  const shards: Shard[] = [];
  const searches: ShardSearch[] = [];
  for (let shard = 1; shard <= number; shard += 1) {
    let holds = 0;
    for (let at = shard - 1; at < seeds; at += number) {
      const seed = ((first + at - 1) % (2 ** 31 - 1)) + 1;
      holds += 1;
      for (const search of searchesOf(seed, at === 0))
        searches.push({ search: searches.length + 1, shard, seed, effort: 1, ...search });
    }
    shards.push({ shard, holds, effort: holds, ...limits, ...(bound !== undefined && { bound }) });
  }
  return { kind: 'swarm', next: false, depth: DEPTH.first, shards, searches };
}
