/** Model time, in ticks. A number wherever that is exact, a bigint beyond `Number.MAX_SAFE_INTEGER`:
 * equal times are then the same value, so that `===`, `<` and `>` do what they say, with either kind on
 * either side. Arithmetic goes through the functions of this file. */
export type Ticks = number | bigint;

/** Largest model time: signed 64 bits. */
export const MOST_TICKS: Ticks = 2n ** 63n - 1n;

/** The one value that stands for a time. */
export function ticks(value: Ticks): Ticks {
  if (typeof value === 'number') return value;
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Parses a printed time; undefined unless whole. */
export function parseTicks(text: string): Ticks | undefined {
  if (!/^-?\d+$/.test(text)) return undefined;
  return text.length < 16 ? Number(text) : ticks(BigInt(text));
}

/** Adds ticks, which may be negative. */
export const addTicks = (time: Ticks, more: Ticks): Ticks => ticks(BigInt(time) + BigInt(more));

/** The middle, rounded down. */
export function midpoint(low: Ticks, high: Ticks): Ticks {
  const sum = BigInt(low) + BigInt(high);
  return ticks(sum >= 0n ? sum / 2n : (sum - 1n) / 2n);
}

/** For the eye: as near as a double comes. */
export const approximately = (time: Ticks): number => Number(time);

/** Order of times, for sorting. */
export const compareTicks = (left: Ticks, right: Ticks): number =>
  left < right ? -1 : left > right ? 1 : 0;
