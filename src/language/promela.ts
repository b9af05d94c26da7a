import type { Span } from '../base/span.ts';
import type { Completion } from './completion.ts';
import type { Hover } from './hover.ts';
import { type PromelaName, promelaNames } from './promela-names.ts';
import { PROMELA_WORDS } from './promela-words.ts';

const KINDS = {
  variable: 'variable',
  process: 'function',
  inline: 'macro',
  message: 'constant',
  type: 'type',
  label: 'parameter',
  claim: 'parameter',
  macro: 'macro',
} as const satisfies Record<PromelaName['kind'], Completion['kind']>;

/** Promela completions at an offset; the editor filters them. */
export function promelaCompletions(text: string, offset: number): readonly Completion[] {
  const at = Math.max(0, Math.min(offset, text.length));
  if (isApart(text, at)) return [];
  const word = /(?<!\w)[A-Za-z_]\w*$/.exec(text.slice(0, at))?.[0] ?? '';
  if (word === '' && /\d\w*$/.test(text.slice(0, at))) return [];
  const replace = { start: at - word.length, end: at };
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  if (/^[ \t]*#[ \t]*\w*$/.test(line))
    return DIRECTIVES.map((label) => ({ label, kind: 'keyword', insert: label, replace }));
  const names = new Map<string, Completion>();
  for (const { name, kind, code, span } of promelaNames(text))
    if (span.end !== at && !names.has(name))
      names.set(name, { label: name, kind: KINDS[kind], insert: name, detail: code, replace });
  const words = Object.entries(PROMELA_WORDS).flatMap(([label, known]): readonly Completion[] =>
    names.has(label)
      ? []
      : [
          {
            label,
            kind: known.kind,
            insert: known.snippet ?? label,
            about: known.about,
            ...(known.snippet !== undefined && { snippet: true }),
            ...(known.syntax !== undefined && { detail: known.syntax }),
            replace,
          },
        ],
  );
  return [...names.values(), ...words];
}

const DIRECTIVES = ['define', 'include', 'if', 'ifdef', 'ifndef', 'else', 'elif', 'endif', 'undef'];

/** Describes the Promela word at an offset. */
export function promelaHover(text: string, offset: number): Hover | undefined {
  const span = wordSpan(text, offset);
  if (!span) return undefined;
  const word = text.slice(span.start, span.end);
  const found = declaration(text, word);
  if (found) return { span, code: found.code, text: [`${WORDS[found.kind]} ${word}.`] };
  const known = Object.hasOwn(PROMELA_WORDS, word) ? PROMELA_WORDS[word] : undefined;
  if (!known) return undefined;
  const { about, syntax } = known;
  return { span, text: [about], ...(syntax !== undefined && { code: syntax }) };
}

const WORDS: Readonly<Record<PromelaName['kind'], string>> = {
  variable: 'The variable',
  process: 'The type of process',
  inline: 'The inline text',
  message: 'The name of a message',
  type: 'The structure',
  label: 'The label',
  claim: 'The claim',
  macro: 'The macro',
};

/** Where the name at an offset is declared. */
export function promelaDefinition(text: string, offset: number): Span | undefined {
  const span = wordSpan(text, offset);
  return span && declaration(text, text.slice(span.start, span.end))?.span;
}

const declaration = (text: string, word: string): PromelaName | undefined =>
  promelaNames(text).find(({ name }) => name === word);

function wordSpan(text: string, offset: number): Span | undefined {
  if (isApart(text, offset)) return undefined;
  const start = offset - (/\w*$/.exec(text.slice(0, offset))?.[0].length ?? 0);
  const word = /^[A-Za-z_]\w*/.exec(text.slice(start))?.[0];
  return word === undefined ? undefined : { start, end: start + word.length };
}

/** Foldable lines, from 1: braces, `do`/`od`, `if`/`fi`, comments. */
export function promelaFolds(
  text: string,
): readonly { readonly start: number; readonly end: number }[] {
  const folds: { start: number; end: number }[] = [];
  const opened: { word: string; line: number }[] = [];
  let line = 1;
  let counted = 0;
  for (const found of text.matchAll(PIECES)) {
    const [piece] = found;
    line += newlines(text.slice(counted, found.index));
    counted = found.index;
    const closes = CLOSES[piece];
    if (piece.startsWith('/*')) {
      const end = line + newlines(piece);
      if (end > line) folds.push({ start: line, end });
    } else if (piece === '{' || piece === 'do' || piece === 'if')
      opened.push({ word: piece, line });
    else if (closes !== undefined && opened.at(-1)?.word === closes) {
      const { line: start } = opened.pop() ?? { line };
      if (line > start) folds.push({ start, end: line });
    }
  }
  return folds.toSorted((a, b) => a.start - b.start || b.end - a.end);
}

const CLOSES: Readonly<Record<string, string>> = { '}': '{', od: 'do', fi: 'if' };

const PIECES =
  /\/\*[^]*?(?:\*\/|(?![^]))|\/\/[^\n]*|^[ \t]*#[^\n]*|"(?:\\[^]|[^"\\\n])*"?|[{}]|\b(?:do|od|if|fi)\b/gm;

const newlines = (text: string): number => text.split('\n').length - 1;

/** True inside a comment or string. */
function isApart(text: string, offset: number): boolean {
  for (const { index, 0: piece } of text.matchAll(APART)) {
    if (index >= offset) return false;
    const isOpen = piece.startsWith('//') || !/(\*\/|")$/.test(piece.slice(1));
    if (offset < index + piece.length || (isOpen && offset === index + piece.length)) return true;
  }
  return false;
}

const APART = /\/\*[^]*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\[^]|[^"\\\n])*"?/g;
