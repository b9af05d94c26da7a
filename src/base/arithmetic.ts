/** Numbers in registers: integers up to 32 bits, signed and unsigned, floating point, and 64-bit
 * integers, exact in a double or NaN. */
export const FORM = {
  int: 0,
  uint: 1,
  shortSigned: 2,
  shortUnsigned: 3,
  single: 4,
  double: 5,
  wide: 6,
} as const;

export type Form = (typeof FORM)[keyof typeof FORM];

/** Storage of results in a register. */
export interface Kept {
  /** Bits that the type has fewer than 32. */
  readonly spare: number;
  /** Below this a wide result is not exact. */
  readonly low: number;
  /** The 64-bit result in big integers, as a register's number. */
  readonly exactly: () => number;
  /** Integer division by zero, whose result is 0. */
  readonly byZero: () => void;
}

const isNarrow = (form: Form): boolean => form <= FORM.shortUnsigned;
export const isReal = (form: Form): boolean => form === FORM.single || form === FORM.double;

/** A result cut or rounded to its type; the usual come first. */
export function fit(value: number, form: Form, kept: Kept): number {
  if (form === FORM.int) return value | 0;
  if (form === FORM.uint) return value >>> 0;
  if (form === FORM.single) return Math.fround(value);
  // Adding zero: integers have no negative zero.
  if (form === FORM.wide)
    return value >= kept.low && value <= Number.MAX_SAFE_INTEGER ? value + 0 : kept.exactly();
  return form === FORM.double ? value : fitShort(value, form, kept.spare);
}

const fitShort = (value: number, form: Form, spare: number): number =>
  form === FORM.shortSigned ? (value << spare) >> spare : (value << spare) >>> spare;

/** A comparison; a wide NaN is compared exactly. */
export const judged = (
  holds: boolean,
  left: number,
  right: number,
  form: Form,
  kept: Kept,
): number =>
  form === FORM.wide && (Number.isNaN(left) || Number.isNaN(right))
    ? kept.exactly()
    : holds
      ? 1
      : 0;

const areInt32 = (left: number, right: number): boolean =>
  (left | 0) === left && (right | 0) === right;

/* Correct in the low 32 bits if narrow; exact or not a safe integer if wide. */
export const add = (left: number, right: number): number => left + right;
export const subtract = (left: number, right: number): number => left - right;
export const multiply = (left: number, right: number, form: Form): number =>
  isNarrow(form) ? Math.imul(left, right) : left * right;
export const divide = (left: number, right: number, form: Form): number =>
  isReal(form) ? left / right : Math.trunc(left / right);
export const remainder = (left: number, right: number): number => left % right;
export const shiftLeft = (left: number, right: number, form: Form): number =>
  isNarrow(form) ? left << right : left * 2 ** right;
export const shiftRight = (left: number, right: number, form: Form): number => {
  if (!isNarrow(form)) return Math.floor(left / 2 ** right);
  return left < 0 ? left >> right : left >>> right;
};
export const and = (left: number, right: number, form: Form): number =>
  isNarrow(form) || areInt32(left, right) ? left & right : Number.NaN;
export const or = (left: number, right: number, form: Form): number =>
  isNarrow(form) || areInt32(left, right) ? left | right : Number.NaN;
export const xor = (left: number, right: number, form: Form): number =>
  isNarrow(form) || areInt32(left, right) ? left ^ right : Number.NaN;
export const negate = (operand: number, form: Form): number =>
  isReal(form) ? -operand : 0 - operand;
export const complement = (operand: number, form: Form): number =>
  isNarrow(form) ? ~operand : -1 - operand;

export const equal = (left: number, right: number): boolean => left === right;
export const unequal = (left: number, right: number): boolean => left !== right;
export const below = (left: number, right: number): boolean => left < right;
export const atMost = (left: number, right: number): boolean => left <= right;
export const above = (left: number, right: number): boolean => left > right;
export const atLeast = (left: number, right: number): boolean => left >= right;
