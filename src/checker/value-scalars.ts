import { readScalar } from '../values/run/conversion.ts';
import { SCALARS, type Scalar } from '../front/scalar.ts';

/** Reads a scalar, lowest byte first. */
export const scalarIn = (type: Scalar, bytes: Uint8Array, offset = 0): number | bigint =>
  readScalar(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset, type);

/** Bytes of hexadecimal digits, highest first. */
export const bytesOf = (bits: string): Uint8Array =>
  Uint8Array.from((bits.match(/../g) ?? []).toReversed(), (pair) => Number.parseInt(pair, 16));

/** The scalars that fill some memory. */
export function scalarsIn(type: Scalar, bytes: Uint8Array): (number | bigint)[] {
  const each = SCALARS[type].bytes;
  return Array.from({ length: Math.floor(bytes.length / each) }, (_, index) =>
    scalarIn(type, bytes, index * each),
  );
}
