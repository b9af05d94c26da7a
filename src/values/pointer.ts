/** Encodes pointers as `(object + 1) * 2^32 + 2^31 + offset`: an index in `ValueProgram.objects` and
 * a byte offset, which may be negative on the way. Zero is null. Exact in a double, and in 64 bits
 * of C. */
export const POINTER = { object: 2 ** 32, bias: 2 ** 31 } as const;

export const pointerTo = (object: number, offset = 0): number =>
  (object + 1) * POINTER.object + POINTER.bias + offset;

/** The offset is in bytes; the object is negative for null and for numbers that are no pointers. */
export function placeOf(pointer: number): { readonly object: number; readonly offset: number } {
  const object = Math.floor(pointer / POINTER.object) - 1;
  return { object, offset: pointer - (object + 1) * POINTER.object - POINTER.bias };
}
