import { complement, fit, FORM, type Form, type Kept, negate } from './arithmetic.ts';
import { ARITHMETIC, type ArithmeticOperator, truth } from './arithmetic-operators.ts';
import type { Comparison, Row } from './operator-row.ts';
import { INTERVAL, type Interval, sure } from './interval.ts';
import { SIGN, type Sign } from './sign.ts';

/** The right side is evaluated only if the left does not decide. */
export type LogicalOperator = '&&' | '||';

/** C's operators between two expressions. */
export type InfixOperator = ArithmeticOperator | LogicalOperator;

/** C's infix operators, and those written as calls. */
export type BinaryOperator = InfixOperator | 'min' | 'max';

/** `decides` is the left truth that decides the whole. */
const logical = (precedence: number, decides: boolean, python: Row['python']): Row => ({
  precedence,
  result: 'truth',
  exact: (left, right) => truth((left !== 0n) === decides ? decides : right !== 0n),
  near: (left, right) => Number((left !== 0) === decides ? decides : right !== 0),
  sign: SIGN.natural,
  interval: INTERVAL.truth,
  folds: {},
  decides,
  ticks: null,
  wholes: null,
  python,
});

/** Every binary operator: all reading, computing, simplifying and printing follows it. */
export const BINARY = {
  '||': logical(1, true, { precedence: 1, text: 'or' }),
  '&&': logical(2, false, { precedence: 2, text: 'and' }),
  ...ARITHMETIC,
  min: {
    precedence: 0,
    result: 'usual',
    exact: (left, right) => (right < left ? right : left),
    near: (left, right) => Math.min(left, right),
    sign: SIGN.product,
    interval: INTERVAL.least,
    folds: { same: 'left' },
    ticks: null,
    wholes: null,
    python: null,
  },
  max: {
    precedence: 0,
    result: 'usual',
    exact: (left, right) => (right > left ? right : left),
    near: (left, right) => Math.max(left, right),
    sign: SIGN.sum,
    interval: INTERVAL.greatest,
    folds: { same: 'left' },
    ticks: null,
    wholes: null,
    python: null,
  },
} satisfies Record<BinaryOperator, Row> as Readonly<Record<BinaryOperator, Row>>;

export const isBinary = (text: string): text is BinaryOperator => Object.hasOwn(BINARY, text);

export const isInfix = (text: string): text is InfixOperator =>
  isBinary(text) && BINARY[text].precedence > 0;

export const isComparison = (operator: BinaryOperator): operator is Comparison =>
  BINARY[operator].negated !== undefined;

export const isShift = (operator: BinaryOperator): operator is '<<' | '>>' =>
  BINARY[operator].result === 'left';

/** Why an operator has no value for a right side. */
export function faultOf(operator: BinaryOperator, right: number | bigint): string | undefined {
  const { fails } = BINARY[operator];
  if (fails === 'zero') return Number(right) === 0 ? 'divides by zero' : undefined;
  return fails === 'negative' && right < 0 ? 'shifts by a negative amount' : undefined;
}

/** Value of two integers; unsafe if it cannot be exact. */
export function computed(operator: BinaryOperator, left: number, right: number): number {
  const { near, exact } = BINARY[operator];
  const value = near(left, right, FORM.wide);
  // Integers have no negative zero.
  return Number.isNaN(value) ? Number(exact(BigInt(left), BigInt(right))) : value + 0;
}

/** Binds tighter than every binary operator. */
export const PREFIX_PRECEDENCE = 11;

export type PrefixOperator = '-' | '!' | '~';

/** C's prefixes; `+` promotes, `*` and `&` concern pointers. */
export type PrefixSign = PrefixOperator | '+' | '*' | '&';

/** `log2` is the highest bit's place, -1 up to zero: `s` can be halved `log2(s) + 1` times. */
export type UnaryOperator = PrefixOperator | 'log2';

interface UnaryRow {
  readonly result: 'usual' | 'truth';
  readonly exact: (operand: bigint) => bigint;
  readonly near: (operand: number, form: Form) => number;
  readonly sign: (operand: Sign) => Sign;
  readonly interval: (operand: Interval) => Interval;
}

interface PrefixRow extends UnaryRow {
  readonly real: boolean;
  readonly step: (
    R: Float64Array,
    target: number,
    operand: number,
    kept: Kept,
    form: Form,
  ) => () => void;
}

const mirrored = ({ low, high, sureLow, sureHigh }: Interval, shift: number): Interval => ({
  low: shift - high,
  high: shift - low,
  sureLow: sureHigh,
  sureHigh: sureLow,
});

const highestBit = (operand: number): number =>
  operand <= 0 ? -1 : operand.toString(2).length - 1;

const PREFIX_ROWS = {
  '-': {
    result: 'usual',
    real: true,
    exact: (operand) => -operand,
    near: negate,
    step: (R, t, a, kept, form) => () => {
      R[t] = fit(negate(R[a] ?? 0, form), form, kept);
    },
    sign: (operand) => (operand === 'positive' ? 'negative' : 'unknown'),
    interval: (operand) => mirrored(operand, 0),
  },
  '!': {
    result: 'truth',
    real: true,
    exact: (operand) => truth(operand === 0n),
    near: (operand) => Number(operand === 0),
    step: (R, t, a) => () => {
      R[t] = R[a] === 0 ? 1 : 0;
    },
    sign: () => 'natural',
    interval: () => sure(0, 1),
  },
  '~': {
    result: 'usual',
    real: false,
    exact: (operand) => ~operand,
    near: complement,
    step: (R, t, a, kept, form) => () => {
      R[t] = fit(complement(R[a] ?? 0, form), form, kept);
    },
    sign: () => 'unknown',
    interval: (operand) => mirrored(operand, -1),
  },
} as const satisfies Readonly<Record<PrefixOperator, PrefixRow>>;

export const PREFIX: Readonly<Record<PrefixOperator, PrefixRow>> = PREFIX_ROWS;

export const isPrefix = (text: string): text is PrefixOperator => Object.hasOwn(PREFIX, text);

export const isPrefixSign = (text: string): text is PrefixSign =>
  isPrefix(text) || /^[+*&]$/.test(text);

export const UNARY = {
  ...PREFIX,
  log2: {
    result: 'usual',
    exact: (operand) => BigInt(operand <= 0n ? -1 : operand.toString(2).length - 1),
    near: highestBit,
    sign: () => 'unknown',
    interval: ({ high, sureHigh }) => ({
      ...sure(-1, Math.floor(Math.log2(Math.max(1, high)))),
      sureHigh,
    }),
  },
} satisfies Record<UnaryOperator, UnaryRow> as Readonly<Record<UnaryOperator, UnaryRow>>;

export const isUnary = (text: string): text is UnaryOperator => Object.hasOwn(UNARY, text);

/** The operators that are written as calls. */
export const CALLED = Object.keys({ ...BINARY, ...UNARY }).filter((name) => /^\w/.test(name));
