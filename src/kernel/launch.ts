import { binary, substitute } from '../front/algebra.ts';
import { attempt, evaluate, type Expr, name, num } from '../front/expr.ts';
import { type Language, type LanguageWords, MOST_ITEMS, WORDS_OF } from '../front/language.ts';
import { parseExpr } from '../front/expr-parser.ts';
import type { FunctionDeclaration } from '../front/syntax.ts';
import { WARP_SIZE } from '../front/warp.ts';
import type { Geometry } from './geometry.ts';
import { type Linear, ROW } from './index-sum.ts';
import { itemsOfRows } from './launch-rows.ts';
import { Text } from './launch-text.ts';

/** The launch that a kernel's text implies where no pragma and no attribute states one. */
export interface ImpliedLaunch extends Geometry {
  /** The reason, as a clause; none where only the dimensions are known. */
  readonly why: string | undefined;
  /** It has a parameter WG, since the text does not tell all of it. */
  readonly isOpen: boolean;
  /** Its height is assumed to equal its width. */
  readonly isSquare: boolean;
  /** An open group may have so many items at most. */
  readonly limit?: GroupLimit;
}

/** The most items of a group, by an array that several of them share an element of. */
export interface GroupLimit {
  readonly most: number;
  readonly array: string;
  /** Sizes to try. */
  readonly sizes: readonly number[];
}

/** The most work-items of a dimension, by an array that they index. */
interface Bound {
  readonly least: number;
  readonly array: string;
}

interface Bounds {
  readonly bounds: Map<number, Bound>;
  readonly isOfRows: boolean;
}

/** The least of each dimension. Where a condition keeps items away, it bounds those that nothing else does,
 * unless whole warps are needed; one that numbers the items itself needs that many. */
function boundsIn(text: Text, meetsLanes: boolean): Bounds {
  const [ofAll, ofSome, needed] = [
    new Map<number, Bound>(),
    new Map<number, Bound>(),
    new Map<number, Bound>(),
  ];
  let isOfRows = false;
  for (const { array, extents, indices, kept, below } of text.places())
    for (const [place, extent] of extents.entries()) {
      const linear = indices[place];
      if (linear === undefined) continue;
      for (const [dimension, most] of mostItems(linear, extent)) {
        const isKept = kept?.has(dimension) === true;
        // An offset may lead to another element of each item.
        if (most < 1 || (isKept && linear.rest !== 0)) continue;
        const isNeeded = isKept && dimension === 0 && (below ?? Infinity) <= most;
        const bounds = isNeeded ? needed : isKept ? ofSome : ofAll;
        const known = bounds.get(dimension)?.least;
        if (known === undefined || (isNeeded ? most > known : most < known))
          bounds.set(dimension, { least: most, array });
        isOfRows ||= extent === Infinity && linear.factors.size === 2 && !linear.factors.has(ROW);
      }
    }
  const bounds = new Map(meetsLanes ? ofAll : [...needed, ...ofSome, ...ofAll]);
  return { bounds, isOfRows };
}

/** The most items of a row that share elements of arrays, so many each: `t[lid / 32]`. */
function limitIn(
  text: Text,
  meetsLanes: boolean,
  allowed: { readonly stated: number | undefined; readonly most: number },
): GroupLimit | undefined {
  const limits = [...text.places()].flatMap(({ array, extents, indices, kept }) =>
    extents.flatMap((extent, place) => {
      const { factors, rest = 0 } = indices[place] ?? {};
      const [[dimension, by = 0] = []] = factors ?? [];
      const isShared = factors?.size === 1 && dimension === 0 && by > 0 && by < 1;
      if (!isShared || rest < 0 || rest >= extent || kept?.has(0) === true) return [];
      return [{ array, share: Math.round(1 / by), most: Math.round((extent - rest) / by) }];
    }),
  );
  const [least] = limits.toSorted((a, b) => a.most - b.most);
  if (least === undefined || least.most >= (allowed.stated ?? allowed.most)) return undefined;
  const { array, share, most } = least;
  const beyond = allowed.stated === undefined ? [] : [allowed.stated];
  const few = [share, 2 * share, most].filter((size) => size <= Math.min(most, MOST_TRIED));
  const whole = few.filter((size) => !meetsLanes || size % WARP_SIZE === 0);
  const all = new Set([...(whole.length === 0 ? [WARP_SIZE] : whole), ...beyond]);
  return { array, most, sizes: [...all].toSorted((a, b) => a - b) };
}

/** Items by dimension for which an index stays inside. */
function* mostItems(
  { factors, rest, step }: Linear,
  extent: number,
): Generator<readonly [dimension: number, most: number]> {
  const [[only, by = 0] = []] = factors;
  if (rest > 0) {
    if (only === undefined || only === ROW) return;
    const inner = extent - 2 * rest;
    // A border on both sides of a power of two.
    if (by === 1 && !isPower(extent) && inner >= 2 * rest && isPower(inner)) yield [only, inner];
    // Each item's last element of several.
    if (factors.size === 1 && step === undefined && by >= 1 && 2 * rest >= extent)
      yield [only, Math.floor((extent - rest) / by)];
  }
  if (rest !== 0) return;
  const terms = [...factors].toSorted(([, a], [, b]) => a - b);
  for (const [at, [dimension, factor]] of terms.entries()) {
    if (dimension === ROW) continue;
    const further = step !== undefined && step > factor ? step : extent;
    const next = Math.min(terms[at + 1]?.[1] ?? extent, further);
    if (factor < 1 || !Number.isFinite(next) || next % factor !== 0) continue;
    yield [dimension, next / factor];
  }
}

