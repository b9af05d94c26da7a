import { isFloat, SCALARS, type Scalar } from '../../front/scalar.ts';
import { rangeOf } from './conversion.ts';
import {
  type Operation,
  converted,
  type Registers,
  roundToEven,
  setValue,
  valueIn,
} from './registers.ts';

type Numbers = (x: number, y: number) => number;

const exactBits = new DataView(new ArrayBuffer(8));

/** Moves to the neighbouring double with its last bit set: rounding again to a shorter type then
 * equals rounding once. */
function oddened(sum: number, rest: number): number {
  if (rest === 0 || !Number.isFinite(sum)) return sum;
  exactBits.setFloat64(0, sum);
  const pattern = exactBits.getBigInt64(0);
  if ((pattern & 1n) === 1n) return sum;
  const outward = rest > 0 === sum > 0;
  exactBits.setBigInt64(0, outward ? pattern + 1n : pattern - 1n);
  return exactBits.getFloat64(0);
}

/** `x * y + z` rounded once: a product of floats is exact in a double, one of doubles is split. */
function fused(x: number, y: number, z: number, type: Scalar): number {
  if (type === 'double') return fusedDouble(x, y, z);
  const product = x * y;
  const [sum, rest] = twoSum(product, z);
  return converted(type, oddened(sum, rest));
}

function twoSum(x: number, y: number): readonly [sum: number, rest: number] {
  const sum = x + y;
  const part = sum - x;
  return [sum, x - (sum - part) + (y - part)];
}

/** Exact integers, since a double is one times a power of two. */
function fusedDouble(x: number, y: number, z: number): number {
  if (!Number.isFinite(x * y) || !Number.isFinite(z) || x * y === 0) return x * y + z;
  const [mx, ex] = parts(x);
  const [my, ey] = parts(y);
  const [mz, ez] = parts(z);
  const low = Math.min(ex + ey, ez);
  const sum = ((mx * my) << BigInt(ex + ey - low)) + (mz << BigInt(ez - low));
  return scaled(sum, low);
}

/** A finite double as integer times power of two. */
function parts(value: number): readonly [bigint, number] {
  if (value === 0) return [0n, 0];
  const exponent = Math.max(exponentOf(value), -1022) - 52;
  const half = Math.trunc(exponent / 2);
  return [BigInt(value / 2 ** half / 2 ** (exponent - half)), exponent];
}

/** Integer times power of two, rounded once to a double. */
function scaled(value: bigint, exponent: number): number {
  if (value === 0n) return 0;
  const magnitude = value < 0n ? -value : value;
  const extra = Math.max(magnitude.toString(2).length - 55, -1074 - 2 - exponent, 0);
  const cut = magnitude >> BigInt(extra);
  const sticky = cut << BigInt(extra) === magnitude ? 0n : 1n;
  // Rounds at a double's last bit, or at a subnormal's.
  const lowest = Math.max(cut.toString(2).length - 53, -1074 - exponent - extra, 0);
  const whole = cut >> BigInt(lowest);
  const rest = ((cut - (whole << BigInt(lowest))) << 1n) | sticky;
  const middle = 1n << BigInt(lowest);
  const up = lowest > 0 && (rest > middle || (rest === middle && (whole & 1n) === 1n)) ? 1n : 0n;
  const power = exponent + extra + lowest;
  const first = Math.max(power, -1000);
  const result = Number(whole + up) * 2 ** first * 2 ** (power - first);
  return value < 0n ? -result : result;
}

/** The exponent of a number, as C's `ilogb`. */
function exponentOf(value: number): number {
  if (value === 0) return -(2 ** 31) + 1;
  if (!Number.isFinite(value)) return Number.isNaN(value) ? -(2 ** 31) : 2 ** 31 - 1;
  exactBits.setFloat64(0, value);
  const exponent = (exactBits.getUint16(0) >> 4) & 0x7ff;
  if (exponent > 0) return exponent - 1023;
  return exponentOf(value * 2 ** 60) - 60;
}

