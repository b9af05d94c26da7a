import type { BinaryOperator } from '../program.ts';
import { isFloat, type Scalar } from '../scalar.ts';
import { isWide, type Operation, type Registers, toHalf, wrapped } from './registers.ts';
import { wideBinary, wideComparison, wideUnary } from './wide-arithmetic.ts';

const COMPARISONS: readonly BinaryOperator[] = ['==', '!=', '<', '<=', '>', '>='];

export const isComparison = (operator: BinaryOperator): boolean => COMPARISONS.includes(operator);

/** `target = left operator right`. Both sides have the type `type`; a comparison makes an int of them.
 * @param byZero is called where an integer is divided by zero; the result is 0. */
export function binaryOperation(
  registers: Registers,
  operator: BinaryOperator,
  type: Scalar,
  target: number,
  left: number,
  right: number,
  byZero: () => void,
): Operation {
  if (isComparison(operator))
    return isWide(type)
      ? wideComparison(registers, operator, target, left, right)
      : comparison(registers.numbers, operator, target, left, right);
  if (type === 'long' || type === 'ulong')
    return wideBinary(registers, operator, type, target, left, right, byZero);
  if (type === 'float' || type === 'half' || type === 'double' || type === 'pointer')
    return floating(registers.numbers, operator, type, target, left, right);
  if (type === 'uint') return unsigned(registers.numbers, operator, target, left, right, byZero);
  const operation = signed(registers.numbers, operator, target, left, right, byZero);
  if (type === 'int') return operation;
  const { numbers } = registers;
  return () => {
    operation();
    numbers[target] = wrapped(type, numbers[target] ?? 0);
  };
}

function comparison(
  R: Float64Array,
  operator: BinaryOperator,
  t: number,
  a: number,
  b: number,
): Operation {
  switch (operator) {
    case '==':
      return () => {
        R[t] = R[a] === R[b] ? 1 : 0;
      };
    case '!=':
      return () => {
        R[t] = R[a] === R[b] ? 0 : 1;
      };
    case '<':
      return () => {
        R[t] = (R[a] ?? 0) < (R[b] ?? 0) ? 1 : 0;
      };
    case '<=':
      return () => {
        R[t] = (R[a] ?? 0) <= (R[b] ?? 0) ? 1 : 0;
      };
    case '>':
      return () => {
        R[t] = (R[a] ?? 0) > (R[b] ?? 0) ? 1 : 0;
      };
    default:
      return () => {
        R[t] = (R[a] ?? 0) >= (R[b] ?? 0) ? 1 : 0;
      };
  }
}

/** Of int, and of narrower types before they are cut. */
function signed(
  R: Float64Array,
  operator: BinaryOperator,
  t: number,
  a: number,
  b: number,
  byZero: () => void,
): Operation {
  switch (operator) {
    case '+':
      return () => {
        R[t] = ((R[a] ?? 0) + (R[b] ?? 0)) | 0;
      };
    case '-':
      return () => {
        R[t] = ((R[a] ?? 0) - (R[b] ?? 0)) | 0;
      };
    case '*':
      return () => {
        R[t] = Math.imul(R[a] ?? 0, R[b] ?? 0);
      };
    case '/':
      return () => {
        const divisor = R[b] ?? 0;
        if (divisor === 0) byZero();
        R[t] = divisor === 0 ? 0 : ((R[a] ?? 0) / divisor) | 0;
      };
    case '%':
      return () => {
        const divisor = R[b] ?? 0;
        if (divisor === 0) byZero();
        R[t] = divisor === 0 ? 0 : ((R[a] ?? 0) % divisor) | 0;
      };
    case '<<':
      return () => {
        R[t] = (R[a] ?? 0) << (R[b] ?? 0);
      };
    case '>>':
      return () => {
        R[t] = (R[a] ?? 0) >> (R[b] ?? 0);
      };
    case '&':
      return () => {
        R[t] = (R[a] ?? 0) & (R[b] ?? 0);
      };
    case '|':
      return () => {
        R[t] = (R[a] ?? 0) | (R[b] ?? 0);
      };
    default:
      return () => {
        R[t] = (R[a] ?? 0) ^ (R[b] ?? 0);
      };
  }
}

