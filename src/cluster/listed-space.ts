import type { Configuration } from '../tuning/index.ts';
import { type Axis, type Box, type Effort, partitionProblem } from './space.ts';

/** A parameter's values, both ends included. */
export interface Limits {
  readonly low: number;
  readonly high: number;
}

/** The space of a model that reveals configurations only by running: all ints, so anything found
 * later still lies in a part. */
export const LEAST = -(2 ** 31);
export const MOST = 2 ** 31 - 1;

export const axesOfListed = (
  parameters: readonly string[],
  found: readonly Configuration[],
): readonly Axis[] =>
  parameters.map((name) => {
    const values = new Set(found.map((one) => one[name] ?? 0));
    return { name, variable: name, values: [...values].toSorted((one, other) => one - other) };
  });

/** Equal effort for each found configuration, none elsewhere. */
export function listedEffort(axes: readonly Axis[], found: readonly Configuration[]): Effort {
  const places = found.map((one) => axes.map(({ name, values }) => values.indexOf(one[name] ?? 0)));
  return (box) => {
    const sums = box.map(([first, last]) => new Float64Array(last - first + 1));
    for (const one of places) {
      const isInside = box.every(([first, last], axis) => {
        const place = one[axis] ?? 0;
        return first <= place && place <= last;
      });
      if (!isInside) continue;
      sums.forEach((sum, axis) => {
        const at = (one[axis] ?? 0) - (box[axis]?.[0] ?? 0);
        sum[at] = (sum[at] ?? 0) + 1;
      });
    }
    return sums;
  };
}

/** A part by parameter values; gaps belong to the lesser neighbour. */
export const limitsOfBox = (axes: readonly Axis[], box: Box): Readonly<Record<string, Limits>> =>
  Object.fromEntries(
    axes.map(({ name, values }, axis) => {
      const [first, last] = box[axis] ?? [0, 0];
      const next = values[last + 1];
      const low = first === 0 ? LEAST : (values[first] ?? 0);
      return [name, { low, high: next === undefined ? MOST : next - 1 }];
    }),
  );

/** Checks that parts cover everything exactly once. */
export function listedProblem(
  parameters: readonly string[],
  parts: readonly Readonly<Record<string, Limits>>[],
): 'gap' | 'double' | undefined {
  // Works on borders: there are few, but billions of values.
  const borders = parameters.map((name) => {
    const all = parts.flatMap((part) => {
      const { low = LEAST, high = MOST } = part[name] ?? {};
      return [low, high + 1];
    });
    return [...new Set([...all, LEAST, MOST + 1])].toSorted((one, other) => one - other);
  });
  const boxes = parts.map((part): Box =>
    parameters.map((name, axis) => {
      const { low = LEAST, high = MOST } = part[name] ?? {};
      const of = borders[axis] ?? [];
      return [of.indexOf(low), of.indexOf(high + 1) - 1] as const;
    }),
  );
  if (boxes.some((box) => box.some(([first, last]) => last < first))) return 'gap';
  return partitionProblem(
    borders.map((of) => [0, of.length - 2] as const),
    boxes,
  );
}
