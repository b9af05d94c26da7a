import type { Diagnostic } from '../../base/diagnostic.ts';
import { wordsOf } from '../../front/cuda/words.ts';
import { insertion, type Mending } from './edit.ts';

/** Ends of blocks around an access that are tried. */
const MOST_BLOCKS = 3;

/** Candidate places for a barrier between two racing accesses: before the later, after the earlier,
 * and after enclosing blocks, where all items meet again. */
export function barrierMendings(
  text: string,
  { span, related = [] }: Pick<Diagnostic, 'span' | 'related'>,
): readonly Mending[] {
  const other = related[0]?.span.start ?? span.start;
  const [first, last] = [Math.min(span.start, other), Math.max(span.start, other)];
  const before = lineStart(text, last);
  const barrier = wordsOf(text).barrier;
  return [
    ...(before > first ? [before] : []),
    lineEnd(text, first),
    lineEnd(text, last),
    ...blockEnds(text, last),
  ].map((at) => ({
    title: `Insert ${barrier} as line ${text.slice(0, at).split('\n').length}`,
    edits: [insertion(at, `${indentAt(text, at)}${barrier}\n`)],
  }));
}

const lineStart = (text: string, place: number): number => text.lastIndexOf('\n', place - 1) + 1;

/** Start of the next line, or the end of the text. */
function lineEnd(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end < 0 ? text.length : end + 1;
}

/** Lines after the enclosing blocks, innermost first. */
function blockEnds(text: string, place: number): number[] {
  const ends: number[] = [];
  let depth = 0;
  for (let at = place; at < text.length && ends.length < MOST_BLOCKS; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] !== '}') continue;
    if (depth === 0) ends.push(lineEnd(text, at));
    else depth -= 1;
  }
  // The last may lie outside the kernel; trying it tells.
  return ends;
}

/** The line's indentation, one step deeper if it closes a block. */
function indentAt(text: string, at: number): string {
  const [, indent = '', closes] = /^([ \t]*)(\})?/.exec(text.slice(at)) ?? [];
  if (closes === undefined) return indent;
  return indent + (indent.endsWith('\t') ? '\t' : '  ');
}
