import type { Value } from '../program.ts';
import { isFloat, SCALARS, type Scalar } from '../../front/scalar.ts';
import {
  type Operation,
  converted,
  halfBits,
  halfOf,
  isWide,
  narrowed,
  type Registers,
  roundToEven,
  setValue,
  setWide,
  toHalf,
  valueIn,
  wideOf,
  wrapped,
} from './registers.ts';

type Convert = Extract<Value, { kind: 'convert' }>;
export type Rounding = NonNullable<Convert['rounding']>;

/** Lowest and highest integer of the type. */
export function rangeOf(type: Scalar): readonly [bigint, bigint] {
  const bits = BigInt(SCALARS[type].bytes * 8);
  if (type === 'bool') return [0n, 1n];
  return SCALARS[type].kind === 'signed'
    ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n]
    : [0n, (1n << bits) - 1n];
}

/** Every value fits the other type, kept in the same way. */
function includes(to: Scalar, from: Scalar): boolean {
  if (to === from) return true;
  if (to === 'pointer' || from === 'pointer') return to === 'ulong' || from === 'ulong';
  if (to === 'double') return !isWide(from);
  if (isFloat(to) || isFloat(from)) return to === 'float' && SCALARS[from].bytes <= 2;
  const [low, high] = rangeOf(to);
  const [lowest, highest] = rangeOf(from);
  return low <= lowest && highest <= high;
}

/** Rounds to an integer by C's way or another. */
export function rounded(value: number, rounding: Rounding): number {
  switch (rounding) {
    case 'rte':
      return roundToEven(value);
    case 'rtp':
      return Math.ceil(value);
    case 'rtn':
      return Math.floor(value);
    default:
      return Math.trunc(value);
  }
}

/** `target = (type) operand`; nothing where the value stays the same. */
export function conversion(
  registers: Registers,
  { type, operand, saturate, rounding }: Convert,
  target: number,
  source: number,
): Operation | undefined {
  const from = operand.type;
  if (includes(type, from)) return undefined;
  const R = registers.numbers;
  if (isFloat(from)) {
    if (type === 'float')
      return () => {
        R[target] = Math.fround(R[source] ?? 0);
      };
    if (type === 'half')
      return () => {
        R[target] = toHalf(R[source] ?? 0);
      };
    if (type === 'bool')
      return () => {
        R[target] = R[source] === 0 ? 0 : 1;
      };
    return fromFloat(registers, type, target, source, rounding ?? 'rtz', saturate === true);
  }
  if (saturate === true) return saturating(registers, type, from, target, source);
  if (type === 'long' || type === 'ulong')
    return () => {
      const value = R[source] ?? 0;
      if (value >= 0) R[target] = value;
      else setWide(registers, target, wideOf(registers, source), type);
    };
  if (isWide(from)) {
    if (type === 'bool')
      return () => {
        R[target] = R[source] === 0 ? 0 : 1;
      };
    if (isFloat(type))
      return () => {
        const value = R[source] ?? 0;
        R[target] = Number.isNaN(value)
          ? bigToFloat(type, wideOf(registers, source))
          : converted(type, value);
      };
    return () => {
      const value = R[source] ?? 0;
      R[target] = Number.isNaN(value)
        ? converted(type, wideOf(registers, source))
        : wrapped(type, value);
    };
  }
  if (type === 'int')
    return () => {
      R[target] = (R[source] ?? 0) | 0;
    };
  return () => {
    R[target] = converted(type, R[source] ?? 0);
  };
}

const bigToFloat = (type: Scalar, value: bigint): number =>
  type === 'double' ? Number(value) : converted(type, narrowed(value));

/** Values C leaves open (too large, not a number) become the lowest signed integer, as on
 * processors, or are cut to an unsigned one. */
function fromFloat(
  registers: Registers,
  type: Scalar,
  target: number,
  source: number,
  rounding: Rounding,
  saturate: boolean,
): Operation {
  const [low, high] = rangeOf(type);
  const lowest = Number(low);
  // The largest of 64 bits is no double: take the first beyond.
  const beyond = Number(high + 1n);
  const R = registers.numbers;
  return () => {
    const value = rounded(R[source] ?? 0, rounding);
    if (value >= lowest && value < beyond) setValue(registers, target, type, value + 0);
    else if (saturate)
      setValue(registers, target, type, Number.isNaN(value) ? 0 : value < 0 ? low : high);
    else if (lowest < 0 || !Number.isFinite(value)) setValue(registers, target, type, low);
    else setValue(registers, target, type, BigInt(value));
  };
}

function saturating(
  registers: Registers,
  type: Scalar,
  from: Scalar,
  target: number,
  source: number,
): Operation {
  const [low, high] = rangeOf(type);
  return () => {
    const value = BigInt(valueIn(registers, source, from));
    setValue(registers, target, type, value < low ? low : value > high ? high : value);
  };
}

const scratch = new DataView(new ArrayBuffer(8));

/** The same bits in another type of the same size. */
export function reinterpretation(
  registers: Registers,
  type: Scalar,
  from: Scalar,
  target: number,
  source: number,
): Operation | undefined {
  if (type === from) return undefined;
  return () => {
    writeScalar(scratch, 0, from, valueIn(registers, source, from));
    setValue(registers, target, type, readScalar(scratch, 0, type));
  };
}

/** Reads little-endian memory into a register's form. */
export function readScalar(view: DataView, offset: number, type: Scalar): number | bigint {
  switch (type) {
    case 'bool':
    case 'uchar':
      return view.getUint8(offset);
    case 'char':
      return view.getInt8(offset);
    case 'short':
      return view.getInt16(offset, true);
    case 'ushort':
      return view.getUint16(offset, true);
    case 'int':
      return view.getInt32(offset, true);
    case 'uint':
      return view.getUint32(offset, true);
    case 'half':
      return halfOf(view.getUint16(offset, true));
    case 'float':
      return view.getFloat32(offset, true);
    case 'double':
      return view.getFloat64(offset, true);
    case 'long': {
      const high = view.getInt32(offset + 4, true);
      if (high >= -0x200000 && high < 0x200000)
        return high * 2 ** 32 + view.getUint32(offset, true);
      return view.getBigInt64(offset, true);
    }
    default: {
      const high = view.getUint32(offset + 4, true);
      if (high < 0x200000) return high * 2 ** 32 + view.getUint32(offset, true);
      return view.getBigUint64(offset, true);
    }
  }
}

/** Puts a value of a type into memory. */
export function writeScalar(
  view: DataView,
  offset: number,
  type: Scalar,
  value: number | bigint,
): void {
  switch (type) {
    case 'bool':
    case 'uchar':
    case 'char':
      view.setUint8(offset, Number(value));
      return;
    case 'short':
    case 'ushort':
      view.setUint16(offset, Number(value), true);
      return;
    case 'int':
    case 'uint':
      view.setUint32(offset, Number(value), true);
      return;
    case 'half':
      view.setUint16(offset, halfBits(Number(value)), true);
      return;
    case 'float':
      view.setFloat32(offset, Number(value), true);
      return;
    case 'double':
      view.setFloat64(offset, Number(value), true);
      return;
    default:
      view.setBigUint64(offset, BigInt.asUintN(64, BigInt(value)), true);
  }
}
