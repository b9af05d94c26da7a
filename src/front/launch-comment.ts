import { productOf } from '../base/product.ts';
import { attempt, evaluate } from './expr.ts';
import { parseExpr } from './expr-parser.ts';
import { groupSizesIn } from './group-size.ts';
import { blankComments } from './lexer.ts';
import { type Pragma, standingFor } from './pragma.ts';

/** A verifier's options in a comment of their own: `//--local_size=64 --num_groups=2`, `//--blockDim=[8,8] --gridDim=4`. */
const OPTIONS = /^[^\S\n]*\/\/[^\S\n]*(--\w.*)$/gm;
const SIZE = /--(local_size|num_groups|global_size|blockDim|gridDim)=(\[[\d\s,]+\]|\d+(?![\w,.]))/g;

/** The host launches something, by whatever call. */
const LAUNCHES = /<<<|\b(?:cuda|hip|cu)(?:[A-Z]\w*)?Launch\w*/;

/** Work-items that are run at most; so many groups of a dimension stand for all where there are more. */
const MOST_ITEMS = 32_768;
const FEW_GROUPS = 2;

type Sizes = ReadonlyMap<string, readonly number[]>;

/** The launch that such a comment states, where no pragma does and the host launches nothing.
 * @param code the text without comments, its macros expanded */
export function launchInComments(
  source: string,
  code: string,
  pragmas: readonly Pragma[],
): readonly Pragma[] {
  if (pragmas.some(({ kind }) => kind === 'items' || kind === 'local_size')) return [];
  const line = [...source.matchAll(OPTIONS)].find(
    ({ 0: text, index }) => text.search(SIZE) >= 0 && !isInComment(source, index),
  );
  const [whole, options = ''] = line ?? [];
  if (line === undefined || whole === undefined) return [];
  const sizes: Sizes = new Map(
    [...options.matchAll(SIZE)].map(([, name = '', size = '']) => [
      name,
      (size.match(/\d+/g) ?? []).map(Number),
    ]),
  );
  const local = sizes.get('local_size') ?? sizes.get('blockDim');
  const groups = sizes.get('num_groups') ?? sizes.get('gridDim');
  const global = sizes.get('global_size');
  if (local === undefined || (groups === undefined && global === undefined)) return [];
  if (LAUNCHES.test(blankComments(source).text)) return [];
  if (groupSizesIn(code).some((sizes) => !isOf(sizes, local))) return [];
  const dimensions = Math.max(local.length, (groups ?? global ?? []).length);
  const all = Array.from({ length: dimensions }, (_, d) =>
    groups === undefined ? (global?.[d] ?? 1) / (local[d] ?? 1) : (groups[d] ?? 1),
  );
  const itemsOf = (counts: readonly number[]): readonly number[] =>
    counts.map((count, d) => count * (local[d] ?? 1));
  const items = productOf(itemsOf(all));
  if (items < 1 || !all.every((count) => Number.isInteger(count))) return [];
  const isTooMany = items > MOST_ITEMS;
  const run = isTooMany ? all.map((count) => Math.min(count, FEW_GROUPS)) : all;
  const inAll = productOf(all);
  const span = { start: line.index, end: line.index + whole.length };
  const shown = (counts: readonly number[]): string => counts.join(', ');
  return [
    ...standingFor(`local_size ${shown(all.map((_, d) => local[d] ?? 1))}`, span),
    ...standingFor(`items ${shown(itemsOf(run))}`, span, {
      isAssumed: isTooMany,
      ...(isTooMany && {
        chosen: [
          { text: inAll.toLocaleString('en'), value: productOf(run), told: inAll, isAlone: true },
        ],
      }),
    }),
  ];
}

/** A place within slash-star marks. */
const isInComment = (source: string, place: number): boolean =>
  blankComments(source.slice(0, place)).unclosed !== undefined;

/** A kernel's required sizes are those that are stated, as far as they are told. */
const isOf = (required: string, local: readonly number[]): boolean =>
  required.split(',').every((size, d) => numberOf(size) === (local[d] ?? 1));

function numberOf(text: string): number | undefined {
  const expr = parseExpr(text);
  return expr && attempt(() => evaluate(expr, {}));
}
