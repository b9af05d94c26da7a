/** Rows of numbers, one after the other. */
export interface Features {
  readonly rows: number;
  readonly width: number;
  readonly at: Float64Array;
}

/** A column of numbers, one for each candidate. */
export interface Column {
  readonly name: string;
  readonly values: ArrayLike<number>;
}

/** Ratio from which a column counts by its logarithm. */
const WIDE = 3;

/** Columns from 0 to 1: by their logarithm where they are positive and wide. Constant ones are left
 * out; what is not a number counts as the middle. */
export function featuresOf(columns: readonly Column[], rows: number): Features {
  const scaled = columns.flatMap(({ values }) => scaledColumn(values, rows) ?? []);
  const width = scaled.length;
  const at = new Float64Array(rows * width);
  scaled.forEach((values, place) => {
    values.forEach((value, row) => {
      at[row * width + place] = value;
    });
  });
  return { rows, width, at };
}

/** Features in which two rows differ. */
export function differences({ width, at }: Features, left: number, right: number): number {
  let found = 0;
  for (let place = 0; place < width; place += 1)
    if (at[left * width + place] !== at[right * width + place]) found += 1;
  return found;
}

function scaledColumn(values: ArrayLike<number>, rows: number): Float64Array | undefined {
  let [least, most] = [Infinity, -Infinity];
  for (let row = 0; row < rows; row += 1) {
    const value = values[row] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  if (!(least < most)) return undefined;
  // Counts that may be none, such as an unrolling of 0, by the logarithm of one more.
  const shift = least > 0 ? 0 : least === 0 ? 1 : undefined;
  const isWide = shift !== undefined && most + shift >= WIDE * (least + shift);
  const of = (value: number): number => (isWide ? Math.log(value + (shift ?? 0)) : value);
  const [from, range] = [of(least), of(most) - of(least)];
  return Float64Array.from({ length: rows }, (_, row) => {
    const value = values[row] ?? Number.NaN;
    return Number.isFinite(value) ? (of(value) - from) / range : 0.5;
  });
}
