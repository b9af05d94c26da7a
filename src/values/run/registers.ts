import type { Scalar } from '../scalar.ts';

/** The registers of the item that runs, one number each. Integers of 64 bits are numbers while those are exact;
 * otherwise the number is NaN and the integer stands in `big`. */
export interface Registers {
  readonly numbers: Float64Array;
  readonly big: bigint[];
  /** What is known of each: bits of `SHADOW`. */
  readonly shadows: Uint8Array;
}

/** A step of a computation: reads registers and sets one. */
export type Operation = () => void;

/** What is known of a value; nothing where it is as good as any. */
export const SHADOW = {
  /** It depends on contents of memory that nobody stated. */
  contents: 1,
  /** Nobody has written it. */
  unwritten: 2,
  /** It was computed from such a value. */
  spoilt: 4,
  /** It depends on an argument that nobody stated. */
  argument: 8,
  /** Any of the two that say that an input is not known. */
  unknown: 9,
  /** Any of the two that say that somebody forgot to write. */
  garbage: 6,
} as const;

/** The shadow of a value computed from values with these shadows together. */
export const COMPUTED = Uint8Array.from({ length: 16 }, (_, bits) =>
  (bits & SHADOW.unwritten) === 0 ? bits : bits | SHADOW.spoilt,
);

export const newRegisters = (count: number): Registers => ({
  numbers: new Float64Array(count),
  big: [],
  shadows: new Uint8Array(count),
});

export const isWide = (type: Scalar): boolean => type === 'long' || type === 'ulong';

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);

/** @param register of a type of 64 bits. */
export function wideOf({ numbers, big }: Registers, register: number): bigint {
  const value = numbers[register] ?? 0;
  return Number.isNaN(value) ? (big[register] ?? 0n) : BigInt(value);
}

/** Puts an integer into a register of a type of 64 bits, wrapped to it. */
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

/** The value of a register as numbers are shown: an exact bigint where a number is not exact. */
export function valueIn(registers: Registers, register: number, type: Scalar): number | bigint {
  const value = registers.numbers[register] ?? 0;
  if (!Number.isNaN(value) || !isWide(type)) return value;
  return registers.big[register] ?? 0n;
}

/** Puts any number into a register, converted to its type as C converts. */
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

/** A number as a type of at most 32 bits, a floating one, or a pointer has it. */
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

/** An integer of any size as a number that rounds to a shorter floating type as the integer does: what is cut off
 * is remembered in the lowest bit. */
export function narrowed(value: bigint): number {
  if (value >= -LARGEST && value <= LARGEST) return Number(value);
  const magnitude = value < 0n ? -value : value;
  const sticky = (magnitude & 0x7ffn) === 0n ? 0n : 1n;
  const cut = Number((magnitude >> 11n) | sticky) * 2048;
  return value < 0n ? -cut : cut;
}

/** An exact integer cut to a type of at most 32 bits. */
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

/** A number rounded to 11 bits, as `half` has it: to the nearest, to even between two. */
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

/** To the nearest integer, to the even one between two. */
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
