import { deflateSync, inflateSync } from 'fflate';
import { bytesOf, lettersOf } from '../base/letters.ts';
import { MOST_BYTES } from './format.ts';

/** Prefixes of links, each with its version. */
const BEGINNINGS = { lesson: '#lesson=1.', class: '#class=1.' } as const;
type Held = keyof typeof BEGINNINGS;

/** Longest fragment, in characters. */
const MOST_LINK = 20_000;

/** A fragment with a whole text; undefined if too long. */
export function sealedLink(held: Held, text: string): string | undefined {
  const packed = deflateSync(new TextEncoder().encode(text), { level: 9, mem: 8 });
  const fragment = `${BEGINNINGS[held]}${lettersOf(packed)}`;
  return fragment.length > MOST_LINK ? undefined : fragment;
}

/** The text in a fragment from anywhere; unpacks no more than the largest lesson. */
export function sealedIn(held: Held, fragment: string): string | undefined {
  const beginning = BEGINNINGS[held];
  if (fragment.length > MOST_LINK || !fragment.startsWith(beginning)) return undefined;
  try {
    // A character takes up to four bytes.
    const out = new Uint8Array(4 * MOST_BYTES);
    const bytes = inflateSync(bytesOf(fragment.slice(beginning.length)), { out });
    if (bytes.length >= out.length) return undefined;
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export const lessonFragment = (source: string): string | undefined => sealedLink('lesson', source);

/** The lesson in a fragment from anywhere. */
export const lessonIn = (fragment: string): string | undefined => sealedIn('lesson', fragment);
