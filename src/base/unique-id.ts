/** A name that nothing else has, in this browser or another. `crypto.randomUUID` is not on every page:
 * one that came over plain HTTP has none. */
export function uniqueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
