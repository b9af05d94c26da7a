import { deflateSync, inflateSync } from 'fflate';
import { bytesOf, lettersOf } from '../base/letters.ts';
import { MOST_BYTES } from './format.ts';

/** What the fragment of a link to a lesson begins with; after it stands the version of the link. */
const BEGINNING = '#lesson=1.';

/** Characters of a fragment that is read or written at all. */
const MOST_LINK = 20_000;

/** The fragment of a link with a whole lesson in it; nothing where it would be too long to be read. */
export function lessonFragment(source: string): string | undefined {
  const packed = deflateSync(new TextEncoder().encode(source), { level: 9, mem: 8 });
  const fragment = `${BEGINNING}${lettersOf(packed)}`;
  return fragment.length > MOST_LINK ? undefined : fragment;
}

/** The lesson in a fragment, which may be anything; nothing where there is none. No more is unpacked than a lesson
 * may have. */
export function lessonIn(fragment: string): string | undefined {
  if (fragment.length > MOST_LINK || !fragment.startsWith(BEGINNING)) return undefined;
  try {
    // A letter of a lesson takes up to four bytes.
    const out = new Uint8Array(4 * MOST_BYTES);
    const bytes = inflateSync(bytesOf(fragment.slice(BEGINNING.length)), { out });
    if (bytes.length >= out.length) return undefined;
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
