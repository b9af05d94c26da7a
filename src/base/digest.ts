/** Hexadecimal SHA-256; undefined without Web Crypto, on plain http. */
export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  // `crypto.subtle` is typed as always there.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  const digest = await subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
