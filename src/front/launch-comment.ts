import { blankComments } from './lexer.ts';
import { type Pragma, standingFor } from './pragma.ts';

/** A verifier's options in a comment of their own: `//--local_size=64 --num_groups=2`, `//--blockDim=[8,8] --gridDim=4`. */
const OPTIONS = /^[^\S\n]*\/\/[^\S\n]*(--\w.*)$/gm;
const SIZE = /--(local_size|num_groups|global_size|blockDim|gridDim)=(\[[\d\s,]+\]|\d+)/g;

/** Work-items that are run at most; so many groups of a dimension stand for all where there are more. */
const MOST_ITEMS = 32_768;
const FEW_GROUPS = 2;

type Sizes = ReadonlyMap<string, readonly number[]>;

/** The launch that such a comment states, where no pragma does and the host launches nothing. */
export function launchInComments(source: string, pragmas: readonly Pragma[]): readonly Pragma[] {
  if (pragmas.some(({ kind }) => kind === 'items' || kind === 'local_size')) return [];
  const [line] = [...source.matchAll(OPTIONS)].filter(([text]) => text.search(SIZE) >= 0);
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
  if (/<<</.test(blankComments(source).text)) return [];
  const dimensions = Math.max(local.length, (groups ?? global ?? []).length);
  const all = Array.from({ length: dimensions }, (_, d) =>
    groups === undefined ? Math.floor((global?.[d] ?? 1) / (local[d] ?? 1)) : (groups[d] ?? 1),
  );
  const product = (counts: readonly number[]): number =>
    counts.reduce((items, count, d) => items * count * (local[d] ?? 1), 1);
  if (product(all) < 1) return [];
  const isTooMany = product(all) > MOST_ITEMS;
  const run = isTooMany ? all.map((count) => Math.min(count, FEW_GROUPS)) : all;
  const span = { start: line.index, end: line.index + whole.length };
  const shown = (counts: readonly number[]): string => counts.join(', ');
  return [
    ...standingFor(`local_size ${shown(all.map((_, d) => local[d] ?? 1))}`, span),
    ...standingFor(`items ${shown(run.map((count, d) => count * (local[d] ?? 1)))}`, span, {
      isAssumed: isTooMany,
    }),
  ];
}
