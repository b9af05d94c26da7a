import { jsonIn } from '../../base/json-text.ts';
import { deflateSync, inflateSync } from 'fflate';
import { bytesOf, lettersOf } from '../../base/letters.ts';
import { quietly } from '../kept/page-storage.ts';
import { LINK, momentIn } from './is-link.ts';
import { PHRASES_1 } from './phrases.ts';
import { type Portable, readPortable, type ReadPortable } from './portable.ts';

/** Characters of a link that any chat carries whole. */
export const SHORT_LINK = 2000;
/** Characters of a link's fragment, and bytes it may unpack to. */
export const MOST_LINK = 20_000;
const MOST_BYTES = 200_000;

/** Compression dictionaries by version. */
const DICTIONARIES: Readonly<Record<number, Uint8Array>> = {
  1: new TextEncoder().encode(PHRASES_1),
};

/** The fragment `#o=1.` with letters that no chat breaks. Undefined if too long to be read. */
export function fragmentOf({ version, kernel, ...rest }: Portable): string | undefined {
  const text = `${JSON.stringify(rest)}${kernel === undefined ? '' : `\n${kernel}`}`;
  const bytes = new TextEncoder().encode(text);
  const dictionary = DICTIONARIES[version];
  if (bytes.length > MOST_BYTES || !dictionary) return undefined;
  const packed = deflateSync(bytes, { level: 9, mem: 8, dictionary });
  const fragment = `${LINK}${version}.${lettersOf(packed)}`;
  return fragment.length > MOST_LINK ? undefined : fragment;
}

/** A fragment may be anything. */
export function readFragment(
  fragment: string,
  exampleText: (id: string) => string | undefined,
): ReadPortable {
  const refused = (message: string): ReadPortable => ({ ok: false, message });
  if (fragment.length > MOST_LINK)
    return refused(`The link is longer than ${MOST_LINK.toLocaleString('en')} characters.`);
  const [, digits, letters = ''] = /^#o=(\d{1,6})\.([\w-]*)/.exec(fragment) ?? [];
  if (digits === undefined) return refused('The link is damaged: it says no version.');
  const version = Number(digits);
  const dictionary = DICTIONARIES[version];
  if (!dictionary)
    return refused(
      'A later version of Overtime made the link. Reload this page to have that version.',
    );
  const text = quietly(() => unpacked(letters, dictionary));
  if (text === undefined)
    return refused('The link is damaged, or was cut short on its way. Ask for it again.');
  const end = text.indexOf('\n');
  const head = jsonIn(end < 0 ? text : text.slice(0, end));
  if (typeof head !== 'object' || head === null) return refused('The link is damaged.');
  const kernel = end < 0 ? {} : { kernel: text.slice(end + 1) };
  const read = readPortable({ ...head, ...kernel, version }, exampleText);
  const at = momentIn(fragment);
  return read.ok && at !== undefined ? { ...read, view: { ...read.view, at } } : read;
}

/** Throws on bad or excessive content; never unpacks more. */
function unpacked(letters: string, dictionary: Uint8Array): string {
  const bytes = inflateSync(bytesOf(letters), { out: new Uint8Array(MOST_BYTES), dictionary });
  if (bytes.length >= MOST_BYTES) throw new RangeError('more than is unpacked');
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
