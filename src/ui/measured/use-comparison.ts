import { useMemo } from 'react';
import { approximately } from '../../base/ticks.ts';
import {
  type Beside,
  besideEachOther,
  compare,
  type Comparison,
  mapOf,
} from '../../measured/index.ts';
import type { MeasuredView } from '../../session/measured/measured-view.ts';
import type { ResultsView } from '../../session/run/results-table.ts';
import { useThrottled } from '../shared/hooks.ts';

export interface Compared {
  readonly beside: Beside;
  /** Absent where no configuration has both times. */
  readonly comparison?: Comparison;
}

/** Compares measured times with a run's; undefined without either. */
export function useComparison(
  { data, matches }: MeasuredView,
  configurations: ResultsView,
): Compared | undefined {
  // Recomputed a few times a second, less often for large results.
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
