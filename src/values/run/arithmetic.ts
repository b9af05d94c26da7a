import { FORM, type Form, type Kept } from '../../base/arithmetic.ts';
import { PREFIX, type PrefixOperator } from '../../base/operators.ts';
import { ARITHMETIC, type ArithmeticOperator } from '../../base/arithmetic-operators.ts';
import { SCALARS, type Scalar } from '../../front/scalar.ts';
import { isWide, type Operation, type Registers, setWide, toHalf, wideOf } from './registers.ts';

const FORMS: Readonly<Record<Scalar, Form>> = {
  bool: FORM.shortUnsigned,
  char: FORM.shortSigned,
  uchar: FORM.shortUnsigned,
  short: FORM.shortSigned,
  ushort: FORM.shortUnsigned,
  int: FORM.int,
  uint: FORM.uint,
  long: FORM.wide,
  ulong: FORM.wide,
  half: FORM.double,
  float: FORM.single,
  double: FORM.double,
  pointer: FORM.double,
};

/** Keeps a result in a target; `wide` computes one in big integers. */
function keeping(
  registers: Registers,
  type: Scalar,
  target: number,
  wide: () => bigint,
  byZero: () => void,
): Kept {
  const exactly = (): number => {
    if (isWide(type)) setWide(registers, target, wide(), type);
    return registers.numbers[target] ?? 0;
  };
  return {
    spare: Math.max(0, 32 - 8 * SCALARS[type].bytes),
    low: type === 'ulong' ? 0 : -Number.MAX_SAFE_INTEGER,
    exactly,
    byZero,
  };
}

/** `half` rounds doubles again, which for one operator equals rounding once. */
function finished(registers: Registers, type: Scalar, target: number, step: Operation): Operation {
  if (type !== 'half') return step;
  const R = registers.numbers;
  return () => {
    step();
    R[target] = toHalf(R[target] ?? 0);
  };
}

/** `target = left operator right`, both of `type`; comparisons give an int.
 * @param byZero is called where an integer is divided by zero; the result is 0. */
export function binaryOperation(
  registers: Registers,
  operator: ArithmeticOperator,
  type: Scalar,
  target: number,
  left: number,
  right: number,
  byZero: () => void,
): Operation {
  const { exact, fails, step } = ARITHMETIC[operator];
  const wide = (): bigint => {
    const divisor = wideOf(registers, right);
    return fails === 'zero' && divisor === 0n ? 0n : exact(wideOf(registers, left), divisor);
  };
  const kept = keeping(registers, type, target, wide, byZero);
  return finished(
    registers,
    type,
    target,
    step(registers.numbers, target, left, right, kept, FORMS[type]),
  );
}

/** `target = operator operand`; `!` gives an int for any type. */
export function unaryOperation(
  registers: Registers,
  operator: PrefixOperator,
  type: Scalar,
  target: number,
  operand: number,
): Operation {
  const { exact, step } = PREFIX[operator];
  const wide = (): bigint => exact(wideOf(registers, operand));
  const kept = keeping(registers, type, target, wide, () => undefined);
  return finished(
    registers,
    type,
    target,
    step(registers.numbers, target, operand, kept, FORMS[type]),
  );
}
