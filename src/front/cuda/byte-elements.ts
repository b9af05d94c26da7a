import { isInteger, SCALARS } from '../scalar.ts';
import type { Type } from '../syntax.ts';

/** An element whose bytes are all alike, as `cudaMemset` makes them. */
export function elementOfBytes(byte: number, element: Type | undefined): string | undefined {
  if (byte === 0) return '0';
  if (element?.kind !== 'scalar' || !isInteger(element.scalar)) return undefined;
  const { bytes, kind } = SCALARS[element.scalar];
  const bits = BigInt(`0x${(byte & 255).toString(16).padStart(2, '0').repeat(bytes)}`);
  const value = kind === 'signed' ? BigInt.asIntN(8 * bytes, bits) : bits;
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? String(value) : undefined;
}
