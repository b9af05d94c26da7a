import type { Span } from '../../base/span.ts';
import { closing, type Token, tokenize } from '../../front/lexer.ts';
import { statementStart } from '../../front/own-values.ts';

/** A number of threads that launches of a kernel write without a name. */
export interface LaunchedNumber {
  readonly value: number;
  readonly places: readonly NumberPlace[];
}

/** A place of a number, or of one `more`: a column to spare, or one less by which a count of blocks is rounded up. */
export interface NumberPlace extends Span {
  readonly more: -1 | 0 | 1;
}

/** Threads of a block in each dimension, where the host writes them as numbers and makes the number of blocks of
 * them: `k<<<(n + 255) / 256, 256>>>`, also by way of variables and dim3. Each number once; where its blocks do not
 * follow, other numbers of threads would do other work, so there is none. */
export function launchedNumbers(clean: string, kernel: string): readonly LaunchedNumber[] {
  const tokens = tokenize(clean);
  const launches = tokens.flatMap(({ text }, at) =>
    text === '<<<' && launched(tokens, at) === kernel ? [at] : [],
  );
  const found = launches.map((at) => numbersAt(tokens, at));
  // Other kernels may need what they are launched with.
  const ofOthers = new Set(
    tokens.flatMap(({ text }, at) =>
      text === '<<<' && !launches.includes(at)
        ? argumentsAt(tokens, at).flatMap((part) => reached(tokens, part, at))
        : [],
    ),
  );
  const isShared = ({ start }: NumberPlace): boolean =>
    ofOthers.has(tokens.findIndex((token) => token.start === start));
  const values = [...new Set(found.flat().map(({ value }) => value))];
  return values.flatMap((value) => {
    const same = found.map((numbers) => numbers.find((each) => each.value === value));
    if (same.includes(undefined)) return [];
    const places = new Map(
      same.flatMap((each) => each?.places ?? []).map((place) => [place.start, place]),
    );
    const all = [...places.values()].toSorted((a, b) => a.start - b.start);
    return all.some(isShared) ? [] : [{ value, places: all }];
  });
}

/** The kernel's name before `<<<`. */
const launched = (tokens: readonly Token[], at: number): string | undefined =>
  tokens[namedAt(tokens, at)]?.text;

function namedAt(tokens: readonly Token[], at: number): number {
  if (tokens[at - 1]?.text !== '>') return at - 1;
  for (let i = at - 2; i >= 0; i -= 1) {
    if (tokens[i]?.text === '<') return i - 1;
    if (/[;{}]/.test(tokens[i]?.text ?? '')) break;
  }
  return at - 1;
}

interface Part {
  readonly from: number;
  readonly to: number;
}

/** Between `<<<` and `>>>`, at its commas. */
function argumentsAt(tokens: readonly Token[], at: number): readonly Part[] {
  const parts: Part[] = [];
  let from = at + 1;
  for (let i = at + 1; i < tokens.length; i += 1) {
    const text = tokens[i]?.text ?? '';
    if (text === ',' || text === '>>>') {
      parts.push({ from, to: i });
      from = i + 1;
    }
    if (text === '>>>') return parts;
    i = closing(tokens, i) ?? tokens.length;
  }
  return [];
}

function numbersAt(tokens: readonly Token[], at: number): readonly LaunchedNumber[] {
  const [grid, block, ...others] = argumentsAt(tokens, at);
  if (!grid || !block) return [];
  const threads = reached(tokens, block, at);
  const written = threads.flatMap((i) => wholeAt(tokens, i));
  const blocks = reached(tokens, grid, at);
  const template = { from: namedAt(tokens, at) + 1, to: at };
  const further = [...others, template].flatMap((part) => [...indicesOf(part)]);
  const isDivided = blocks.some((i) => /^\/$|div|ceil/i.test(tokens[i]?.text ?? ''));
  return [...new Set(written)].flatMap((value) => {
    const of = (i: number): readonly (-1 | 0)[] =>
      wholeAt(tokens, i).flatMap((each) => (each === value ? [0] : each === value - 1 ? [-1] : []));
    // A variable may tell both.
    const own = threads.filter((i) => of(i)[0] === 0);
    const rounds = (i: number): boolean => isRoundedBy(tokens, i, of(i)[0]);
    if (value < 2 || !isDivided || !blocks.some((i) => rounds(i) || own.includes(i))) return [];
    const all = [...new Set([...own, ...blocks.filter(rounds), ...further])];
    const places = all.flatMap((i) =>
      of(i).map((more) => ({ start: tokens[i]?.start ?? 0, end: tokens[i]?.end ?? 0, more })),
    );
    return [{ value, places }];
  });
}

/** `n / 256`, `n + 255`, `n + 256 - 1` or `div(n, 256)`: blocks are counted by a number. */
function isRoundedBy(tokens: readonly Token[], i: number, more: -1 | 0 | undefined): boolean {
  const [before, after] = [tokens[i - 1]?.text, tokens[i + 1]?.text];
  if (more === undefined) return false;
  if (more < 0) return before === '+';
  const isCall = before === ',' && after === ')';
  return (
    before === '/' || isCall || (before === '+' && after === '-' && tokens[i + 2]?.text === '1')
  );
}

const wholeAt = (tokens: readonly Token[], i: number): readonly number[] =>
  /^\d+u?$/i.test(tokens[i]?.text ?? '') ? [Number.parseInt(tokens[i]?.text ?? '', 10)] : [];

function* indicesOf({ from, to }: Part): Generator<number> {
  for (let i = from; i < to; i += 1) yield i;
}

/** Tokens of a part, and of the declarations of its names before it. */
function reached(tokens: readonly Token[], part: Part, before: number): readonly number[] {
  const all = new Set<number>();
  const names = new Set<string>();
  const visit = (one: Part): void => {
    for (const i of indicesOf(one)) {
      const token = tokens[i];
      all.add(i);
      if (token?.kind !== 'name' || names.has(token.text)) continue;
      names.add(token.text);
      const declared = valueOf(tokens, token.text, before);
      if (declared) visit(declared);
    }
  };
  visit(part);
  return [...all];
}

/** The value in a name's declaration: after `int name =`, or in the parentheses of `dim3 name(..)`. */
function valueOf(tokens: readonly Token[], name: string, before: number): Part | undefined {
  for (let i = before - 1; i > 0; i -= 1) {
    if (tokens[i]?.text !== name) continue;
    const start = statementStart(tokens, i);
    if (start === undefined || start === i || tokens[start]?.kind !== 'name') continue;
    const next = tokens[i + 1]?.text ?? '';
    if (next === '=') return { from: i + 2, to: endOf(tokens, i + 2) };
    const isSizes = tokens.slice(start, i).some(({ text }) => text === 'dim3');
    if (isSizes && (next === '(' || next === '{'))
      return { from: i + 2, to: closing(tokens, i + 1) ?? i + 2 };
  }
  return undefined;
}

function endOf(tokens: readonly Token[], from: number): number {
  for (let i = from; i < tokens.length; i += 1) {
    if (/^[;,)}]$/.test(tokens[i]?.text ?? '')) return i;
    i = closing(tokens, i) ?? tokens.length;
  }
  return tokens.length;
}
