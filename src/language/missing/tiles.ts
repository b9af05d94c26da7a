import { blankComments } from '../../front/lexer.ts';
import type { Span } from '../../base/span.ts';
import { type Edit, edited, insertion } from '../mending/edit.ts';
import { type LaunchedNumber, launchedNumbers, type NumberPlace } from './launched.ts';

/** A number in a text that can be tuned. */
export interface Tile {
  readonly name: string;
  /** As written. */
  readonly value: number;
  /** Where it stands, first its definition. */
  readonly places: readonly number[];
  /** A number of the code without a name. */
  readonly isLiteral: boolean;
  /** Stands in the host's launches, and no number that may be made of it in the kernel. */
  readonly isLaunched?: true;
  /** Nobody gives it a value. */
  readonly isOpen?: true;
  /** Leaves its value to a parameter of its name. */
  readonly edits: readonly Edit[];
}

/** A tile whose other values are tried. */
export interface TriedTile extends Tile {
  /** The text with another value. */
  readonly textWith: (value: number) => string;
}

const MOST_TILES = 4;

/** Names that tell a size of groups, tiles or work. */
const TELLING =
  /tile|block|group|threads|wpt|per_?thread|per_?item|unroll|chunk|^(?:wg|ws|ls|ts|bs|lx|ly|[tb][mnkxyz]|rts)\d*$/i;

/** Names that tell a size of the problem: with another value the result is another. */
const OF_PROBLEM =
  /radius|halo|filter|mask|stencil|order|degree|window|pad|margin|bins?$|buckets|classes|channels|features|heads?$/i;

const isPower = (value: number): boolean =>
  value >= 2 && value <= 1024 && (value & (value - 1)) === 0;

/** Powers of two that sizes of tiles and groups are made of: macros, constants, or else the length
 * of local arrays, or the threads that the host launches. */
export function tilesIn(text: string, name: string, kernel: Span): readonly TriedTile[] {
  const clean = blankComments(text).text;
  const named = [...definitionsIn(text, clean), ...templateNumbers(text, clean, kernel)];
  const locals = localLengths(clean);
  const found = named
    .filter(({ name, value }) => isPower(value) && isUsed(clean, name))
    .filter(
      ({ name }) =>
        TELLING.test(name) ||
        (!OF_PROBLEM.test(name) && locals.some((length) => mentions(length, name))),
    );
  const numbers = launchedNumbers(clean, name);
  const launched = numbers.flatMap((each) => launchedTile(text, clean, kernel, numbers, each));
  if (found.length > 0 || named.some(({ name }) => locals.some((one) => mentions(one, name))))
    return [...found, ...launched].slice(0, MOST_TILES);
  const literal = literalTile(text, clean, kernel, { locals, launched: numbers });
  return literal.length > 0 ? literal : launched;
}

const mentions = (text: string, name: string): boolean => new RegExp(`\\b${name}\\b`).test(text);

/** Beside its definition. */
const isUsed = (clean: string, name: string): boolean =>
  [...clean.matchAll(new RegExp(`\\b${name}\\b`, 'g'))].length > 1;

