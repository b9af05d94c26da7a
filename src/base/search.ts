/** The first index below `count` for which something holds that holds for all after it; `count` where it
 * holds for none. */
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

/** The index of the last value that is `most` at most, in values that never decrease; 0 where none is. */
export const lastAtMost = (values: ArrayLike<number>, most: number): number =>
  Math.max(0, firstIndex(values.length, (index) => (values[index] ?? Infinity) > most) - 1);

/** The row of a table with an id. @throws where there is none. */
export function rowOf<Row extends { readonly id: string }>(table: readonly Row[], id: string): Row {
  const found = table.find((row) => row.id === id);
  if (!found) throw new Error(`there is no ${id}`);
  return found;
}
