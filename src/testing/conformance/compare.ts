import { parseProgress } from '../../spin/pan-output.ts';
import { parseProblems, type SpinProblem } from '../../spin/spin-problems.ts';
import type { Reason } from './reasons.ts';

/** Known reasons for differences, and the first unknown difference. */
export interface Compared {
  readonly reasons: readonly Reason[];
  readonly difference?: string | undefined;
}

export const SAME: Compared = { reasons: [] };

/** Compares texts line by line. */
export function sameLines(
  native: readonly string[],
  ours: readonly string[],
  reasons: readonly Reason[] = [],
): Compared {
  const at = native.findIndex((line, index) => line !== ours[index]);
  const first = at >= 0 ? at : native.length < ours.length ? native.length : -1;
  if (first < 0) return { reasons };
  const shown = (line: string | undefined): string =>
    line === undefined ? 'nothing more' : `\`${line.slice(0, 160)}\``;
  return {
    reasons,
    difference: `line ${first + 1}: ${shown(native[first])} natively, ${shown(ours[first])} here`,
  };
}

const linesOf = (text: string): string[] => text.split('\n').map((line) => line.trimEnd());

const WARNING = /^\S+:\d+:\d+: warning: /;
const SHOWN_PLACE = /^\s*\d* \|/;

/** Drops the preprocessor's warnings and the source they quote. */
function withoutWarnings(lines: readonly string[]): readonly string[] {
  let isShowing = false;
  return lines.filter((line) => {
    isShowing = WARNING.test(line) || (isShowing && SHOWN_PLACE.test(line));
    return !isShowing;
  });
}

/** SPIN's output must match exactly. */
export const sameText = (native: string, ours: string): Compared =>
  sameLines(withoutWarnings(linesOf(native)), linesOf(ours));

/** Native messages against the page's places, for rejected models. */
export function sameProblems(native: string, ours: readonly SpinProblem[]): Compared {
  const shown = ({ file, line, original }: SpinProblem): string =>
    `${file ?? 'model.pml'}:${line ?? ''} ${original}`;
  return sameLines(parseProblems(native).problems.map(shown), ours.map(shown));
}

/** Compares the first line the preprocessor rejects. */
export function sameRejectedLine(native: string, ours: readonly SpinProblem[]): Compared {
  const [, line] = /^[^\s:]+:(\d+):\d+: (?:fatal )?error: /m.exec(native) ?? [];
  const own = ours.find(({ severity }) => severity === 'error')?.line;
  return sameLines([`line ${line}`], [`line ${own}`], ['preprocessor']);
}

/** Compares verifier sources, except the word size. */
export function sameSources(
  native: Readonly<Record<string, string>>,
  ours: Readonly<Record<string, string>>,
): Compared {
  let reasons: readonly Reason[] = [];
  for (const [name, text] of Object.entries(native)) {
    const masked = (source: string): string[] =>
      linesOf(source).map((line) => line.replace(/^(#define (?:WS|G_long)\s+)\d.*$/, '$1?'));
    const compared = sameLines(masked(text), masked(ours[name] ?? ''));
    if (compared.difference !== undefined)
      return { ...compared, difference: `${name}, ${compared.difference}` };
    if (text !== ours[name]) reasons = ['words'];
  }
  return { reasons };
}

/** Report lines on time and memory. */
const MACHINE = [
  /^pan: elapsed time/,
  /^pan: rate/,
  /^\t?Stats on memory usage/,
  /^\s*\d+\.\d+\t/,
  /^\s+state-vector as stored/,
  /^\s*\d+\.\d+\s+(?:memory|total)/,
  /^nr of templates:|^collapse counts:|^\[.*\]\s*$/,
];

const VECTOR = /^State-vector \d+ byte/;
const CONFLICTS = /^hash conflicts:/;

/** Compares reports without time and memory. */
export function sameReport(native: string, ours: readonly string[]): Compared {
  const kept = (lines: readonly string[]): string[] =>
    lines
      .map((line) => line.trimEnd())
      .filter((line) => line !== '' && !parseProgress(line))
      .filter((line) => !MACHINE.some((pattern) => pattern.test(line)));
  const [theirs, own] = [kept(native.split('\n')), kept(ours)];
  const reasons: Reason[] = [];
  const differs = (pattern: RegExp): boolean => {
    const [a, b] = [theirs, own].map((lines) =>
      lines
        .map((line) => pattern.exec(line) && line)
        .filter(Boolean)
        .join(),
    );
    return a !== b;
  };
  const sizes = [theirs, own].map((lines) => lines.map((line) => VECTOR.exec(line)?.[0]).join(''));
  if (sizes[0] !== sizes[1]) reasons.push('words');
  if (differs(CONFLICTS)) reasons.push('hash');
  const plain = (lines: readonly string[]): string[] =>
    lines
      .filter((line) => !CONFLICTS.test(line))
      .map((line) => line.replace(VECTOR, 'State-vector'));
  return sameLines(plain(theirs), plain(own), reasons);
}
