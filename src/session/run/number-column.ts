import * as v from 'valibot';

const WHOLE = [Uint8Array, Uint16Array, Uint32Array] as const;

/** A column of numbers in as few bytes as hold them. In one of whole numbers the largest number of its kind
 * stands for NaN: for none. */
export const columnSchema = v.union([Float64Array, ...WHOLE].map((kind) => v.instance(kind)));
type Column = v.InferOutput<typeof columnSchema>;

/** The number that stands for none where each takes so many bytes. */
const noneOf = (bytes: number): number => 2 ** (8 * bytes) - 1;

/** Numbers as a column: exactly the same ones come back from `widened`. */
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

/** The numbers of a column, in memory of their own. */
export function widened(column: Column): Float64Array<ArrayBuffer> {
  if (column instanceof Float64Array) return column.slice();
  const none = noneOf(column.BYTES_PER_ELEMENT);
  const numbers = new Float64Array(column);
  for (let row = 0; row < numbers.length; row += 1) {
    if (numbers[row] === none) numbers[row] = Number.NaN;
  }
  return numbers;
}
