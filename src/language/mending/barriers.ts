import type { Diagnostic } from '../../base/diagnostic.ts';
import { insertion, type Mending } from './edit.ts';

const BARRIER = 'barrier(CLK_LOCAL_MEM_FENCE);';

/** Ends of blocks around an access that are tried. */
const MOST_BLOCKS = 3;

/** Places where a barrier may keep two accesses of a race apart: before the line of the later one, after that of the
 * earlier one, and behind the blocks around it, where all items of the group come by again. */
export function barrierMendings(
  text: string,
  { span, related = [] }: Pick<Diagnostic, 'span' | 'related'>,
): readonly Mending[] {
  const other = related[0]?.span.start ?? span.start;
  const [first, last] = [Math.min(span.start, other), Math.max(span.start, other)];
  const before = lineStart(text, last);
  return [
    ...(before > first ? [before] : []),
    lineEnd(text, first),
    lineEnd(text, last),
    ...blockEnds(text, last),
  ].map((at) => ({
    title: `Insert ${BARRIER} as line ${text.slice(0, at).split('\n').length}`,
    edits: [insertion(at, `${indentAt(text, at)}${BARRIER}\n`)],
  }));
}

const lineStart = (text: string, place: number): number => text.lastIndexOf('\n', place - 1) + 1;

/** Where the next line begins; the end of a text without one. */
function lineEnd(text: string, place: number): number {
  const end = text.indexOf('\n', place);
  return end < 0 ? text.length : end + 1;
}

/** The lines behind the blocks that a place stands in, from the inside. */
function blockEnds(text: string, place: number): number[] {
  const ends: number[] = [];
  let depth = 0;
  for (let at = place; at < text.length && ends.length < MOST_BLOCKS; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] !== '}') continue;
    if (depth === 0) ends.push(lineEnd(text, at));
    else depth -= 1;
  }
  // What follows the last one is no kernel any more; trying tells.
  return ends;
}

/** As far in as the line at a place, or, where that closes a block, one step further. */
function indentAt(text: string, at: number): string {
  const [, indent = '', closes] = /^([ \t]*)(\})?/.exec(text.slice(at)) ?? [];
  if (closes === undefined) return indent;
  return indent + (indent.endsWith('\t') ? '\t' : '  ');
}
