import {
  above,
  add,
  and,
  atLeast,
  atMost,
  below,
  divide,
  equal,
  fit,
  FORM,
  type Form,
  isReal,
  judged,
  type Kept,
  multiply,
  or,
  remainder,
  shiftLeft,
  shiftRight,
  subtract,
  unequal,
  xor,
} from './arithmetic.ts';
import { INTERVAL } from './interval.ts';
import type { Comparison, Row } from './operator-row.ts';
import { SIGN } from './sign.ts';

/** C's operators that evaluate both sides. */
export type ArithmeticOperator =
  Comparison | '+' | '-' | '*' | '/' | '%' | '<<' | '>>' | '&' | '|' | '^';

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

export const truth = (holds: boolean): bigint => (holds ? 1n : 0n);

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

export const isArithmeticOperator = (text: string): text is ArithmeticOperator =>
  Object.hasOwn(ARITHMETIC, text);
