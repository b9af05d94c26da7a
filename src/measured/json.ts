import * as v from 'valibot';
import { messageOf } from '../base/message.ts';
import { Unreadable } from './measured.ts';

/** No known format nests deeper than six brackets. */
const MOST_LEVELS = 64;

/** Brackets around a configuration: the file's and the list's. */
const OUTSIDE = 2;

/** Fields by name; `constructor` is a legal parameter name. */
export const fieldsSchema = v.pipe(
  v.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value)),
  v.transform((value): ReadonlyMap<string, unknown> => new Map(Object.entries(value))),
);

interface ReadJson {
  readonly value: unknown;
  /** The text ended inside a bracket. */
  readonly isCut: boolean;
}

/** Reads tuners' JSON: Python's `NaN` and `Infinity` become null, and unclosed brackets of a running
 * tuner are closed after the last whole entry.
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

/** Replaces Python's non-numbers by null. */
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

/** Closes all brackets after the last whole entry.
 * @throws {Unreadable} if no entry is whole, or brackets do not match. */
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

/** End of the string that starts at `from`: its quotation mark, or the text's end. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}
