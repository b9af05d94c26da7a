import { MOST_TICKS } from '../base/ticks.ts';
import { panOptions } from '../checker/pan-options.ts';
import { boundedRun, type Problem, rangesOf, unboundedRun } from '../checker/index.ts';
import { type Ranges, runWords } from '../promela/index.ts';
import type { ShardSearch } from './plan.ts';

type Purpose = ShardSearch['purpose'];

/** What a search of a problem asks of the verifier, but for depth and bound, which the shell knows. */
export interface Asked {
  readonly pan: string;
  readonly words: string;
}

/** @param seed of a random search. */
export function askedOf(
  problem: Problem,
  purpose: Purpose,
  ranges: Ranges = rangesOf(problem),
  seed?: number,
): Asked {
  const { level } = problem.model;
  const random = seed === undefined ? {} : { seed };
  const isImproving = purpose === 'over-time';
  const request =
    purpose === 'deadlock'
      ? ({ ...random, bound: 'deadlock' } as const)
      : ({ ...random, bound: 'none', all: true, improve: isImproving } as const);
  const unbounded = unboundedRun(problem, ranges);
  const run =
    purpose === 'deadlock'
      ? unbounded
      : purpose === 'census'
        ? { ...unbounded, report: true }
        : boundedRun(problem, MOST_TICKS, isImproving, ranges);
  return {
    pan: withoutDepth(panOptions(request, level, 1)),
    words: runWords(run)
      .filter((word) => !word.startsWith('T='))
      .join(' '),
  };
}

/** The shell sets the depth. */
export const withoutDepth = (options: readonly string[]): string =>
  options.filter((option) => !option.startsWith('-m')).join(' ');

const TABLE = /-w(\d+)/;

/** The same with as many entries of the hash table as a sixteenth of the memory holds: with fewer, long searches
 * are slow. */
export function withTable(asked: Asked, memoryMB: number): Asked {
  const small = Number(TABLE.exec(asked.pan)?.[1] ?? 0);
  // What is searched in no time need not clear a large table first.
  if (small <= 16) return asked;
  const bits = Math.floor(Math.log2((memoryMB * 2 ** 20) / 16 / 8));
  return { ...asked, pan: asked.pan.replace(TABLE, `-w${Math.min(28, Math.max(16, bits))}`) };
}

/** Whether a search asks what it should; the size of its hash table decides nothing. */
export const isAsked = (search: Asked, expected: Asked): boolean =>
  search.words === expected.words &&
  search.pan.replace(TABLE, '') === expected.pan.replace(TABLE, '');
