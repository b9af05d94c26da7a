import { sumOf } from '../base/sum.ts';
import { groupedBy } from '../base/grouped.ts';
import type { Column } from './features.ts';
import type { Timed } from './candidates.ts';

/** What a parameter explains of the model's errors. */
export interface Explains {
  readonly parameter: string;
  /** Share of the variance of the errors' logarithms, from 0 to 1, beyond what chance would. */
  readonly share: number;
}

/** Fewer say nothing. */
const LEAST_TIMES = 8;

/** What is left of times once the model is taken off, by parameter: omega squared of each one's
 * values (Hays, Statistics for Psychologists, 1963); the largest first. */
export function missedBy(
  parameters: readonly Column[],
  model: Float64Array,
  measured: readonly Timed[],
): readonly Explains[] {
  const known = measured.filter(({ row }) => (model[row] ?? Number.NaN) > 0);
  if (known.length < LEAST_TIMES) return [];
  const errors = known.map(({ row, time }) => Math.log(time) - Math.log(model[row] ?? 1));
  const all = variation(errors);
  if (all === 0) return [];
  return parameters
    .flatMap(({ name, values }): Explains[] => {
      const groups = grouped(known, errors, values);
      const inside = groups.reduce((sum, group) => sum + variation(group), 0);
      const [between, freedom] = [groups.length - 1, errors.length - groups.length];
      if (between < 1 || freedom < 1) return [];
      const noise = inside / freedom;
      const share = (all - inside - between * noise) / (all + noise);
      return share > 0 ? [{ parameter: name, share }] : [];
    })
    .toSorted((left, right) => right.share - left.share);
}

/** Sum of squared differences from the mean. */
function variation(values: readonly number[]): number {
  const mean = sumOf(values) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

function grouped(
  measured: readonly Timed[],
  errors: readonly number[],
  values: ArrayLike<number>,
): readonly number[][] {
  const groups = groupedBy(measured.keys(), (at) => values[measured[at]?.row ?? -1] ?? 0);
  return [...groups.values()].map((group) => group.map((at) => errors[at] ?? 0));
}

/** Measured times that no machine of that peak can reach; the shortest first.
 * @param least milliseconds that the peak allows, for each candidate */
export const impossible = (least: Float64Array, measured: readonly Timed[]): readonly Timed[] =>
  measured
    .filter(({ row, time }) => time < (least[row] ?? 0))
    .toSorted((left, right) => left.time - right.time);
