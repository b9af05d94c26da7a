import { describe, expect, test } from 'vitest';
import { isComparison } from '../../base/operators.ts';
import type { ArithmeticOperator } from '../../base/arithmetic-operators.ts';
import { evaluated } from '../../testing/value-evaluator.ts';
import { BUILT_IN_VALUES } from '../built-ins.ts';
import type { Value } from '../program.ts';
import { isFloat, isInteger, SCALARS, type Scalar } from '../../front/scalar.ts';
import { binaryOperation, unaryOperation } from './arithmetic.ts';
import { callOperation } from './built-ins.ts';
import { conversion, rangeOf, reinterpretation } from './conversion.ts';
import { scrambled } from './filled-arrays.ts';
import { halfBits, halfOf, newRegisters, setValue, toHalf, valueIn } from './registers.ts';

const INTEGERS: readonly Scalar[] = [
  'char',
  'uchar',
  'short',
  'ushort',
  'int',
  'uint',
  'long',
  'ulong',
] as Scalar[];
const FLOATS: readonly Scalar[] = ['float', 'double'];
const ROUNDS = 400;

/** Ends of ranges, neighbours of powers of two, and any others. */
function sample(type: Scalar, seed: number): number | bigint {
  const draw = scrambled(seed);
  if (isFloat(type)) {
    const value = [0, -0, 1, -1, 0.1, 1e10, -2.5, 3, 2 ** 24 + 1, 123456.789][draw % 10] ?? 0;
    return type === 'float' ? Math.fround(value) : value;
  }
  const [low, high] = rangeOf(type);
  const wide = (BigInt(scrambled(seed + 1)) << 32n) | BigInt(scrambled(seed + 2));
  const choices = [
    low,
    high,
    0n,
    1n,
    2n,
    low + 1n,
    high - 1n,
    BigInt(draw % 100),
    wide,
    wide >> 11n,
  ];
  const chosen = choices[draw % choices.length] ?? 0n;
  const bits = SCALARS[type].bytes * 8;
  const value =
    SCALARS[type].kind === 'signed' ? BigInt.asIntN(bits, chosen) : BigInt.asUintN(bits, chosen);
  return bits === 64 ? value : Number(value);
}

const constant = (type: Scalar, value: number | bigint): Value => ({
  kind: 'constant',
  type,
  value,
});

/** By the other evaluator, which knows only big integers and doubles. */
const expected = (value: Value): string => String(evaluated(value, [], () => 0n));

const shown = (value: number | bigint, type: Scalar): string =>
  String(isInteger(type) ? BigInt(value) : value);

const OPERATORS: readonly ArithmeticOperator[] = [
  ...(['+', '-', '*', '/', '%', '<<', '>>', '&', '|', '^'] as const),
  ...(['==', '!=', '<', '<=', '>', '>='] as const),
];
const OF_FLOATS: readonly ArithmeticOperator[] = [
  '+',
  '-',
  '*',
  '/',
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
];

