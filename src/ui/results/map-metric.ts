import type { Beside } from '../../measured/index.ts';
import type { ResultsView } from '../../session/run/results-table.ts';
import { milliseconds, whole, threeFigures } from '../../base/words.ts';

/** The quantity shown: model time, measured time or their ratio. */
export interface Metric {
  readonly id: 'model' | 'measured' | 'ratio';
  /** As in "Map of model time". */
  readonly name: string;
  /** A value as it stands in a cell, and in a sentence. */
  readonly short: (value: number) => string;
  readonly words: (value: number) => string;
  /** Of an own model: amounts of this, not times. */
  readonly objective?: string;
}

export const MODEL: Metric = {
  id: 'model',
  name: 'model time',
  short: whole,
  words: (value) => `${whole(value)} ticks`,
};

/** The fastest measurement of a configuration counts. Ratios compare multiples of each side's least; above 1
 * the device is slower. */
export const METRICS: readonly Metric[] = [
  MODEL,
  { id: 'measured', name: 'measured time', short: threeFigures, words: milliseconds },
  {
    id: 'ratio',
    name: 'measured to model',
    short: threeFigures,
    words: (value) => `${threeFigures(value)} times`,
  },
];

export const METRIC_LABELS = { model: 'Model', measured: 'Measured', ratio: 'Ratio' } as const;

/** Values by row of the results; NaN if absent. */
export function metricValues(
  { id }: Metric,
  { table, size }: ResultsView,
  { points }: Beside,
): Float64Array | undefined {
  if (id === 'model') return undefined;
  const values = new Float64Array(size).fill(Number.NaN);
  const models = new Float64Array(size);
  let [fastest, least] = [Infinity, Infinity];
  for (const { values: configuration, measured, model } of points) {
    const row = table.find(configuration);
    if (row < 0 || row >= size) continue;
    const known = values[row] ?? Number.NaN;
    if (!(known <= measured)) values[row] = measured;
    models[row] = model;
    fastest = Math.min(fastest, measured);
    least = Math.min(least, model);
  }
  if (id === 'measured') return values;
  return values.map((measured, row) => measured / fastest / ((models[row] ?? 0) / least));
}
