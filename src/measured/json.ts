import * as v from 'valibot';
import { messageOf } from '../base/message.ts';
import { Unreadable } from './measured.ts';

/** Levels of brackets within brackets; no format has more than six. */
const MOST_LEVELS = 64;

/** Configurations stand within so many brackets: those of the file and those of the list. */
const OUTSIDE = 2;

/** The fields of an object by name, whatever they are called: a parameter may be named `constructor`. */
export const fieldsSchema = v.pipe(
  v.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  v.transform((value): ReadonlyMap<string, unknown> => new Map(Object.entries(value))),
);

interface ReadJson {
  readonly value: unknown;
  /** Whether the text ended before its brackets did. */
  readonly isCut: boolean;
}

/** Reads JSON as tuners leave it: Python writes `NaN` and `Infinity` (null here), and a tuner that is still
 * running has not closed its brackets. Of a text that ends half way, what was complete is read.
 * @throws {Unreadable} */
export function readJson(text: string): ReadJson {
  const strict = parsed(text);
  if (strict) return { ...strict, isCut: false };
  const repaired = closed(withoutPythonNumbers(text));
  try {
    return { value: JSON.parse(repaired.text), isCut: repaired.isCut };
  } catch (error) {
    const [what = ''] = messageOf(error).split('\n');
    throw new Unreadable(`It is not JSON: ${what}.`);
  }
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const PYTHON_NUMBER = /-?(?:NaN|Infinity)\b/y;

/** The text with null where it has numbers that are none. */
function withoutPythonNumbers(text: string): string {
  if (!/NaN|Infinity/.test(text)) return text;
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    if (character !== 'N' && character !== 'I' && character !== '-') continue;
    PYTHON_NUMBER.lastIndex = at;
    const [word] = PYTHON_NUMBER.exec(text) ?? [];
    if (word === undefined) continue;
    parts.push(text.slice(from, at), 'null');
    from = at + word.length;
    at = from - 1;
  }
  return parts.join('') + text.slice(from);
}

/** The text with its brackets closed: after the last entry that is whole, if it ends within one.
 * @throws {Unreadable} where none is whole, or the brackets fit in no way. */
function closed(text: string): { readonly text: string; readonly isCut: boolean } {
  const open: string[] = [];
  let whole: { readonly text: number; readonly brackets: string } | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      if (open.length > MOST_LEVELS)
        throw new Unreadable(`Its brackets are nested more than ${MOST_LEVELS} deep.`);
    } else if (character === '}' || character === ']') {
      if (open.pop() !== character)
        throw new Unreadable(`It is not JSON: a ${character} of it closes nothing.`);
      if (open.length > 0 && open.length <= OUTSIDE)
        whole = { text: at + 1, brackets: open.toReversed().join('') };
    }
  }
  if (open.length === 0) return { text, isCut: false };
  if (!whole) throw new Unreadable('It ends before its first configuration does.');
  return { text: text.slice(0, whole.text) + whole.brackets, isCut: true };
}

/** Where the string ends that begins at a quotation mark: at the mark that closes it, or with the text. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
