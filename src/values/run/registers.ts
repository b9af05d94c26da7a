import type { Scalar } from '../../front/scalar.ts';

/** The running item's registers. 64-bit integers are numbers while exact; otherwise the number is
 * NaN and the integer stands in `big`. */
export interface Registers {
  readonly numbers: Float64Array;
  readonly big: bigint[];
  /** Each register's bits of `SHADOW`. */
  readonly shadows: Uint8Array;
}

/** Reads registers and sets one. */
export type Operation = () => void;

/** Doubts about a value; zero where it is as good as any. */
export const SHADOW = {
  /** It depends on contents of memory that nobody stated. */
  contents: 1,
  /** Nobody has written it. */
  unwritten: 2,
  /** It was computed from such a value. */
  spoilt: 4,
  /** It depends on an argument that nobody stated. */
  argument: 8,
  /** Either of the two for an unknown input. */
  unknown: 9,
  /** Either of the two for a forgotten write. */
  garbage: 6,
} as const;

/** Shadow of a value computed from these shadows together. */
export const COMPUTED = Uint8Array.from({ length: 16 }, (_, bits) =>
  (bits & SHADOW.unwritten) === 0 ? bits : bits | SHADOW.spoilt,
);

export const newRegisters = (count: number): Registers => ({
  numbers: new Float64Array(count),
  big: [],
  shadows: new Uint8Array(count),
});

export const isWide = (type: Scalar): type is 'long' | 'ulong' =>
  type === 'long' || type === 'ulong';

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** @param register of a type of 64 bits. */
export function wideOf({ numbers, big }: Registers, register: number): bigint {
  const value = numbers[register] ?? 0;
  return Number.isNaN(value) ? (big[register] ?? 0n) : BigInt(value);
}

/** Wraps an integer into a register of a 64-bit type. */
export function setWide(
  { numbers, big }: Registers,
  register: number,
  value: bigint,
  type: 'long' | 'ulong',
): void {
  const wrapped = type === 'long' ? BigInt.asIntN(64, value) : BigInt.asUintN(64, value);
  if (wrapped >= -LARGEST && wrapped <= LARGEST) numbers[register] = Number(wrapped);
  else {
    numbers[register] = Number.NaN;
    big[register] = wrapped;
  }
}

/** The value to show: a bigint where a number is not exact. */
export function valueIn(registers: Registers, register: number, type: Scalar): number | bigint {
  const value = registers.numbers[register] ?? 0;
  if (!Number.isNaN(value) || !isWide(type)) return value;
  return registers.big[register] ?? 0n;
}

/** Sets a register, converting as C does. */
export function setValue(
  registers: Registers,
  register: number,
  type: Scalar,
  value: number | bigint,
): void {
  if (type === 'long' || type === 'ulong')
    setWide(registers, register, typeof value === 'bigint' ? value : integerOf(value), type);
  else registers.numbers[register] = converted(type, value);
}

const integerOf = (value: number): bigint =>
  Number.isFinite(value) ? BigInt(Math.trunc(value)) : 0n;

/** For types of at most 32 bits, floating ones, and pointers. */
export function converted(type: Scalar, value: number | bigint): number {
  switch (type) {
    case 'bool':
      return Number(value) === 0 ? 0 : 1;
    case 'char':
    case 'uchar':
    case 'short':
    case 'ushort':
    case 'int':
    case 'uint':
      return wrapped(
        type,
        typeof value === 'bigint' ? Number(BigInt.asIntN(32, value)) : Math.trunc(value),
      );
    case 'half':
      return toHalf(typeof value === 'bigint' ? narrowed(value) : value);
    case 'float':
      return Math.fround(typeof value === 'bigint' ? narrowed(value) : value);
    default:
      return Number(value);
  }
}

/** Rounds to a shorter floating type as the integer does: the lowest bit remembers what is cut off. */
export function narrowed(value: bigint): number {
  if (value >= -LARGEST && value <= LARGEST) return Number(value);
  const magnitude = value < 0n ? -value : value;
  const sticky = (magnitude & 0x7ffn) === 0n ? 0n : 1n;
  const cut = Number((magnitude >> 11n) | sticky) * 2048;
  return value < 0n ? -cut : cut;
}

/** Cuts an exact integer to a type of at most 32 bits. */
export function wrapped(type: Scalar, value: number): number {
  switch (type) {
    case 'char':
      return (value << 24) >> 24;
    case 'uchar':
      return value & 0xff;
    case 'short':
      return (value << 16) >> 16;
    case 'ushort':
      return value & 0xffff;
    case 'uint':
      return value >>> 0;
    case 'bool':
      return value === 0 ? 0 : 1;
    default:
      return value | 0;
  }
}

const bits = new DataView(new ArrayBuffer(8));

/** Rounds to the 11 bits of `half`, ties to even. */
export function toHalf(value: number): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const magnitude = Math.abs(value);
  bits.setFloat64(0, magnitude);
  const exponent = Math.max(((bits.getUint16(0) >> 4) & 0x7ff) - 1023, -14);
  const unit = 2 ** (exponent - 10);
  const rounded = roundToEven(magnitude / unit) * unit;
  const result = rounded >= 65536 ? Infinity : rounded;
  return value < 0 ? -result : result;
}

/** The nearest integer, ties to even. */
export function roundToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest < 0.5) return below;
  if (rest > 0.5) return below + 1;
  return below % 2 === 0 ? below : below + 1;
}

/** The 16 bits of a half. */
export function halfBits(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (Number.isNaN(value)) return 0x7e00;
  if (magnitude === Infinity) return sign | 0x7c00;
  if (magnitude < 2 ** -14) return sign | Math.round(magnitude * 2 ** 24);
  bits.setFloat64(0, magnitude);
  const exponent = ((bits.getUint16(0) >> 4) & 0x7ff) - 1023;
  return sign | ((exponent + 15) << 10) | (magnitude / 2 ** (exponent - 10) - 1024);
}

/** The half that 16 bits are. */
export function halfOf(pattern: number): number {
  const sign = (pattern & 0x8000) === 0 ? 1 : -1;
  const exponent = (pattern >> 10) & 0x1f;
  const mantissa = pattern & 0x3ff;
  if (exponent === 31) return mantissa === 0 ? sign * Infinity : Number.NaN;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  return sign * (1024 + mantissa) * 2 ** (exponent - 25);
}
