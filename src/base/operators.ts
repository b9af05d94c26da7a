import {
  above,
  add,
  and,
  atLeast,
  atMost,
  below,
  complement,
  divide,
  equal,
  fit,
  FORM,
  type Form,
  isReal,
  judged,
  type Kept,
  multiply,
  negate,
  or,
  remainder,
  shiftLeft,
  shiftRight,
  subtract,
  unequal,
  xor,
} from './arithmetic.ts';
import { INTERVAL, type Interval, type IntervalRule, sure } from './interval.ts';
import { SIGN, type Sign, type SignRule } from './sign.ts';

export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** C's operators that evaluate both sides. */
export type ArithmeticOperator =
  Comparison | '+' | '-' | '*' | '/' | '%' | '<<' | '>>' | '&' | '|' | '^';

/** The right side is evaluated only if the left does not decide. */
export type LogicalOperator = '&&' | '||';

/** C's operators between two expressions. */
export type InfixOperator = ArithmeticOperator | LogicalOperator;

/** C's infix operators, and those written as calls. */
export type BinaryOperator = InfixOperator | 'min' | 'max';

/** Simplifies to a side, or a number. */
type Fold = 'left' | 'right' | 0 | 1;

/** Simplifications for 0, 1, or equal sides. */
interface Folds {
  readonly left0?: Fold;
  readonly left1?: Fold;
  readonly right0?: Fold;
  readonly right1?: Fold;
  readonly same?: Fold;
}

interface Row {
  /** Precedence in C; 0 for calls. */
  readonly precedence: number;
  /** Result type: usual conversions, the promoted left side, or a truth value. */
  readonly result: 'usual' | 'left' | 'truth';
  /** Value of integers; the right side must not `fail`. */
  readonly exact: (left: bigint, right: bigint) => bigint;
  /** Value in a form; if wide, exact or not a safe integer. */
  readonly near: (left: number, right: number, form: Form) => number;
  /** The right sides for which there is no value. */
  readonly fails?: 'zero' | 'negative';
  /** Low bits depend on low bits alone. */
  readonly modular?: true;
  readonly sign: SignRule;
  readonly interval: IntervalRule;
  readonly folds: Folds;
  /** The left truth that decides alone, so the right side needs no value. */
  readonly decides?: boolean;
  /** Opposite of a comparison, and the one with sides exchanged. */
  readonly negated?: Comparison;
  readonly mirrored?: Comparison;
  /** Checking functions in generated C, for ticks and `ensures`; null for C's own operator. */
  readonly ticks: string | null;
  readonly wholes: string | null;
  /** In Python: how tightly it binds, and its text where that is another; null for calls. */
  readonly python: { readonly precedence: number; readonly text?: string } | null;
}

/** A register operation: reads two, sets the target. */
type Step = (
  R: Float64Array,
  target: number,
  left: number,
  right: number,
  kept: Kept,
  form: Form,
) => () => void;

interface ArithmeticRow extends Row {
  /** It is defined for floating numbers as well. */
  readonly real: boolean;
  readonly step: Step;
  /** In generated C: the operands' types, unsigned with wrap-around, or a function. */
  readonly values: 'plain' | 'unsigned' | 'v_div' | 'v_mod';
}

const truth = (holds: boolean): bigint => (holds ? 1n : 0n);

const comparison = (
  precedence: number,
  holds: (left: bigint, right: bigint) => boolean,
  near: (left: number, right: number) => boolean,
  step: Step,
  [negated, mirrored, same]: readonly [Comparison, Comparison, 0 | 1],
) => ({
  precedence,
  result: 'truth' as const,
  real: true,
  exact: (left: bigint, right: bigint) => truth(holds(left, right)),
  near: (left: number, right: number) => Number(near(left, right)),
  step,
  sign: SIGN.natural,
  interval: INTERVAL.truth,
  folds: { same },
  negated,
  mirrored,
  ticks: null,
  wholes: null,
  python: { precedence: 4 },
  values: 'plain' as const,
});

