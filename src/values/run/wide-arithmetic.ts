import type { BinaryOperator } from '../program.ts';
import { type Operation, type Registers, setWide, wideOf } from './registers.ts';

type Wide = 'long' | 'ulong';

const LARGEST = Number.MAX_SAFE_INTEGER;

const EXACT: Readonly<Record<string, (left: bigint, right: bigint) => bigint>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0n ? 0n : left / right),
  '%': (left, right) => (right === 0n ? 0n : left % right),
  '<<': (left, right) => left << right,
  '>>': (left, right) => left >> right,
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
};

/** `target = left operator right` of 64 bits: in numbers while those are exact (a NaN, which stands for a big
 * integer, makes every test of that false), and otherwise in big integers. The right side of a shift is a uint. */
export function wideBinary(
  registers: Registers,
  operator: BinaryOperator,
  type: Wide,
  t: number,
  a: number,
  b: number,
  byZero: () => void,
): Operation {
  const R = registers.numbers;
  const low = type === 'long' ? -LARGEST : 0;
  const compute = EXACT[operator];
  if (compute === undefined) throw new Error(`C has no ${operator} of integers.`);
  const exactly = (): void => {
    setWide(registers, t, compute(wideOf(registers, a), wideOf(registers, b)), type);
  };
  switch (operator) {
    case '+':
      return () => {
        const result = (R[a] ?? 0) + (R[b] ?? 0);
        if (result >= low && result <= LARGEST) R[t] = result;
        else exactly();
      };
    case '-':
      return () => {
        const result = (R[a] ?? 0) - (R[b] ?? 0);
        if (result >= low && result <= LARGEST) R[t] = result;
        else exactly();
      };
    case '*':
      return () => {
        const result = (R[a] ?? 0) * (R[b] ?? 0);
        // Adding zero: integers have no negative zero.
        if (result >= low && result <= LARGEST) R[t] = result + 0;
        else exactly();
      };
    case '/':
      return () => {
        const divisor = R[b] ?? 0;
        if (divisor === 0) byZero();
        const result = Math.trunc((R[a] ?? 0) / divisor);
        if (result >= low && result <= LARGEST) R[t] = result + 0;
        else exactly();
      };
    case '%':
      return () => {
        const divisor = R[b] ?? 0;
        if (divisor === 0) byZero();
        const result = (R[a] ?? 0) % divisor;
        if (Number.isNaN(result)) exactly();
        else R[t] = result + 0;
      };
    case '<<':
      return () => {
        const result = (R[a] ?? 0) * 2 ** (R[b] ?? 0);
        if (result >= low && result <= LARGEST) R[t] = result;
        else exactly();
      };
    case '>>':
      return () => {
        const result = Math.floor((R[a] ?? 0) / 2 ** (R[b] ?? 0));
        if (Number.isNaN(result)) exactly();
        else R[t] = result;
      };
    case '&':
      return () => {
        const left = R[a] ?? 0;
        const right = R[b] ?? 0;
        if ((left | 0) === left && (right | 0) === right) R[t] = left & right;
        else exactly();
      };
    case '|':
      return () => {
        const left = R[a] ?? 0;
        const right = R[b] ?? 0;
        if ((left | 0) === left && (right | 0) === right) R[t] = left | right;
        else exactly();
      };
    default:
      return () => {
        const left = R[a] ?? 0;
        const right = R[b] ?? 0;
        if ((left | 0) === left && (right | 0) === right) R[t] = left ^ right;
        else exactly();
      };
  }
}

/** Compares integers of 64 bits. */
export function wideComparison(
  registers: Registers,
  operator: BinaryOperator,
  t: number,
  a: number,
  b: number,
): Operation {
  const R = registers.numbers;
  const sign = (): number => {
    const left = R[a] ?? 0;
    const right = R[b] ?? 0;
    if (left < right) return -1;
    if (left > right) return 1;
    if (left === right) return 0;
    const exactLeft = wideOf(registers, a);
    const exactRight = wideOf(registers, b);
    if (exactLeft === exactRight) return 0;
    return exactLeft < exactRight ? -1 : 1;
  };
  switch (operator) {
    case '==':
      return () => {
        R[t] = sign() === 0 ? 1 : 0;
      };
    case '!=':
      return () => {
        R[t] = sign() === 0 ? 0 : 1;
      };
    case '<':
      return () => {
        R[t] = sign() < 0 ? 1 : 0;
      };
    case '<=':
      return () => {
        R[t] = sign() <= 0 ? 1 : 0;
      };
    case '>':
      return () => {
        R[t] = sign() > 0 ? 1 : 0;
      };
    default:
      return () => {
        R[t] = sign() >= 0 ? 1 : 0;
      };
  }
}

/** `-` and `~` of 64 bits. */
export function wideUnary(
  registers: Registers,
  operator: '-' | '~',
  type: Wide,
  t: number,
  a: number,
): Operation {
  const R = registers.numbers;
  const exactly = (): void => {
    const value = wideOf(registers, a);
    setWide(registers, t, operator === '-' ? -value : ~value, type);
  };
  if (type === 'ulong') return exactly;
  return () => {
    const value = R[a] ?? 0;
    const result = operator === '-' ? 0 - value : -1 - value;
    if (result >= -LARGEST && result <= LARGEST) R[t] = result;
    else exactly();
  };
}
