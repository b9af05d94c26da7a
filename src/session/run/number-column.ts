import * as v from 'valibot';

const WHOLE = [Uint8Array, Uint16Array, Uint32Array] as const;

/** Numbers in the fewest bytes. In whole-number columns the largest stands for NaN: none. */
export const columnSchema = v.union([Float64Array, ...WHOLE].map((kind) => v.instance(kind)));
type Column = v.InferOutput<typeof columnSchema>;

/** The number for none, by its bytes. */
const noneOf = (bytes: number): number => 2 ** (8 * bytes) - 1;

/** Loses nothing: `widened` gives the same numbers back. */
export function narrowed(numbers: Float64Array): Column {
  let most = 0;
  for (const number of numbers) {
    if (Number.isNaN(number)) continue;
    // -0 is none of the whole numbers.
    if (!Number.isInteger(number) || number < 0 || Object.is(number, -0)) return numbers.slice();
    if (number > most) most = number;
  }
  const Kind = WHOLE.find(({ BYTES_PER_ELEMENT }) => most < noneOf(BYTES_PER_ELEMENT));
  if (!Kind) return numbers.slice();
  const none = noneOf(Kind.BYTES_PER_ELEMENT);
  const column = new Kind(numbers);
  for (let row = 0; row < column.length; row += 1) {
    if (Number.isNaN(numbers[row])) column[row] = none;
  }
  return column;
}

/** A column's numbers, in memory of their own. */
export function widened(column: Column): Float64Array<ArrayBuffer> {
  if (column instanceof Float64Array) return column.slice();
  const none = noneOf(column.BYTES_PER_ELEMENT);
  const numbers = new Float64Array(column);
  for (let row = 0; row < numbers.length; row += 1) {
    if (numbers[row] === none) numbers[row] = Number.NaN;
  }
  return numbers;
}
