import type { Value } from '../program.ts';

/** `i + 4` of `i`: 4. */
export function stepOf(value: Value, register: number): number | undefined {
  if (value.kind === 'convert') return stepOf(value.operand, register);
  if (value.kind !== 'binary' || (value.operator !== '+' && value.operator !== '-'))
    return undefined;
  const { left, right, operator } = value;
  if (!isRegister(left, register)) return undefined;
  const by = constantIn(right);
  return by === undefined ? undefined : operator === '+' ? by : -by;
}

const isRegister = (value: Value, register: number): boolean =>
  value.kind === 'convert'
    ? isRegister(value.operand, register)
    : value.kind === 'register' && value.register === register;

/** The number that a value always is, without its conversions. */
export function constantIn(value: Value): number | undefined {
  if (value.kind === 'convert') return constantIn(value.operand);
  return value.kind === 'constant' ? Number(value.value) : undefined;
}
