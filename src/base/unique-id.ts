/** A globally unique name; `crypto.randomUUID` is missing on plain HTTP. */
export function uniqueId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