const DEFINITION =
  /^[^\S\n]*(?:#[^\S\n]*define[^\S\n]+(\w+)[^\S\n]+\(?(\d+)\)?|(?:static\s+)?(?:constexpr|const)\s+(?:(?:unsigned|int|size_t|uint\w*)\s+)+(\w+)\s*=\s*(\d+)\s*;)[^\S\n]*$/gm;

function definitionsIn(text: string, clean: string): readonly TriedTile[] {
  return [...clean.matchAll(DEFINITION)].map((match) => {
    const [line, macro, macroValue, constant, constantValue] = match;
    const name = macro ?? constant ?? '';
    const digits = macroValue ?? constantValue ?? '';
    const start = match.index + line.lastIndexOf(digits);
    const span = { start, end: start + digits.length };
    const end = match.index + line.length;
    const isOpen = new RegExp(`#\\s*ifndef\\s+${name}\\s*\\n\\s*$`).test(
      clean.slice(0, match.index),
    );
    return {
      name,
      value: Number(digits),
      places: [match.index + line.indexOf(name), ...usesOf(clean, name, end)],
      isLiteral: false,
      edits: isOpen
        ? []
        : [insertion(match.index, `#ifndef ${name}\n`), insertion(end, '\n#endif')],
      textWith: (value: number) => edited(text, [{ span, text: String(value) }]),
    };
  });
}

/** Values of a template's numbers that nobody gives. */
const USUAL: readonly (readonly [RegExp, number])[] = [
  [/^B[MN]$/i, 32],
  [/^(BK|T[MN]|WPT)$/i, 4],
];

/** `template <int TILE>` before the kernel: a parameter may give the name a value. */
function templateNumbers(text: string, clean: string, kernel: Span): readonly TriedTile[] {
  const found = [...clean.slice(0, kernel.start).matchAll(/\btemplate\s*<([^<>]*)>/g)].at(-1);
  if (!found || clean.slice(found.index, kernel.start).includes('}')) return [];
  const list = found[1] ?? '';
  const names = [
    ...list.matchAll(/(?:^|,)\s*(?:(?:const|unsigned|int|size_t|uint\w*)\s+)+(\w+)\s*(?=,|$)/g),
  ].map(([, name = '']) => name);
  // Where other kinds of parameters stand beside them, somebody has to instantiate it.
  if (names.length !== list.split(',').length) return [];
  const valueOf = (name: string): number =>
    USUAL.find(([pattern]) => pattern.test(name))?.[1] ?? 16;
  const span = { start: found.index, end: found.index + found[0].length };
  return names.map((name) => ({
    name,
    value: valueOf(name),
    places: [span.start + found[0].indexOf(name), ...usesOf(clean, name, kernel.start)],
    isLiteral: false,
    isOpen: true,
    edits: [],
    textWith: (value) =>
      edited(text, [
        insertion(
          0,
          names.map((one) => `#define ${one} ${one === name ? value : valueOf(one)}\n`).join(''),
        ),
        { span, text: ' '.repeat(span.end - span.start) },
      ]),
  }));
}

const usesOf = (clean: string, name: string, from: number): readonly number[] =>
  [...clean.matchAll(new RegExp(`\\b${name}\\b`, 'g'))]
    .map(({ index }) => index)
    .filter((index) => index >= from);

/** Lengths of local arrays, and the macros they use. */
function localLengths(clean: string): readonly string[] {
  const lengths = [
    ...clean.matchAll(/\b(?:__shared__|__local|local)\b[^;(){}=*]*?\w\s*((?:\[[^\]]*\]\s*)+)/g),
  ].map(([, each = '']) => each);
  const macros = [...clean.matchAll(/^[^\S\n]*#[^\S\n]*define[^\S\n]+(\w+)[^\S\n]+([^\n]+)$/gm)];
  const further = macros
    .filter(([, name = '']) => lengths.some((length) => mentions(length, name)))
    .map(([, , body = '']) => body);
  return [...lengths, ...further];
}

/** One number that is every length of the local arrays, but for a column to spare, in the launch as well. */
function literalTile(
  text: string,
  clean: string,
  kernel: Span,
  {
    locals,
    launched,
  }: { readonly locals: readonly string[]; readonly launched: readonly LaunchedNumber[] },
): readonly TriedTile[] {
  const numbers = locals.flatMap((length) =>
    [...length.matchAll(/\[\s*(\d+)\s*(?:\+\s*[12]\s*)?\]/g)].map(([, digits]) => Number(digits)),
  );
  const [value] = numbers;
  if (
    value === undefined ||
    !isPower(value) ||
    numbers.some((each) => each !== value && each !== value + 1)
  )
    return [];
  const name = unused(clean, ['TILE', 'TILE_SIZE', 'TUNED']);
  if (name === undefined) return [];
  const inKernel = [...numbersIn(clean, kernel, value), ...numbersIn(clean, kernel, value, 1)];
  const launches = launched.filter((each) => each.value === value).flatMap(({ places }) => places);
  const further = launches.filter(({ start }) => start < kernel.start || start >= kernel.end);
  const tile = numberTile(text, clean, name, {
    value,
    places: [...inKernel, ...further].toSorted((a, b) => a.start - b.start),
  });
  const isRelated = [value / 2, value - 1, value * 2].some(
    (each) => numbersIn(clean, kernel, each).length > 0,
  );
  return [{ ...tile, ...(further.length > 0 && !isRelated && { isLaunched: true }) }];
}

/** A number without a name, which gets one. */
function numberTile(
  text: string,
  clean: string,
  name: string,
  { value, places }: LaunchedNumber,
): TriedTile {
  const put = (written: (place: NumberPlace) => string): readonly Edit[] =>
    places.map((place) => ({ span: place, text: written(place) }));
  const named = put(({ more, start }) => {
    if (more === 0) return name;
    const sum = `${name} ${more < 0 ? '-' : '+'} 1`;
    return /[+(,[]\s*$/.test(clean.slice(0, start)) ? sum : `(${sum})`;
  });
  return {
    name,
    value,
    places: places.map(({ start }) => start),
    isLiteral: true,
    edits: [insertion(0, `#ifndef ${name}\n#define ${name} ${value}\n#endif\n`), ...named],
    textWith: (other) =>
      edited(
        text,
        put(({ more }) => String(other + more)),
      ),
  };
}

const unused = (clean: string, names: readonly string[]): string | undefined =>
  names.find((each) => !mentions(clean, each));

const numbersIn = (
  clean: string,
  { start, end }: Span,
  value: number,
  more: 0 | 1 = 0,
): readonly NumberPlace[] => {
  // One more is meant in lengths alone.
  const [before, after] =
    more === 0 ? ['(?<![\\w.])', '(?![\\w.])'] : ['(?<=\\[\\s*)', '(?=\\s*\\])'];
  const pattern = new RegExp(`${before}${value + more}${after}`, 'g');
  return [...clean.slice(start, end).matchAll(pattern)].map(({ index, 0: { length } }) => ({
    start: start + index,
    end: start + index + length,
    more,
  }));
};

/** Threads of a block that the host writes as a number, which the kernel takes from the launch. */
function launchedTile(
  text: string,
  clean: string,
  kernel: Span,
  all: readonly LaunchedNumber[],
  number: LaunchedNumber,
): readonly TriedTile[] {
  const { value } = number;
  if (!isPower(value) || numbersIn(clean, kernel, value).length > 0) return [];
  const dimension = 'XYZ'[all.indexOf(number)] ?? '';
  const named = all.length > 1 ? [`BLOCK_${dimension}`] : [];
  const name = unused(clean, [...named, 'BLOCK', 'BLOCK_SIZE', 'THREADS']);
  return name === undefined ? [] : [{ ...numberTile(text, clean, name, number), isLaunched: true }];
}

/** Values around the one that is written. */
export function offeredFor({ value }: Tile): readonly number[] {
  return [value / 4, value / 2, value, value * 2, value * 4].filter(
    (each) => Number.isInteger(each) && each >= 1 && each <= 1024,
  );
}

/** Those that are tried if nobody says otherwise; a nameless number may mean something else. */
export const guessedFor = (tile: Tile): readonly number[] =>
  tile.isLiteral && tile.isLaunched !== true
    ? [tile.value]
    : offeredFor(tile).filter((each) => each <= tile.value * 2);
