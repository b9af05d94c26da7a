import { approximately } from '../../base/ticks.ts';
import type { Run } from '../../session/run/run.ts';
import type { SearchRun } from '../../tuning/index.ts';
import { type AmountWords, TICKS } from '../shared/amount-words.ts';

export type Picture = 'interval' | 'best' | 'trails' | 'effort';

/** The pictures of a run, and when there is something in them. */
export const PICTURES: Readonly<Record<Picture, (run: Run) => boolean>> = {
  // A swarm proves nothing, so it closes no interval.
  interval: ({ runs }) =>
    runs.filter(({ purpose, swarm }) => purpose === 'over-time' && swarm === undefined).length > 1,
  best: ({ bests }) => bests.length > 0,
  trails: ({ result }) => (result?.found?.length ?? 0) > 0,
  effort: ({ samples }) => samples.length > 1,
};

/** A search with its bound and the interval after it. */
export interface SearchPoint {
  readonly run: number;
  readonly bound: number;
  readonly verdict: SearchRun['verdict'];
  /** The minimum lies above the first and at or below the second. */
  readonly interval: readonly [number, number];
}

/** The bisection by search. `start` is the first time known; maximising mirrors the interval. */
export function searchPoints(
  runs: readonly SearchRun[],
  start?: number,
  goal: AmountWords['goal'] = 'smallest',
): SearchPoint[] {
  if (goal === 'largest') {
    const turned = runs.map((run) => ({
      ...run,
      bound: run.bound === null ? null : -approximately(run.bound),
    }));
    return searchPoints(turned, start === undefined ? undefined : -start).map((point) => {
      const [low, high] = point.interval;
      return { ...point, bound: -point.bound, interval: [-high, -low] };
    });
  }
  const asked = runs.flatMap(({ purpose, bound, verdict }) =>
    purpose === 'over-time' && bound !== null ? [{ bound: approximately(bound), verdict }] : [],
  );
  let low = Math.min(0, ...asked.map(({ bound }) => bound));
  let high = start ?? Math.max(low, ...asked.map(({ bound }) => bound));
  return asked.map(({ bound, verdict }, index) => {
    if (verdict === 'violated') high = Math.min(high, bound);
    if (verdict === 'satisfied') low = Math.max(low, bound);
    return { run: index + 1, bound, verdict, interval: [low, Math.max(low, high)] };
  });
}

const PURPOSES: Readonly<Record<SearchRun['purpose'], string>> = {
  'over-time': '',
  deadlock: 'deadlocks',
  optima: 'all optima',
  termination: 'any end',
  schedules: 'all schedules',
  census: 'all times',
};

/** The purpose of a search other than the best. */
export const purposeInWords = (
  { purpose }: Pick<SearchRun, 'purpose'>,
  words: AmountWords,
): string => (purpose === 'census' && words !== TICKS ? `all of ${words.name}` : PURPOSES[purpose]);
