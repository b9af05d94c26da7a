import { useMemo } from 'react';
import {
  approximately,
  type Beside,
  besideEachOther,
  compare,
  type Comparison,
  mapOf,
  type MeasuredView,
  type ResultsView,
} from '../../session/index.ts';
import { useThrottled } from '../shared/hooks.ts';

export interface Compared {
  readonly beside: Beside;
  /** Absent where no configuration has both times. */
  readonly comparison?: Comparison;
}

/** Measured times beside those that a run has found so far; nothing where there are none of either. */
export function useComparison(
  { data, matches }: MeasuredView,
  configurations: ResultsView,
): Compared | undefined {
  // While times come in it is made anew some times a second at most, and seldom where there are many.
  const results = useThrottled(configurations, configurations.size > 20_000 ? 3000 : 300);
  return useMemo(() => {
    if (!data || results.size === 0) return undefined;
    const modelled = Array.from(results, ({ values, time }) => ({
      values,
      time: time === undefined ? undefined : approximately(time),
    }));
    const beside = besideEachOther(data, mapOf(matches), modelled);
    return beside.points.length === 0 ? { beside } : { beside, comparison: compare(beside.points) };
  }, [data, matches, results]);
}