/** The exact rest after the nearest multiple, the even one on ties. */
function remainder(x: number, y: number): number {
  if (!Number.isFinite(x) || Number.isNaN(y) || y === 0) return Number.NaN;
  if (!Number.isFinite(y)) return x;
  const divisor = Math.abs(y);
  // Twice the divisor tells whether the quotient is odd.
  const twice = divisor < 2 ** 1022 ? Math.abs(x) % (divisor * 2) : Math.abs(x);
  const isOdd = twice >= divisor;
  const rest = isOdd ? twice - divisor : twice;
  const half = divisor / 2;
  const over = half > 0 ? rest > half || (rest === half && isOdd) : rest * 2 > divisor;
  const result = over ? rest - divisor : rest;
  return x < 0 ? -result : result;
}

/** The next number of the type towards another. */
export function nextAfter(x: number, y: number, type: Scalar): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === y) return y;
  const up = y > x;
  const smallest = { half: 2 ** -24, float: 2 ** -149 }[type as string] ?? 2 ** -1074;
  if (x === 0) return up ? smallest : -smallest;
  if (!Number.isFinite(x))
    return x > 0
      ? (LARGEST[type as string] ?? Number.MAX_VALUE)
      : -(LARGEST[type as string] ?? Number.MAX_VALUE);
  const precision = { half: 10, float: 23 }[type as string] ?? 52;
  const exponent = exponentOf(x);
  // Towards zero from a power of two, steps are half as long.
  const shorter = Math.abs(x) === 2 ** exponent && x > 0 !== up ? 1 : 0;
  const step = Math.max(2 ** (exponent - precision - shorter), smallest);
  return converted(type, up ? x + step : x - step);
}

const LARGEST: Readonly<Record<string, number>> = { half: 65504, float: 2 ** 128 - 2 ** 104 };

/** A series near zero, a continued fraction elsewhere. */
function erf(x: number): number {
  if (Math.abs(x) > 2.5) return x > 0 ? 1 - erfc(x) : erfc(-x) - 1;
  let term = x;
  let sum = x;
  for (let n = 1; Math.abs(term) > Math.abs(sum) * 1e-18 && n < 200; n += 1) {
    term *= -(x * x) / n;
    sum += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * sum;
}

function erfc(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x < 2.5) return 1 - erf(x);
  if (x > 27) return 0;
  let fraction = x;
  for (let n = 80; n > 0; n -= 1) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / Math.sqrt(Math.PI) / fraction;
}

/** Lanczos' approximation with g = 7 and nine terms. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
] as const;

function lgamma(x: number): number {
  if (Number.isNaN(x)) return x;
  if (!Number.isFinite(x) || (x <= 0 && Number.isInteger(x))) return Infinity;
  if (x < 0.5) return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * x))) - lgamma(1 - x);
  const at = x - 1;
  const [first, ...terms] = LANCZOS;
  const sum = terms.reduce(
    (total, term, index) => total + term / (at + index + 1),
    first as number,
  );
  const shifted = at + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (at + 0.5) * Math.log(shifted) - shifted + Math.log(sum);
}

function tgamma(x: number): number {
  if (x === 0) return 1 / x;
  if (x < 0 && Number.isInteger(x)) return Number.NaN;
  if (Number.isInteger(x) && x <= 23) {
    let product = 1;
    for (let factor = 2; factor < x; factor += 1) product *= factor;
    return product;
  }
  if (x < 0.5) return Math.PI / (Math.sin(Math.PI * x) * tgamma(1 - x));
  return Math.exp(lgamma(x));
}

/** Floating numbers: computed in doubles and rounded to the type. */
const FLOATING: Readonly<Record<string, Numbers>> = {
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  exp: Math.exp,
  exp2: (x) => 2 ** x,
  exp10: (x) => 10 ** x,
  expm1: Math.expm1,
  log: Math.log,
  log2: Math.log2,
  log10: Math.log10,
  log1p: Math.log1p,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  asinh: Math.asinh,
  acosh: Math.acosh,
  atanh: Math.atanh,
  erf,
  erfc,
  tgamma,
  lgamma,
  fabs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  trunc: Math.trunc,
  round: (x) => (x < 0 ? -Math.round(-x) : Math.round(x)),
  rint: roundToEven,
  pow: (x, y) => (x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y)) ? 1 : x ** y),
  atan2: Math.atan2,
  hypot: Math.hypot,
  fmod: (x, y) => x % y,
  remainder,
  copysign: (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x)),
  fmin: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.min(x, y)),
  fmax: (x, y) => (Number.isNaN(x) ? y : Number.isNaN(y) ? x : Math.max(x, y)),
  ldexp: (x, n) => x * 2 ** Math.trunc(n / 2) * 2 ** (n - Math.trunc(n / 2)),
};

