import { positionAt } from '../base/span.ts';
import { listed } from '../base/words.ts';

/** Pragmas that stand together, and one line for them. */
export interface PragmaBlock {
  /** Lines counted from 1, both included. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
  readonly words: string;
}

/** The first stretch of two or more lines that are all `#pragma tuner`. */
export function pragmaBlock(text: string): PragmaBlock | undefined {
  const found = /^(?:[^\S\n]*#\s*pragma\s+tuner\b(?:\\\n|[^\n])*(?:\n|$)){2,}/m.exec(text);
  if (!found) return undefined;
  const block = found[0].trimEnd();
  const { line: first } = positionAt(text, found.index);
  const { line: last } = positionAt(text, found.index + block.length);
  return { first, last, text: block, words: summary(block) };
}

/** Parameters that are named before the rest is counted. */
const MOST_NAMED = 4;

/** `tunes WG and TS, ensures the sum, 4 more lines`. */
function summary(block: string): string {
  const lines = block
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => /#\s*pragma\s+tuner\s+(\w+)\s*(.*)/.exec(line))
    .flatMap((line) => (line ? [{ word: line[1] ?? '', rest: line[2] ?? '' }] : []));
  const tuned = lines.filter(({ word }) => word === 'param').map(({ rest }) => nameIn(rest));
  const ensured = lines.filter(({ word }) => word === 'ensures').map(({ rest }) => resultIn(rest));
  const more = lines.length - tuned.length - ensured.length;
  const others = tuned.length + ensured.length > 0 ? 'more ' : '';
  return [
    ...(tuned.length > 0 ? [`tunes ${listed(tuned, MOST_NAMED)}`] : []),
    ...(ensured.length > 0 ? [`ensures ${listed([...new Set(ensured)], MOST_NAMED)}`] : []),
    ...(more > 0 ? [`${more} ${others}${more === 1 ? 'line' : 'lines'}`] : []),
  ].join(', ');
}

const nameIn = (rest: string): string => /\w+/.exec(rest)?.[0] ?? '';

/** The result that a line states: a fold by its name, else the array. */
function resultIn(rest: string): string {
  const twin = /^same\((\w+)\)/.exec(rest)?.[1];
  if (twin !== undefined) return `the same as ${twin}`;
  const fold = /^(sum|max|min)\b/.exec(rest)?.[1];
  if (fold !== undefined) return `the ${FOLDS[fold] ?? fold}`;
  return /(\w+)\s*\[/.exec(rest)?.[1] ?? 'the result';
}

const FOLDS: Readonly<Record<string, string>> = { sum: 'sum', max: 'maximum', min: 'minimum' };
