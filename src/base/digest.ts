/** SHA-256 of a text, in hexadecimal. Undefined where there is no Web Crypto: on a page that came over
 * plain http from another machine. */
export async function sha256(text: string): Promise<string | undefined> {
  // `crypto.subtle` is typed as always there.
  const subtle = globalThis.crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