/** Work-items of a group by dimension: local arrays are as long as the group that indexes them, but
 * for a border or a column to spare.
 * @param constants macros and parameters by name */
export function impliedLaunch(
  { body, parameters, mostItems: allowed, meetsLanes = false }: FunctionDeclaration,
  constants: ReadonlyMap<string, Expr>,
  language: Language,
): ImpliedLaunch | undefined {
  if (body === undefined) return undefined;
  const words = WORDS_OF[language];
  const given = parameters.flatMap(({ name: text, type }) =>
    type.kind === 'pointer' && type.space === 'local' ? [text] : [],
  );
  const text = new Text(body, constants, given);
  const dimensions = text.dimensions;
  const { bounds, isOfRows } = boundsIn(text, meetsLanes);
  // Rows of an array that the host gives: a square tile.
  const row = bounds.get(0) ?? bounds.get(1);
  const isSquare = isOfRows && dimensions === 2 && row !== undefined && bounds.size === 1;
  if (isSquare) for (const dimension of [0, 1]) bounds.set(dimension, bounds.get(dimension) ?? row);
  if (bounds.size === 0 && dimensions < 2) {
    const bound = parseExpr(allowed ?? '');
    const stated = bound && attempt(() => evaluate(substitute(bound, constants), {}));
    return (
      tiledBy(text, constants, words) ??
      limitedTo(limitIn(text, meetsLanes, { stated, most: MOST_ITEMS[language] }))
    );
  }
  if (bounds.size === 0 && meetsLanes) return ofWarps(dimensions);
  const sizes = Array.from({ length: dimensions }, (_, dimension) => bounds.get(dimension));
  const isKnown = bounds.size > 0;
  // Items of a dimension that no index has would share elements.
  const isOpen = sizes.map(
    (each, dimension) =>
      each === undefined &&
      (isKnown ? text.indexesBy(dimension) : dimension < 2 && text.tellsApart(dimension)),
  );
  const local = sizes.map((each, dimension) => {
    if (each !== undefined) return num(plain(each.least));
    return isOpen[dimension] === true ? name('WG') : num(1);
  });
  const rows = itemsOfRows(
    text,
    local.map((size) => (size.kind === 'number' ? size.value : undefined)),
  );
  const arrays = [...new Set([...bounds.values()].map(({ array }) => array))];
  const [isWide, isHigh] = isOpen;
  return {
    local,
    isOpen: isOpen.includes(true),
    // Its shape shows in an array that the host gives.
    isSquare: isSquare || (isWide === true && isHigh === true && given.length > 0),
    global: sizes.map((each, dimension) => {
      const row = rows.get(dimension);
      if (row !== undefined) return num(row);
      if (each !== undefined) return itemsOf(plain(each.least));
      return dimension === 2 ? DEPTH : name('size');
    }),
    why: isKnown
      ? `${arrays.join(' and ')} ${arrays.length === 1 ? 'is' : 'are'} indexed by ${words.index}`
      : undefined,
  };
}

/** Lanes lie along the first dimension, and a warp is whole. */
const ofWarps = (dimensions: number): ImpliedLaunch => ({
  local: [num(WARP_SIZE), name('WG'), num(1)].slice(0, dimensions),
  global: [itemsOf(WARP_SIZE), name('size'), DEPTH].slice(0, dimensions),
  isOpen: dimensions > 1,
  isSquare: false,
  why: undefined,
});

/** Two groups of any size that a limit lets through. */
const limitedTo = (limit: GroupLimit | undefined): ImpliedLaunch | undefined =>
  limit && {
    local: [name('WG')],
    global: [binary('*', num(2), name('WG'))],
    isOpen: true,
    isSquare: false,
    why: undefined,
    limit,
  };

/** A row of items whose size a reduction's halves tell, or the name that stands for it here. */
function tiledBy(
  text: Text,
  constants: ReadonlyMap<string, Expr>,
  { item }: LanguageWords,
): ImpliedLaunch | undefined {
  const half = text.half();
  const named = constants.get('WG');
  const size = half === undefined ? (named?.kind === 'number' ? named.value : 0) : 2 * half;
  if (size < 1) return undefined;
  return {
    local: [num(size)],
    isOpen: false,
    isSquare: false,
    global: [itemsOf(size)],
    why:
      half === undefined
        ? `WG is ${size}`
        : `${item}s below ${half} take what is ${half} places further on`,
  };
}

/** Larger groups take long where one more of their size shows no more. */
const MOST_TRIED = 512;

/** Work-items of the third dimension: more would take long and show no more. */
const DEPTH = binary('min', name('size'), num(4));

/** Two groups or more, of all elements. */
export const itemsOf = (group: number): Expr =>
  binary('*', num(group), binary('max', num(2), binary('/', name('size'), num(group))));

const isPower = (length: number): boolean => Number.isInteger(Math.log2(length));

/** Without a border of up to two: groups are mostly powers of two. */
function plain(length: number): number {
  const power = 2 ** Math.floor(Math.log2(length));
  return length - power <= 2 ? power : length;
}
