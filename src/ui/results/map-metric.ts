import type { Beside, ResultsView } from '../../session/index.ts';
import { milliseconds, whole } from '../shared/format.ts';

/** What the cells of the map show: the model's time, the measured one, or how far they are apart. */
export interface Metric {
  readonly id: 'model' | 'measured' | 'ratio';
  /** As in "Map of model time". */
  readonly name: string;
  /** A value as it stands in a cell, and in a sentence. */
  readonly short: (value: number) => string;
  readonly words: (value: number) => string;
  /** Of a model of somebody's own: the values are no times, but amounts of this. */
  readonly objective?: string;
}

const three = (value: number): string =>
  value >= 100 ? whole(value) : String(Number(value.toPrecision(3)));

export const MODEL: Metric = {
  ...{ id: 'model', name: 'model time' },
  short: whole,
  words: (value) => `${whole(value)} ticks`,
};

/** Measured times count where several measured configurations are one to the model: the fastest. The ratio is
 * 1 where both say the same: each time is taken as a multiple of the least on its side, and above 1 the
 * device is slower than the model has it. */
export const METRICS: readonly Metric[] = [
  MODEL,
  {
    ...{ id: 'measured', name: 'measured time' },
    short: three,
    words: milliseconds,
  },
  {
    ...{ id: 'ratio', name: 'measured to model' },
    short: three,
    words: (value) => `${three(value)} times`,
  },
];

export const METRIC_LABELS = { model: 'Model', measured: 'Measured', ratio: 'Ratio' } as const;

/** The values of a metric for each row of the results; NaN where it has none. */
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
