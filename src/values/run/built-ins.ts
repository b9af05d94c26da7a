import { isFloat, SCALARS, type Scalar } from '../scalar.ts';
import type { Operation } from './arithmetic.ts';
import { rangeOf } from './conversion.ts';
import { converted, type Registers, roundToEven, setValue, valueIn } from './registers.ts';

type Numbers = (x: number, y: number, z: number) => number;
type Integers = (args: readonly bigint[], type: Scalar) => bigint;

const exactBits = new DataView(new ArrayBuffer(8));

/** The next double towards zero or away from it, so that its last bit is set: then rounding it again to a shorter
 * type is as rounding the exact value once. */
function oddened(sum: number, rest: number): number {
  if (rest === 0 || !Number.isFinite(sum)) return sum;
  exactBits.setFloat64(0, sum);
  const pattern = exactBits.getBigInt64(0);
  if ((pattern & 1n) === 1n) return sum;
  const outward = rest > 0 === sum > 0;
  exactBits.setBigInt64(0, outward ? pattern + 1n : pattern - 1n);
  return exactBits.getFloat64(0);
}

/** `x * y + z` rounded once to a float; the product of two floats is exact in a double. */
function fusedFloat(x: number, y: number, z: number): number {
  const product = x * y;
  const sum = product + z;
  const part = sum - product;
  const rest = product - (sum - part) + (z - part);
  return Math.fround(oddened(sum, rest));
}

const clampBetween: Numbers = (x, low, high) => Math.min(Math.max(x, low), high);

/** Of floating numbers: computed in doubles and rounded to the type. */
const FLOATING: Readonly<Record<string, Numbers>> = {
  acos: Math.acos,
  acosh: Math.acosh,
  acospi: (x) => Math.acos(x) / Math.PI,
  asin: Math.asin,
  asinh: Math.asinh,
  asinpi: (x) => Math.asin(x) / Math.PI,
  atan: Math.atan,
  atan2: Math.atan2,
  atanh: Math.atanh,
  atanpi: (x) => Math.atan(x) / Math.PI,
  atan2pi: (y, x) => Math.atan2(y, x) / Math.PI,
  cbrt: Math.cbrt,
  ceil: Math.ceil,
  copysign: (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x)),
  cos: Math.cos,
  cosh: Math.cosh,
  cospi: (x) => Math.cos(x * Math.PI),
  degrees: (x) => (x * 180) / Math.PI,
  divide: (x, y) => x / y,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  expm1: Math.expm1,
  fabs: Math.abs,
  fdim: (x, y) => (x > y ? x - y : 0),
  floor: Math.floor,
  fmax: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y)),
  fmin: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y)),
  fmod: (x, y) => x % y,
  hypot: (x, y) => Math.sqrt(x * x + y * y),
  ldexp: (x, y) => x * 2 ** y,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  max: (x, y) => (x < y ? y : x),
  min: (x, y) => (y < x ? y : x),
  maxmag: (x, y) => (Math.abs(x) > Math.abs(y) ? x : Math.abs(y) > Math.abs(x) ? y : Math.max(x, y)),
  minmag: (x, y) => (Math.abs(x) < Math.abs(y) ? x : Math.abs(y) < Math.abs(x) ? y : Math.min(x, y)),
  clamp: clampBetween,
  mix: (x, y, a) => x + (y - x) * a,
  pow: (x, y) => x ** y,
  pown: (x, y) => x ** y,
  powr: (x, y) => x ** y,
  rootn: (x, n) => (x < 0 && n % 2 !== 0 ? -((-x) ** (1 / n)) : x ** (1 / n)),
  radians: (x) => (x * Math.PI) / 180,
  recip: (x) => 1 / x,
  remainder: (x, y) => x - y * roundToEven(x / y),
  rint: roundToEven,
  round: (x) => (x < 0 ? -Math.round(-x) : Math.round(x)),
  rsqrt: (x) => 1 / Math.sqrt(x),
  sign: (x) => (Number.isNaN(x) ? 0 : Math.sign(x)),
  sin: Math.sin,
  sinh: Math.sinh,
  sinpi: (x) => Math.sin(x * Math.PI),
  smoothstep: (low, high, x) => {
    const t = clampBetween((x - low) / (high - low), 0, 1);
    return t * t * (3 - 2 * t);
  },
  sqrt: Math.sqrt,
  step: (edge, x) => (x < edge ? 0 : 1),
  tan: Math.tan,
  tanh: Math.tanh,
  tanpi: (x) => Math.tan(x * Math.PI),
  trunc: Math.trunc,
};

