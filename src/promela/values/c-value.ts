import { isComparison, type PrefixOperator } from '../../base/operators.ts';
import { ARITHMETIC } from '../../base/arithmetic-operators.ts';
import { isFloat, SCALARS, type Scalar } from '../../front/scalar.ts';
import { pointerTo } from '../../values/pointer.ts';
import type { Value } from '../../values/program.ts';
import { cBuiltIn } from './c-built-ins.ts';
import { cConstant, cMemoryType, cType, cUnsigned } from './c-type.ts';
import { Unprintable } from './unprintable.ts';

type Binary = Extract<Value, { kind: 'binary' }>;
type Convert = Extract<Value, { kind: 'convert' }>;

/** A value in C; `R` are the item's registers, `l0` and `g0` its numbers.
 * @throws {Unprintable} */
export function cValue(value: Value): string {
  switch (value.kind) {
    case 'constant':
      return cConstant(value.type, value.value);
    case 'register':
      return `R->r${value.register}`;
    case 'id':
      return { local: 'l', group: 'g', global: 'w' }[value.of] + value.dimension;
    case 'unary':
      return unary(value.type, value.operator, value.operand);
    case 'binary':
      return binary(value);
    case 'convert':
      return convert(value);
    case 'reinterpret':
      return reinterpret(value.type, value.operand);
    case 'select':
      return `(${cValue(value.condition)} ? ${cValue(value.then)} : ${cValue(value.otherwise)})`;
    case 'offset':
      return `(${cValue(value.pointer)} + (v_u64) (${cValue(value.bytes)}))`;
    case 'address':
      return `${pointerTo(value.object)}ULL`;
    case 'call':
      return cBuiltIn(value, value.args.map(cValue));
  }
}

/** A number cut to a type, or rounded to it. */
export const fitted = (type: Scalar, c: string): string =>
  type === 'half' ? `v_round (${c})` : `((${cType(type)}) (${c}))`;

function unary(type: Scalar, operator: PrefixOperator, operand: Value): string {
  const c = cValue(operand);
  if (operator === '!') return `(!(${c}))`;
  if (isFloat(type)) return `(-(${c}))`;
  const unsigned = `(${cUnsigned(type)}) (${c})`;
  return fitted(type, operator === '-' ? `0u - ${unsigned}` : `~${unsigned}`);
}

function binary({ type, operator, left, right }: Binary): string {
  const [a, b] = [cValue(left), cValue(right)];
  if (isComparison(operator)) return `((${a}) ${operator} (${b}))`;
  if (isFloat(type)) {
    if (!ARITHMETIC[operator].real) throw new Unprintable(`${operator} of floating numbers`);
    return fitted(type, `(${a}) ${operator} (${b})`);
  }
  const { values } = ARITHMETIC[operator];
  switch (values) {
    case 'v_div':
    case 'v_mod': {
      // Narrow integers are ints in C; their quotients fit.
      const { bytes, kind } = SCALARS[type];
      const suffix = `${kind === 'signed' ? 'i' : 'u'}${bytes === 8 ? 64 : 32}`;
      return fitted(type, `${values}_${suffix} (${a}, ${b})`);
    }
    case 'plain':
      return fitted(type, `(${a}) ${operator} (${b})`);
    case 'unsigned': {
      const unsigned = cUnsigned(type);
      return fitted(type, `(${unsigned}) (${a}) ${operator} (${unsigned}) (${b})`);
    }
  }
}

const ROUNDING = { rtz: 0, rte: 1, rtp: 2, rtn: 3 } as const;

function convert({ type, operand, saturate = false, rounding = 'rtz' }: Convert): string {
  const c = cValue(operand);
  const from = operand.type;
  if (type === 'bool') return `((v_u8) ((${c}) != 0))`;
  if (isFloat(type)) return fitted(type, c);
  if (isFloat(from)) {
    const [low, high] = cRange(type);
    const signed = SCALARS[type].kind === 'signed';
    const whole = `v_whole_${signed ? 'signed' : 'unsigned'}`;
    return fitted(
      type,
      `${whole} (${c}, ${ROUNDING[rounding]}, ${saturate ? 1 : 0}, ${low}, ${high})`,
    );
  }
  if (!saturate) return fitted(type, c);
  const [low, high] = cRange(type);
  // Signed and unsigned 64-bit comparisons differ.
  if (SCALARS[from].kind === 'signed') {
    const most = type === 'ulong' ? '9223372036854775807LL' : high;
    return fitted(type, `v_clamp_signed (${c}, ${low}, (v_i64) ${most})`);
  }
  return fitted(type, `v_clamp_unsigned (${c}, ${high})`);
}

/** An integer type's ends, in 64 bits of C. */
export function cRange(type: Scalar): readonly [string, string] {
  const bits = BigInt(SCALARS[type].bytes * 8);
  if (SCALARS[type].kind !== 'signed')
    return ['0LL', `${type === 'bool' ? 1n : (1n << bits) - 1n}ULL`];
  return [`(-${(1n << (bits - 1n)) - 1n}LL - 1)`, `${(1n << (bits - 1n)) - 1n}LL`];
}

function reinterpret(type: Scalar, operand: Value): string {
  const c = cValue(operand);
  const from = operand.type;
  if (from === type) return c;
  const given = from === 'half' ? `v_to_half (${c})` : c;
  const copied = `({ ${cMemoryType(from)} v_x = ${given}; ${cMemoryType(type)} v_y; __builtin_memcpy (&v_y, &v_x, ${SCALARS[type].bytes}); v_y; })`;
  return type === 'half' ? `v_from_half (${copied})` : copied;
}
