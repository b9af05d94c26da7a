import { deflateSync, inflateSync } from 'fflate';
import { bytesOf, lettersOf } from '../base/letters.ts';
import { MOST_BYTES } from './format.ts';

/** Prefix of a lesson link, then its version. */
const BEGINNING = '#lesson=1.';

/** Longest fragment, in characters. */
const MOST_LINK = 20_000;

/** A fragment with a whole lesson; undefined if too long. */
export function lessonFragment(source: string): string | undefined {
  const packed = deflateSync(new TextEncoder().encode(source), { level: 9, mem: 8 });
  const fragment = `${BEGINNING}${lettersOf(packed)}`;
  return fragment.length > MOST_LINK ? undefined : fragment;
}

/** The lesson in a fragment from anywhere; unpacks no more than a lesson's limit. */
export function lessonIn(fragment: string): string | undefined {
  if (fragment.length > MOST_LINK || !fragment.startsWith(BEGINNING)) return undefined;
  try {
    // A character takes up to four bytes.
    const out = new Uint8Array(4 * MOST_BYTES);
    const bytes = inflateSync(bytesOf(fragment.slice(BEGINNING.length)), { out });
    if (bytes.length >= out.length) return undefined;
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
