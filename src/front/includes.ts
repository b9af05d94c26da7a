import { type Position, positionAt, type Span, withNewlines } from '../base/span.ts';
import { firstIndex } from '../base/search.ts';
import { blankComments, directivesIn } from './lexer.ts';

/** A text that another includes. */
export interface IncludedText {
  /** For messages, and to resolve its own includes. */
  readonly name: string;
  readonly text: string;
}

/** Finds `#include "name"` or `<name>` for the text `from` (undefined for the kernel's own). */
export type Includes = (name: string, from: string | undefined) => IncludedText | undefined;

/** A place in the kernel's own text or an included one. */
export interface Place {
  /** In the kernel's own text; for another's, the line of its #include. */
  readonly span: Span;
  readonly included?: { readonly name: string } & Position;
}

/** A stretch of the assembled text from one file. */
interface Piece {
  readonly at: number;
  readonly text: string;
  /** Where it begins in its own text. */
  readonly start: number;
  /** Its own text, where that is not the kernel's. */
  readonly file?: IncludedText;
  /** The own text's #include that brought it in. */
  readonly by?: Span | undefined;
}

/** A text with its includes put in after each #include. */
export interface Assembled {
  /** The kernel's own text. */
  readonly source: string;
  readonly text: string;
  /** Places of #include directives whose texts were put in. */
  readonly done: ReadonlySet<number>;
  /** The kernel's own text, with nothing put in. */
  readonly isWhole: boolean;
  /** Some included text was looked for. */
  readonly searched: boolean;
  readonly place: (span: Span) => Place;
}

const MAX_LENGTH = 4_000_000;

/** A text that goes behind the kernel's own, because of a place in it. */
export interface Appended extends IncludedText {
  readonly by: Span;
}

/** Puts includes in whatever their #if: a skipped group skips them too. No file goes into itself. */
export function assemble(
  original: string,
  includes?: Includes,
  appended: readonly Appended[] = [],
): Assembled {
  const source = withNewlines(original);
  const own = { source, text: source, isWhole: true, place: (span: Span): Place => ({ span }) };
  if (includes === undefined && appended.length === 0)
    return { ...own, done: new Set(), searched: false };
  const pieces: Piece[] = [];
  const done = new Set<number>();
  const once = new Set<string>();
  let length = 0;
  const add = (text: string, from: Omit<Piece, 'at' | 'text'>): void => {
    if (text !== '') pieces.push({ at: length, text, ...from });
    length += text.length;
  };
  const visit = (text: string, chain: readonly IncludedText[], by: Span | undefined): void => {
    const file = chain.at(-1);
    const from = { ...(file !== undefined && { file }) };
    let kept = 0;
    for (const { start, end } of directivesIn(blankComments(text).text)) {
      const line = text.slice(start, end);
      const found = /^#\s*include\s*(?:"([^"]+)"|<([^>]+)>)/.exec(line);
      const name = found?.[1] ?? found?.[2];
      const inner = name === undefined ? undefined : includes?.(name, file?.name);
      if (inner === undefined || length > MAX_LENGTH) continue;
      done.add(length + start - kept);
      add(text.slice(kept, end), { ...from, start: kept, by });
      kept = end;
      if (once.has(inner.name) || chain.some((each) => each.name === inner.name)) continue;
      if (/^[^\S\n]*#\s*pragma\s+once\b/m.test(inner.text)) once.add(inner.name);
      const outer = by ?? { start, end: start + line.trimEnd().length };
      add('\n', { ...from, start: end, by: outer });
      visit(inner.text, [...chain, inner], outer);
    }
    add(text.slice(kept), { ...from, start: kept, by });
  };
  visit(source, [], undefined);
  for (const { by, ...file } of appended) add(`\n${file.text}`, { file, start: -1, by });
  const searched = includes !== undefined;
  if (done.size === 0 && appended.length === 0) return { ...own, done, searched };

  const pieceAt = (offset: number): Piece | undefined =>
    pieces[Math.max(0, firstIndex(pieces.length, (i) => (pieces[i]?.at ?? 0) > offset) - 1)];
  const place = ({ start, end }: Span): Place => {
    const first = pieceAt(start);
    const last = pieceAt(Math.max(start, end - 1));
    if (first === undefined || last === undefined) return { span: { start, end } };
    const { file } = first;
    const from = first.by ?? { start: start - first.at + first.start, end: 0 };
    const to = last.by ?? { end: end - last.at + last.start };
    const span = { start: from.start, end: Math.max(from.start, to.end) };
    if (file === undefined) return { span };
    const position = positionAt(file.text, start - first.at + first.start);
    return { span, included: { name: file.name, ...position } };
  };
  const text = pieces.map((piece) => piece.text).join('');
  return { source, text, isWhole: false, done, searched, place };
}

/** A line in words: `line 12`, or `line 3 of tile.h`. */
export function lineIn({ source, place }: Assembled, at: Span): string {
  const { span, included } = place(at);
  return included === undefined
    ? `line ${positionAt(source, span.start).line}`
    : `line ${included.line} of ${included.name}`;
}

/** Declares what the front knows already. */
export const isKnownHeader = (directive: string): boolean =>
  directive.includes('<') || /"(cuda|hip|device_launch_parameters|helper_)\w*\.h/.test(directive);
