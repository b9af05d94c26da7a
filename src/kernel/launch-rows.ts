import { type Linear, OF_ALL, OF_GROUP } from './index-sum.ts';
import type { Text } from './launch-text.ts';

/** Elements from one item of a dimension to the next, wherever its group is. */
function stepOf(
  { factors }: Linear,
  dimension: number,
  items: number | undefined,
): number | undefined {
  const [own, ofGroup, ofAll] = [0, OF_GROUP, OF_ALL].map((kind) => factors.get(kind + dimension));
  if (own === undefined && ofGroup === undefined) return ofAll;
  return ofAll === undefined && own !== undefined && own * (items ?? 0) === ofGroup
    ? own
    : undefined;
}

/** Items by dimension of rows whose length the text tells: more would come into the next, `b[y * 8 + x]`.
 * @param local those of a group, where they are known */
export function itemsOfRows(
  text: Text,
  local: readonly (number | undefined)[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const {
    indices: [index],
    kept,
  } of text.ofAll()) {
    if (index === undefined) continue;
    const isKept = (dimension: number): boolean =>
      [0, OF_GROUP, OF_ALL].some((kind) => kept?.has(kind + dimension) === true);
    const steps = local.flatMap((items, dimension) => {
      const step = stepOf(index, dimension, items);
      return step === undefined || step < 1 ? [] : [{ dimension, step }];
    });
    const rows = steps.toSorted((a, b) => a.step - b.step);
    for (const [at, { dimension, step }] of rows.entries()) {
      const most = (rows[at + 1]?.step ?? 0) / step;
      const isWhole = Number.isInteger(most) && most > 1 && most % (local[dimension] ?? 1) === 0;
      if (isWhole && !isKept(dimension))
        found.set(dimension, Math.min(most, found.get(dimension) ?? most));
    }
  }
  return found;
}