const bitsOf = (type: Scalar): bigint => BigInt(SCALARS[type].bytes * 8);
const unsignedOf = (value: bigint, type: Scalar): bigint =>
  BigInt.asUintN(Number(bitsOf(type)), value);
const saturated = (value: bigint, type: Scalar): bigint => {
  const [low, high] = rangeOf(type);
  return value < low ? low : value > high ? high : value;
};
const at = (args: readonly bigint[], index: number): bigint => args[index] ?? 0n;
const low24 = (value: bigint, type: Scalar): bigint =>
  SCALARS[type].kind === 'signed' ? BigInt.asIntN(24, value) : BigInt.asUintN(24, value);

/** Of integers: exact, then wrapped to the type. `type` is that of the first argument. */
const INTEGER: Readonly<Record<string, Integers>> = {
  abs: (args) => (at(args, 0) < 0n ? -at(args, 0) : at(args, 0)),
  abs_diff: (args) => {
    const difference = at(args, 0) - at(args, 1);
    return difference < 0n ? -difference : difference;
  },
  add_sat: (args, type) => saturated(at(args, 0) + at(args, 1), type),
  sub_sat: (args, type) => saturated(at(args, 0) - at(args, 1), type),
  hadd: (args) => (at(args, 0) + at(args, 1)) >> 1n,
  rhadd: (args) => (at(args, 0) + at(args, 1) + 1n) >> 1n,
  min: (args) => (at(args, 1) < at(args, 0) ? at(args, 1) : at(args, 0)),
  max: (args) => (at(args, 0) < at(args, 1) ? at(args, 1) : at(args, 0)),
  clamp: (args) => {
    const lifted = at(args, 0) < at(args, 1) ? at(args, 1) : at(args, 0);
    return lifted > at(args, 2) ? at(args, 2) : lifted;
  },
  clz: (args, type) => {
    const value = unsignedOf(at(args, 0), type);
    return value === 0n ? bitsOf(type) : bitsOf(type) - BigInt(value.toString(2).length);
  },
  ctz: (args, type) => {
    const value = unsignedOf(at(args, 0), type);
    return value === 0n ? bitsOf(type) : BigInt((value & -value).toString(2).length - 1);
  },
  popcount: (args, type) =>
    BigInt(unsignedOf(at(args, 0), type).toString(2).replaceAll('0', '').length),
  mad_hi: (args, type) => ((at(args, 0) * at(args, 1)) >> bitsOf(type)) + at(args, 2),
  mul_hi: (args, type) => (at(args, 0) * at(args, 1)) >> bitsOf(type),
  mad_sat: (args, type) => saturated(at(args, 0) * at(args, 1) + at(args, 2), type),
  mul24: (args, type) => low24(at(args, 0), type) * low24(at(args, 1), type),
  mad24: (args, type) => low24(at(args, 0), type) * low24(at(args, 1), type) + at(args, 2),
  mad: (args) => at(args, 0) * at(args, 1) + at(args, 2),
  rotate: (args, type) => {
    const width = bitsOf(type);
    const value = unsignedOf(at(args, 0), type);
    const by = ((at(args, 1) % width) + width) % width;
    return (value << by) | (value >> (width - by));
  },
  upsample: (args, type) => (at(args, 0) << bitsOf(type)) | unsignedOf(at(args, 1), type),
  bitselect: (args) => (at(args, 0) & ~at(args, 2)) | (at(args, 1) & at(args, 2)),
};