/* Separate functions, so that V8 optimises each. */
const ARITHMETIC_ROWS = {
  '|': {
    precedence: 3,
    result: 'usual',
    real: false,
    exact: (left, right) => left | right,
    near: or,
    step: (R, t, a, b, kept, form) => () => {
      R[t] = fit(or(R[a] ?? 0, R[b] ?? 0, form), form, kept);
    },
    modular: true,
    sign: SIGN.sum,
    interval: INTERVAL.bits,
    folds: { left0: 'right', right0: 'left' },
    ticks: null,
    wholes: null,
    python: { precedence: 5 },
    values: 'unsigned',
  },
  '^': {
    precedence: 4,
    result: 'usual',
    real: false,
    exact: (left, right) => left ^ right,
    near: xor,
    step: (R, t, a, b, kept, form) => () => {
      R[t] = fit(xor(R[a] ?? 0, R[b] ?? 0, form), form, kept);
    },
    modular: true,
    sign: SIGN.part,
    interval: INTERVAL.bits,
    folds: { left0: 'right', right0: 'left' },
    ticks: null,
    wholes: null,
    python: { precedence: 6 },
    values: 'unsigned',
  },
  '&': {
    precedence: 5,
    result: 'usual',
    real: false,
    exact: (left, right) => left & right,
    near: and,
    step: (R, t, a, b, kept, form) => () => {
      R[t] = fit(and(R[a] ?? 0, R[b] ?? 0, form), form, kept);
    },
    modular: true,
    sign: SIGN.part,
    interval: INTERVAL.and,
    folds: {},
    ticks: null,
    wholes: null,
    python: { precedence: 7 },
    values: 'unsigned',
  },
  '==': comparison(
    6,
    (left, right) => left === right,
    equal,
    (R, t, a, b, kept, form) => () => {
      const x = R[a] ?? 0;
      const y = R[b] ?? 0;
      R[t] = judged(equal(x, y), x, y, form, kept);
    },
    ['!=', '==', 1],
  ),
  '!=': comparison(
    6,
    (left, right) => left !== right,
    unequal,
    (R, t, a, b, kept, form) => () => {
      const x = R[a] ?? 0;
      const y = R[b] ?? 0;
      R[t] = judged(unequal(x, y), x, y, form, kept);
    },
    ['==', '!=', 0],
  ),
  '<': comparison(
    7,
    (left, right) => left < right,
    below,
    (R, t, a, b, kept, form) =>
      form === FORM.wide
        ? () => {
            const x = R[a] ?? 0;
            const y = R[b] ?? 0;
            R[t] = judged(below(x, y), x, y, form, kept);
          }
        : () => {
            R[t] = (R[a] ?? 0) < (R[b] ?? 0) ? 1 : 0;
          },
    ['>=', '>', 0],
  ),
  '<=': comparison(
    7,
    (left, right) => left <= right,
    atMost,
    (R, t, a, b, kept, form) => () => {
      const x = R[a] ?? 0;
      const y = R[b] ?? 0;
      R[t] = judged(atMost(x, y), x, y, form, kept);
    },
    ['>', '>=', 1],
  ),
  '>': comparison(
    7,
    (left, right) => left > right,
    above,
    (R, t, a, b, kept, form) => () => {
      const x = R[a] ?? 0;
      const y = R[b] ?? 0;
      R[t] = judged(above(x, y), x, y, form, kept);
    },
    ['<=', '<', 0],
  ),
  '>=': comparison(
    7,
    (left, right) => left >= right,
    atLeast,
    (R, t, a, b, kept, form) => () => {
      const x = R[a] ?? 0;
      const y = R[b] ?? 0;
      R[t] = judged(atLeast(x, y), x, y, form, kept);
    },
    ['<', '<=', 1],
  ),
  '<<': {
    precedence: 8,
    result: 'left',
    real: false,
    exact: (left, right) => left << right,
    near: shiftLeft,
    step: (R, t, a, b, kept, form) => () => {
      R[t] = fit(shiftLeft(R[a] ?? 0, R[b] ?? 0, form), form, kept);
    },
    fails: 'negative',
    modular: true,
    sign: SIGN.left,
    interval: INTERVAL.left,
    folds: { left0: 0, right0: 'left' },
    ticks: 't_shl',
    wholes: 'v_left',
    python: { precedence: 8 },
    values: 'unsigned',
  },
  '>>': {
    precedence: 8,
    result: 'left',
    real: false,
    exact: (left, right) => left >> right,
    near: shiftRight,
    step: (R, t, a, b, kept, form) => () => {
      R[t] = fit(shiftRight(R[a] ?? 0, R[b] ?? 0, form), form, kept);
    },
    fails: 'negative',
    sign: SIGN.right,
    interval: INTERVAL.right,
    folds: { left0: 0, right0: 'left' },
    ticks: null,
    wholes: 'v_right',
    python: { precedence: 8 },
    values: 'plain',
  },
  '+': {
    precedence: 9,
    result: 'usual',
    real: true,
    exact: (left, right) => left + right,
    near: add,
    step: (R, t, a, b, kept, form) =>
      form === FORM.int
        ? () => {
            R[t] = ((R[a] ?? 0) + (R[b] ?? 0)) | 0;
          }
        : () => {
            R[t] = fit(add(R[a] ?? 0, R[b] ?? 0), form, kept);
          },
    modular: true,
    sign: SIGN.sum,
    interval: INTERVAL.sum,
    folds: { left0: 'right', right0: 'left' },
    ticks: 't_add',
    wholes: 'v_plus',
    python: { precedence: 9 },
    values: 'unsigned',
  },
  '-': {
    precedence: 9,
    result: 'usual',
    real: true,
    exact: (left, right) => left - right,
    near: subtract,
    step: (R, t, a, b, kept, form) =>
      form === FORM.int
        ? () => {
            R[t] = ((R[a] ?? 0) - (R[b] ?? 0)) | 0;
          }
        : () => {
            R[t] = fit(subtract(R[a] ?? 0, R[b] ?? 0), form, kept);
          },
    modular: true,
    sign: SIGN.unknown,
    interval: INTERVAL.difference,
    folds: { right0: 'left', same: 0 },
    ticks: 't_sub',
    wholes: 'v_minus',
    python: { precedence: 9 },
    values: 'unsigned',
  },
  '*': {
    precedence: 10,
    result: 'usual',
    real: true,
    exact: (left, right) => left * right,
    near: multiply,
    step: (R, t, a, b, kept, form) =>
      form === FORM.int
        ? () => {
            R[t] = Math.imul(R[a] ?? 0, R[b] ?? 0);
          }
        : () => {
            R[t] = fit(multiply(R[a] ?? 0, R[b] ?? 0, form), form, kept);
          },
    modular: true,
    sign: SIGN.product,
    interval: INTERVAL.product,
    folds: { left0: 0, left1: 'right', right0: 0, right1: 'left' },
    ticks: 't_mul',
    wholes: 'v_times',
    python: { precedence: 10 },
    values: 'unsigned',
  },
  '/': {
    precedence: 10,
    result: 'usual',
    real: true,
    exact: (left, right) => left / right,
    near: divide,
    step: (R, t, a, b, kept, form) => () => {
      const divisor = divided(R[b] ?? 0, form, kept);
      R[t] = divisor === undefined ? 0 : fit(divide(R[a] ?? 0, divisor, form), form, kept);
    },
    fails: 'zero',
    sign: SIGN.product,
    interval: INTERVAL.quotient,
    folds: { left0: 0, right1: 'left' },
    ticks: 't_div',
    wholes: 'v_over',
    python: { precedence: 10, text: '//' },
    values: 'v_div',
  },
  '%': {
    precedence: 10,
    result: 'usual',
    real: false,
    exact: (left, right) => left % right,
    near: remainder,
    step: (R, t, a, b, kept, form) => () => {
      const divisor = divided(R[b] ?? 0, form, kept);
      R[t] = divisor === undefined ? 0 : fit(remainder(R[a] ?? 0, divisor), form, kept);
    },
    fails: 'zero',
    sign: SIGN.part,
    interval: INTERVAL.remainder,
    folds: { left0: 0, right1: 0 },
    ticks: 't_mod',
    wholes: 'v_rest',
    python: { precedence: 10 },
    values: 'v_mod',
  },
} as const satisfies Readonly<Record<ArithmeticOperator, ArithmeticRow>>;

/** The divisor; undefined for integer zero, which is reported. */
function divided(divisor: number, form: Form, kept: Kept): number | undefined {
  if (divisor !== 0 || isReal(form)) return divisor;
  kept.byZero();
  return undefined;
}

export const ARITHMETIC: Readonly<Record<ArithmeticOperator, ArithmeticRow>> = ARITHMETIC_ROWS;

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

export const isArithmeticOperator = (text: string): text is ArithmeticOperator =>
  Object.hasOwn(ARITHMETIC, text);

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
