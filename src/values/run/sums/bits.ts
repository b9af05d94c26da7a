import type { Interval } from '../../../base/interval.ts';
import { isSigned, type Scalar, SCALARS } from '../../../front/scalar.ts';
import { number, plus, type Literal, type Sum } from './sum.ts';

/** Facts about unknowns. */
interface Known {
  readonly rangeOf: (sum: Sum) => Interval;
  readonly isTruth: (symbol: number) => boolean;
  readonly sumOf: (literal: Literal | boolean) => Sum;
}

/** Bits of a whole number, from the lowest. */
export type Bits = readonly (Literal | boolean)[];

/** Wider numbers are no exact fractions. */
const WIDEST = 32;

export const widthOf = (type: Scalar): number => SCALARS[type].bytes * 8;

/** The bits of a sum of powers of two, each of a truth. */
export function bitsOf(symbols: Known, sum: Sum, type: Scalar): Bits | undefined {
  const width = widthOf(type);
  const { low, high } = symbols.rangeOf(sum);
  const used = width > WIDEST && low >= 0 && high < 2 ** WIDEST ? WIDEST : width;
  if (used > WIDEST || !Number.isSafeInteger(sum.rest)) return undefined;
  let ones = BigInt.asUintN(used, BigInt(sum.rest));
  const bits: (Literal | boolean)[] = Array.from({ length: used }, () => false);
  for (const [symbol, factor] of sum.terms) {
    const at = Math.log2(Math.abs(factor));
    if (!Number.isInteger(at) || at >= used || !symbols.isTruth(symbol) || bits[at] !== false)
      return undefined;
    // The highest bit of a signed number counts below 0.
    const isBelow = isSigned(type) && used === width && at === used - 1;
    const isTrue = factor > 0 !== isBelow;
    const isSet = ((ones >> BigInt(at)) & 1n) === 1n;
    if (isSet === isTrue) return undefined;
    bits[at] = { symbol, isTrue };
    if (isSet) ones -= 1n << BigInt(at);
  }
  return bits.map((bit, at) => (((ones >> BigInt(at)) & 1n) === 1n ? true : bit));
}

/** The number that bits make. */
export function sumOfBits(symbols: Known, bits: Bits, type: Scalar): Sum {
  const top = isSigned(type) ? widthOf(type) - 1 : -1;
  return bits.reduce<Sum>(
    (sum, bit, at) =>
      bit === false ? sum : plus(sum, symbols.sumOf(bit), at === top ? -(2 ** at) : 2 ** at),
    number(0),
  );
}

/** The number of bits that are set. */
export const countOfBits = (symbols: Known, bits: Bits): Sum =>
  bits.reduce<Sum>((sum, bit) => plus(sum, symbols.sumOf(bit)), number(0));