const bitsOf = (type: Scalar): bigint => BigInt(SCALARS[type].bytes * 8);
const unsignedOf = (value: bigint, type: Scalar): bigint =>
  BigInt.asUintN(Number(bitsOf(type)), value);
const saturated = (value: bigint, type: Scalar): bigint => {
  const [low, high] = rangeOf(type);
  return value < low ? low : value > high ? high : value;
};

/** Integers: exact, then wrapped to the type. */
const INTEGER: Readonly<Record<string, (x: bigint, y: bigint, type: Scalar, z: bigint) => bigint>> =
  {
    popcount: (x, _, type) => BigInt(unsignedOf(x, type).toString(2).replaceAll('0', '').length),
    clz: (x, _, type) => {
      const value = unsignedOf(x, type);
      return value === 0n ? bitsOf(type) : bitsOf(type) - BigInt(value.toString(2).length);
    },
    ctz: (x, _, type) => {
      const value = unsignedOf(x, type);
      return value === 0n ? bitsOf(type) : BigInt((value & -value).toString(2).length - 1);
    },
    mul_hi: (x, y, type) => (x * y) >> bitsOf(type),
    add_sat: (x, y, type) => saturated(x + y, type),
    sub_sat: (x, y, type) => saturated(x - y, type),
    mad_sat: (x, y, type, z) => saturated(x * y + z, type),
  };

/** `target = name(arguments)`; undefined for a function not in `BUILT_IN_VALUES`.
 * @param from the first argument's type. */
export function callOperation(
  registers: Registers,
  name: string,
  type: Scalar,
  target: number,
  args: readonly number[],
  from: Scalar,
): Operation | undefined {
  const [a = 0, b = a, c = a] = args;
  const R = registers.numbers;
  if (!isFloat(from)) {
    const compute = INTEGER[name];
    if (compute === undefined) return undefined;
    return () => {
      const [x, y, z] = [a, b, c].map((each) => BigInt(valueIn(registers, each, from)));
      setValue(registers, target, type, compute(x ?? 0n, y ?? 0n, from, z ?? 0n));
    };
  }
  if (name === 'fma')
    return () => {
      R[target] = fused(R[a] ?? 0, R[b] ?? 0, R[c] ?? 0, type);
    };
  if (name === 'nextafter')
    return () => {
      R[target] = nextAfter(R[a] ?? 0, R[b] ?? 0, type);
    };
  if (name === 'ilogb')
    return () => {
      R[target] = exponentOf(R[a] ?? 0);
    };
  const compute = FLOATING[name];
  if (compute === undefined) return undefined;
  if (type === 'float')
    return () => {
      R[target] = Math.fround(compute(R[a] ?? 0, R[b] ?? 0));
    };
  return () => {
    R[target] = converted(type, compute(R[a] ?? 0, R[b] ?? 0));
  };
}
