import { isInteger, SCALARS } from '../scalar.ts';
import type { Type } from '../syntax.ts';

/** Longer lists are not followed. */
export const MOST_VALUES = 1024;

/** An element whose bytes are all alike, as `cudaMemset` makes them. */
export function elementOfBytes(byte: number, element: Type | undefined): string | undefined {
  if (byte === 0) return '0';
  if (element?.kind !== 'scalar' || !isInteger(element.scalar)) return undefined;
  const { bytes, kind } = SCALARS[element.scalar];
  const bits = BigInt(`0x${(byte & 255).toString(16).padStart(2, '0').repeat(bytes)}`);
  const value = kind === 'signed' ? BigInt.asIntN(8 * bytes, bits) : bits;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? String(value) : undefined;
}

/** The value at `i` among some, by halves. */
export function chosen(values: readonly string[], from: number, to: number): string {
  const first = values[from] ?? '0';
  if (to - from === 1 || values.slice(from, to).every((each) => each === first)) return first;
  const middle = Math.floor((from + to) / 2);
  return `(i < ${middle} ? ${chosen(values, from, middle)} : ${chosen(values, middle, to)})`;
}
