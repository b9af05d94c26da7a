/** A file that a report carries along. */
export interface CarriedFile {
  readonly name: string;
  readonly bytes: number;
  /** A data URL; absent if too long to carry. */
  readonly href?: string;
}

/** Bytes of one file that mail and browsers accept. */
const MOST_BYTES = 6_000_000;

/** A file as a report carries it. */
export function carried({
  name,
  content,
}: {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}): CarriedFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  if (bytes.length > MOST_BYTES) return { name, bytes: bytes.length };
  const type = typeof content === 'string' ? 'text/plain' : 'application/octet-stream';
  return { name, bytes: bytes.length, href: `data:${type};base64,${base64(bytes)}` };
}

/** In pieces: a call takes only so many arguments. */
function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000)
    pieces.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(pieces.join(''));
}