describe.each([...INTEGERS, ...FLOATS])('%s', (type) => {
  test.each(isFloat(type) ? OF_FLOATS : OPERATORS)('%s', (operator) => {
    const registers = newRegisters(3);
    const run = binaryOperation(registers, operator, type, 2, 0, 1, () => undefined);
    for (let round = 0; round < ROUNDS; round += 1) {
      const isShift = operator === '<<' || operator === '>>';
      const left = sample(type, round * 3);
      const right = isShift
        ? scrambled(round) % (SCALARS[type].bytes * 8)
        : sample(type, round * 3 + 1);
      if ((operator === '/' || operator === '%') && Number(right) === 0) continue;
      setValue(registers, 0, type, left);
      setValue(registers, 1, isShift ? 'uint' : type, right);
      run();
      const made = isComparison(operator) ? 'int' : type;
      const value: Value = {
        kind: 'binary',
        type: made,
        operator,
        left: constant(type, left),
        right: constant(isShift ? 'uint' : type, right),
      };
      expect([left, right, shown(valueIn(registers, 2, made), made)]).toEqual([
        left,
        right,
        expected(value),
      ]);
    }
  });

  test.each(isFloat(type) ? (['-'] as const) : (['-', '~'] as const))('unary %s', (operator) => {
    const registers = newRegisters(2);
    const run = unaryOperation(registers, operator, type, 1, 0);
    for (let round = 0; round < ROUNDS; round += 1) {
      const value = sample(type, round);
      setValue(registers, 0, type, value);
      run();
      expect(shown(valueIn(registers, 1, type), type)).toBe(
        expected({ kind: 'unary', type, operator, operand: constant(type, value) }),
      );
    }
  });

  test.each([...INTEGERS, ...FLOATS])('as %s', (to) => {
    // C leaves values that do not fit open; here they are as processors have them.
    if (isFloat(type) && isInteger(to) && to !== 'long') return;
    const registers = newRegisters(2);
    const convert: Extract<Value, { kind: 'convert' }> = {
      kind: 'convert',
      type: to,
      operand: constant(type, 0),
    };
    const run = conversion(registers, convert, 1, 0);
    for (let round = 0; round < ROUNDS; round += 1) {
      const value = sample(type, round);
      setValue(registers, 0, type, value);
      run?.();
      // The other evaluator rounds big integers twice, to a double first.
      if (to === 'float' && typeof value === 'bigint' && !Number.isSafeInteger(Number(value)))
        continue;
      expect([value, shown(valueIn(registers, run === undefined ? 0 : 1, to), to)]).toEqual([
        value,
        expected({ ...convert, operand: constant(type, value) }),
      ]);
    }
  });
});

test('the bits of another type', () => {
  const registers = newRegisters(2);
  setValue(registers, 0, 'float', 1.5);
  reinterpretation(registers, 'int', 'float', 1, 0)?.();
  expect(registers.numbers[1]).toBe(0x3fc00000);
  setValue(registers, 0, 'double', -2);
  reinterpretation(registers, 'ulong', 'double', 1, 0)?.();
  expect(valueIn(registers, 1, 'ulong')).toBe(0xc000000000000000n);
});

test('every half is its bits, and what lies between is rounded to the nearer', () => {
  for (let bits = 0; bits < 0x7c00; bits += 1) {
    const value = halfOf(bits);
    expect(halfBits(value)).toBe(bits);
    expect(toHalf(value)).toBe(value);
    const next = halfOf(bits + 1);
    if (!Number.isFinite(next)) continue;
    const middle = (value + next) / 2;
    expect(toHalf(middle)).toBe(bits % 2 === 0 ? value : next);
    expect(toHalf(middle * (1 + 2 ** -40))).toBe(next);
  }
});

test('a fused product and sum is rounded once', () => {
  const registers = newRegisters(4);
  const run = callOperation(registers, 'fma', 'float', 3, [0, 1, 2], 'float');
  // A float keeps 1 + 2^-11 of (1 + 2^-12)^2; taking the 1 away first shows what is cut off.
  registers.numbers.set([1 + 2 ** -12, 1 + 2 ** -12, -(1 + 2 ** -11)]);
  run?.();
  expect(registers.numbers[3]).toBe(2 ** -24);
  const wide = callOperation(registers, 'fma', 'double', 3, [0, 1, 2], 'double');
  registers.numbers.set([1 + 2 ** -30, 1 + 2 ** -30, -(1 + 2 ** -29)]);
  wide?.();
  expect(registers.numbers[3]).toBe(2 ** -60);
});

test.each([...BUILT_IN_VALUES])('%s is computed', (name, { domain, args }) => {
  const type: Scalar = domain === 'float' ? 'float' : 'ulong';
  const registers = newRegisters(4);
  registers.numbers.set([0.5, 0.25, 2]);
  if (domain === 'integer') registers.numbers.set([5, 3, 1]);
  const operation = callOperation(
    registers,
    name,
    name === 'ilogb' ? 'int' : type,
    3,
    [0, 1, 2].slice(0, name === 'ldexp' ? 2 : args),
    type,
  );
  operation?.();
  expect(Number.isNaN(registers.numbers[3])).toBe(name === 'acosh');
});