/** Questions about floating numbers, answered by 1 or 0. */
const QUESTIONS: Readonly<Record<string, (x: number, y: number) => boolean>> = {
  isnan: (x) => Number.isNaN(x),
  isinf: (x) => x === Infinity || x === -Infinity,
  isfinite: (x) => Number.isFinite(x),
  isnormal: (x) => Number.isFinite(x) && Math.abs(x) >= 2 ** -126,
  signbit: (x) => x < 0 || Object.is(x, -0),
  isequal: (x, y) => x === y,
  isnotequal: (x, y) => x !== y,
  isgreater: (x, y) => x > y,
  isgreaterequal: (x, y) => x >= y,
  isless: (x, y) => x < y,
  islessequal: (x, y) => x <= y,
  islessgreater: (x, y) => x < y || x > y,
  isordered: (x, y) => !Number.isNaN(x) && !Number.isNaN(y),
  isunordered: (x, y) => Number.isNaN(x) || Number.isNaN(y),
};

/** A name without what says how exact it may be. */
export const plainName = (name: string): string => name.replace(/^(native|half)_/, '');

/** `target = name(arguments)`; undefined for a function that cannot be computed here.
 * @param types of the arguments. */
export function callOperation(
  registers: Registers,
  name: string,
  type: Scalar,
  target: number,
  args: readonly number[],
  types: readonly Scalar[],
): Operation | undefined {
  const plain = plainName(name);
  const [a = 0, b = a, c = a] = args;
  const from = types[0] ?? type;
  const R = registers.numbers;
  const question = QUESTIONS[plain];
  if (question !== undefined)
    return () => {
      R[target] = question(R[a] ?? 0, R[b] ?? 0) ? 1 : 0;
    };
  if (isFloat(from)) return floatingCall(registers, plain, type, target, [a, b, c]);
  return integerCall(registers, plain, type, target, args, types);
}

function floatingCall(
  registers: Registers,
  name: string,
  type: Scalar,
  target: number,
  [a, b, c]: readonly [number, number, number],
): Operation | undefined {
  const R = registers.numbers;
  if (name === 'fma' && type === 'float')
    return () => {
      R[target] = fusedFloat(R[a] ?? 0, R[b] ?? 0, R[c] ?? 0);
    };
  if (name === 'mad' || name === 'fma')
    return () => {
      R[target] = converted(type, converted(type, (R[a] ?? 0) * (R[b] ?? 0)) + (R[c] ?? 0));
    };
  if (name === 'ilogb')
    return () => {
      R[target] = Math.floor(Math.log2(Math.abs(R[a] ?? 0)));
    };
  const compute = FLOATING[name];
  if (compute === undefined) return undefined;
  if (type === 'float')
    return () => {
      R[target] = Math.fround(compute(R[a] ?? 0, R[b] ?? 0, R[c] ?? 0));
    };
  return () => {
    setValue(registers, target, type, compute(R[a] ?? 0, R[b] ?? 0, R[c] ?? 0));
  };
}

function integerCall(
  registers: Registers,
  name: string,
  type: Scalar,
  target: number,
  args: readonly number[],
  types: readonly Scalar[],
): Operation | undefined {
  const R = registers.numbers;
  const [a = 0, b = a, c = a] = args;
  const from = types[0] ?? type;
  if (SCALARS[from].bytes <= 4) {
    if (name === 'min')
      return () => {
        R[target] = Math.min(R[a] ?? 0, R[b] ?? 0);
      };
    if (name === 'max')
      return () => {
        R[target] = Math.max(R[a] ?? 0, R[b] ?? 0);
      };
    if (name === 'clamp')
      return () => {
        R[target] = Math.min(Math.max(R[a] ?? 0, R[b] ?? 0), R[c] ?? 0);
      };
  }
  const compute = INTEGER[name];
  if (compute === undefined) return undefined;
  return () => {
    const values = args.map((register, index) =>
      BigInt(valueIn(registers, register, types[index] ?? from)),
    );
    setValue(registers, target, type, compute(values, from));
  };
}
