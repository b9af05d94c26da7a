import { commaParts, upToClosing } from '../base/comma-parts.ts';
import { Refused } from './refused.ts';

/** A Python script as far as its literals go: it is read, never run. */
export interface PythonScript {
  /** The last value that stands behind each name. */
  readonly values: ReadonlyMap<string, string>;
  /** `table["key"] = value`, by table. */
  readonly entries: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** The arguments of the first call of each function. */
  readonly calls: ReadonlyMap<string, readonly string[]>;
}

const MOST_CHARACTERS = 1_000_000;

/** Strings, comments, and line ends inside of brackets or behind a backslash. */
const PIECE = /("""|''')[\s\S]*?\1|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|\\\n|[\s\S]/g;

/** Logical lines, without comments. @throws {Refused} */
function statementsOf(text: string): readonly string[] {
  if (text.length > MOST_CHARACTERS) throw new Refused('It is longer than is read.');
  const lines = [''];
  let depth = 0;
  for (const piece of piecesOf(text.replaceAll('\r\n', '\n'))) {
    if (piece.startsWith('#')) continue;
    if ('([{'.includes(piece)) depth += 1;
    if (')]}'.includes(piece)) depth -= 1;
    if (piece === '\n' && depth <= 0) lines.push('');
    else lines.push((lines.pop() ?? '') + (piece.endsWith('\n') ? ' ' : piece));
  }
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

const piecesOf = (text: string): readonly string[] =>
  [...text.matchAll(PIECE)].map(([piece]) => piece);

/** Parts of a list of literals. */
export const partsOf = (list: string): readonly string[] => commaParts(piecesOf(list));

/** The text inside its own brackets; undefined without them. */
export const insideOf = (text: string, brackets: '[]' | '()' | '{}'): string | undefined =>
  text.startsWith(brackets.charAt(0)) && text.endsWith(brackets.charAt(1))
    ? text.slice(1, -1)
    : undefined;

/** A string's letters; undefined of what is no plain literal. */
export const stringIn = (text: string): string | undefined =>
  /^(["'])([^"'\\\n]*)\1$/.exec(text)?.[2];

/** Reads a script's assignments and calls. @throws {Refused} */
export function pythonScript(text: string): PythonScript {
  const values = new Map<string, string>();
  const entries = new Map<string, Map<string, string>>();
  const calls = new Map<string, readonly string[]>();
  for (const statement of statementsOf(text)) {
    const [, table, key, entry] =
      /^(\w+)\s*\[\s*(["'][^"']*["'])\s*\]\s*=(?!=)\s*([\s\S]+)$/.exec(statement) ?? [];
    if (table !== undefined && key !== undefined && entry !== undefined) {
      const known = entries.get(table) ?? new Map<string, string>();
      entries.set(table, known.set(stringIn(key) ?? key, entry));
      continue;
    }
    const [, name, value] = /^(\w+)\s*(?::[^=]*)?=(?!=)\s*([\s\S]+)$/.exec(statement) ?? [];
    if (name !== undefined && value !== undefined) values.set(name, value);
    for (const { 1: called = '', index, 0: head } of statement.matchAll(/\b(\w+)\s*\(/g)) {
      const args = argumentsFrom(statement.slice(index + head.length));
      if (!calls.has(called)) calls.set(called, args);
    }
  }
  return { values, entries, calls };
}

/** The arguments up to the bracket that closes them. */
const argumentsFrom = (text: string): readonly string[] =>
  partsOf(upToClosing(piecesOf(text)) ?? text);