function unsigned(
  R: Float64Array,
  operator: BinaryOperator,
  t: number,
  a: number,
  b: number,
  byZero: () => void,
): Operation {
  switch (operator) {
    case '+':
      return () => {
        R[t] = ((R[a] ?? 0) + (R[b] ?? 0)) >>> 0;
      };
    case '-':
      return () => {
        R[t] = ((R[a] ?? 0) - (R[b] ?? 0)) >>> 0;
      };
    case '*':
      return () => {
        R[t] = Math.imul(R[a] ?? 0, R[b] ?? 0) >>> 0;
      };
    case '/':
      return () => {
        const divisor = R[b] ?? 0;
        if (divisor === 0) byZero();
        R[t] = divisor === 0 ? 0 : ((R[a] ?? 0) / divisor) >>> 0;
      };
    case '%':
      return () => {
        const divisor = R[b] ?? 0;
        if (divisor === 0) byZero();
        R[t] = divisor === 0 ? 0 : (R[a] ?? 0) % divisor;
      };
    case '<<':
      return () => {
        R[t] = ((R[a] ?? 0) << (R[b] ?? 0)) >>> 0;
      };
    case '>>':
      return () => {
        R[t] = (R[a] ?? 0) >>> (R[b] ?? 0);
      };
    case '&':
      return () => {
        R[t] = ((R[a] ?? 0) & (R[b] ?? 0)) >>> 0;
      };
    case '|':
      return () => {
        R[t] = ((R[a] ?? 0) | (R[b] ?? 0)) >>> 0;
      };
    default:
      return () => {
        R[t] = ((R[a] ?? 0) ^ (R[b] ?? 0)) >>> 0;
      };
  }
}

/** Of a double; of shorter ones, rounded once more, which for these operators is the same as rounding once. */
function floating(
  R: Float64Array,
  operator: BinaryOperator,
  type: Scalar,
  t: number,
  a: number,
  b: number,
): Operation {
  if (type !== 'float') {
    const operation = double(R, operator, t, a, b);
    if (type !== 'half') return operation;
    return () => {
      operation();
      R[t] = toHalf(R[t] ?? 0);
    };
  }
  switch (operator) {
    case '+':
      return () => {
        R[t] = Math.fround((R[a] ?? 0) + (R[b] ?? 0));
      };
    case '-':
      return () => {
        R[t] = Math.fround((R[a] ?? 0) - (R[b] ?? 0));
      };
    case '*':
      return () => {
        R[t] = Math.fround((R[a] ?? 0) * (R[b] ?? 0));
      };
    case '/':
      return () => {
        R[t] = Math.fround((R[a] ?? 0) / (R[b] ?? 0));
      };
    default:
      throw new Error(`C has no ${operator} of floating numbers.`);
  }
}

function double(
  R: Float64Array,
  operator: BinaryOperator,
  t: number,
  a: number,
  b: number,
): Operation {
  switch (operator) {
    case '+':
      return () => {
        R[t] = (R[a] ?? 0) + (R[b] ?? 0);
      };
    case '-':
      return () => {
        R[t] = (R[a] ?? 0) - (R[b] ?? 0);
      };
    case '*':
      return () => {
        R[t] = (R[a] ?? 0) * (R[b] ?? 0);
      };
    case '/':
      return () => {
        R[t] = (R[a] ?? 0) / (R[b] ?? 0);
      };
    default:
      throw new Error(`C has no ${operator} of floating numbers.`);
  }
}

/** `target = operator operand`; `!` makes an int of any type. */
export function unaryOperation(
  registers: Registers,
  operator: '-' | '~' | '!',
  type: Scalar,
  target: number,
  operand: number,
): Operation {
  const R = registers.numbers;
  if (operator === '!')
    return () => {
      R[target] = R[operand] === 0 ? 1 : 0;
    };
  if (isFloat(type))
    return () => {
      R[target] = -(R[operand] ?? 0);
    };
  if (type === 'long' || type === 'ulong')
    return wideUnary(registers, operator, type, target, operand);
  if (operator === '-')
    return () => {
      R[target] = wrapped(type, -(R[operand] ?? 0));
    };
  return () => {
    R[target] = wrapped(type, ~(R[operand] ?? 0));
  };
}
