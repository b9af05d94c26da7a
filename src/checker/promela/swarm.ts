import type { SearchProgress } from '../../tuning/index.ts';
import { randomOptions } from '../builds.ts';
import type { SearchOptions } from './search-plan.ts';

/** Searches of a swarm, at most. */
export const MOST_SWARM = 1000;

/** Depth of each, unless it is given: one that went deeper would be another. */
const DEPTH = 1_000_000;

/** Bits of a search, as a power of two: up to a quarter of the memory. */
const bitsOf = (memoryMB: number): number => Math.min(28, Math.floor(Math.log2(memoryMB)) + 19);

/** Options of one search of a swarm. */
export const memberOf = (
  seed: number,
  memoryMB: number,
): { readonly defines: readonly string[]; readonly args: readonly string[] } => ({
  defines: ['T_RAND', 'P_RAND'],
  args: randomOptions(seed, bitsOf(memoryMB)),
});

interface Asked extends SearchOptions {
  readonly signal?: AbortSignal | undefined;
}

interface Found extends Pick<SearchProgress, 'states' | 'seconds'> {
  readonly errors: number;
  readonly reason?: string | undefined;
}

/** Several searches for one question, each in an order of its own with a few bits of each state, up to the first
 * that finds an error. @returns what the one knows that found it, or came furthest. */
export async function swarmed<Options extends Asked, Result extends Found>(
  count: number,
  options: Options,
  search: (options: Options, seed: number) => Promise<Result>,
): Promise<Result> {
  const kept = { collapse: false, hashCompact: false, breadthFirst: false, bitstate: true };
  const asked = { ...options, ...kept, depth: options.depth ?? DEPTH };
  let widest = await search(asked, 1);
  let { seconds } = widest;
  let made = 1;
  const { signal } = options;
  const isOver = (): boolean => widest.errors > 0 || signal?.aborted === true || made === count;
  while (!isOver()) {
    made += 1;
    const next = await search(asked, made);
    seconds += next.seconds;
    if (next.errors > 0 || next.states >= widest.states) widest = next;
    else if (signal?.aborted === true) widest = { ...widest, reason: next.reason };
  }
  const { errors, reason = '' } = widest;
  const of = `search ${made} of ${count} in a swarm`;
  if (errors > 0) return { ...widest, seconds, reason: `It was found by ${of}.` };
  if (signal?.aborted === true)
    return { ...widest, seconds, reason: `${reason} It was ${of}.`.trim() };
  return {
    ...widest,
    seconds,
    reason: `Sampled, not proved: ${count} searches in orders of their own, with a few bits of each state; the figures are those of the one that came furthest.`,
  };
}
