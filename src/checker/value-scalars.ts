import { SCALARS, type Scalar } from '../values/scalar.ts';

/** A scalar of a type out of its bytes, lowest first. */
export function scalarIn(type: Scalar, bytes: Uint8Array, offset = 0): number | bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
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
    case 'long':
      return view.getBigInt64(offset, true);
    default:
      return view.getBigUint64(offset, true);
  }
}

function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (fraction + 1024) * 2 ** (exponent - 25));
}

/** The bytes of hexadecimal digits that have the highest first. */
export const bytesOf = (bits: string): Uint8Array =>
  Uint8Array.from((bits.match(/../g) ?? []).toReversed(), (pair) => Number.parseInt(pair, 16));

/** The scalars that fill some memory. */
export function scalarsIn(type: Scalar, bytes: Uint8Array): (number | bigint)[] {
  const each = SCALARS[type].bytes;
  return Array.from({ length: Math.floor(bytes.length / each) }, (_, index) =>
    scalarIn(type, bytes, index * each),
  );
}
