/** First index from which a monotone condition holds, or `count`. */
export function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index of the last value up to `most` in a sorted list, or 0. */
export const lastAtMost = (values: ArrayLike<number>, most: number): number =>
  Math.max(0, firstIndex(values.length, (index) => (values[index] ?? Infinity) > most) - 1);

/** The row with an id. @throws if there is none. */
export function rowOf<Row extends { readonly id: string }>(table: readonly Row[], id: string): Row {
  const found = table.find((row) => row.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}
