import { approximately, type Run, type SearchRun } from '../../session/index.ts';

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

/** A search as a point of the chart: the bound asked and what was known of the minimum after it. */
export interface SearchPoint {
  readonly run: number;
  readonly bound: number;
  readonly verdict: SearchRun['verdict'];
  /** The minimum lies above the first and at or below the second. */
  readonly interval: readonly [number, number];
}

/** The bisection over its searches. `start` is the time of the run it began from, where it is known. */
export function searchPoints(runs: readonly SearchRun[], start?: number): SearchPoint[] {
  const asked = runs.flatMap(({ purpose, bound, verdict }) =>
    purpose === 'over-time' && bound !== null ? [{ bound: approximately(bound), verdict }] : [],
  );
  let low = 0;
  let high = start ?? Math.max(0, ...asked.map(({ bound }) => bound));
  return asked.map(({ bound, verdict }, index) => {
    if (verdict === 'violated') high = Math.min(high, bound);
    if (verdict === 'satisfied') low = Math.max(low, bound);
    return { run: index + 1, bound, verdict, interval: [low, Math.max(low, high)] };
  });
}

/** Verdicts in plain words: the property is that the program cannot finish within the bound. */
export const VERDICT_WORDS: Readonly<Record<SearchRun['verdict'], string>> = {
  violated: 'can finish',
  satisfied: 'cannot finish',
  incomplete: 'cut off',
};

export const PURPOSE_WORDS: Readonly<Record<SearchRun['purpose'], string>> = {
  'over-time': '',
  deadlock: 'deadlocks',
  optima: 'all optima',
  termination: 'any end',
  schedules: 'all schedules',
  census: 'all times',
};
