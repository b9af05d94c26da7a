import { BUILTINS } from '../../front/builtins.ts';
import { CUDA_FUNCTIONS } from '../../front/cuda/built-ins.ts';
import { INDEX_NAMES } from '../../front/cuda/indices.ts';
import { languageOf } from '../../front/cuda/words.ts';
import { scan, within } from '../scan.ts';
import { BUILTIN_CONSTANTS, PLATFORM_NAMES, TYPES } from '../vocabulary.ts';

/** Names that are offered at most. */
const MOST = 3;

/** Meaningful names spelled like an unknown one, nearest first. */
export function nearNames(source: string, written: string, place: number): readonly string[] {
  const known = [
    ...scan(source)
      .names.filter(({ scope }) => within(scope, place))
      .map(({ name }) => name),
    ...(languageOf(source) === 'cuda' ? [...INDEX_NAMES, ...CUDA_FUNCTIONS] : []),
    ...BUILTINS.map(({ name }) => name),
    ...BUILTIN_CONSTANTS,
    ...TYPES,
    ...PLATFORM_NAMES.map(({ name }) => name),
  ];
  // Nearly everything is near a short name.
  const most = written.length < 3 ? 0 : Math.max(1, Math.floor(written.length / 4));
  const near = [...new Set(known)]
    .filter((name) => !isSibling(name, written) && Math.abs(name.length - written.length) <= most)
    .map((name) => ({ name, far: distance(written, name, most) }))
    .filter(({ name, far }) => far <= most || name.toLowerCase() === written.toLowerCase())
    .toSorted((a, b) => a.far - b.far)
    .slice(0, MOST);
  // Keeps only clearly nearest names.
  return near.filter(({ far }) => far < (near[0]?.far ?? 0) + 1).map(({ name }) => name);
}

/** The same, or of another axis or number: `tile_x` and `tile_y` both are meant. */
const isSibling = (one: string, other: string): boolean => {
  const stem = (name: string): string => name.replace(/_[xyz]$|\d+$/, '');
  return one === other || (stem(one) === stem(other) && stem(one) !== one && stem(other) !== other);
};

/** Edit distance with swaps; case counts less than a letter. Beyond `most` it may be too small. */
function distance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const [x, y] = [a.charAt(i - 1), b.charAt(j - 1)];
      const change = x === y ? 0 : x.toLowerCase() === y.toLowerCase() ? 0.25 : 1;
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change);
      const isSwap = i > 1 && j > 1 && x === b.charAt(j - 2) && a.charAt(i - 2) === y;
      if (isSwap) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return Infinity;
    [before, row] = [row, next];
  }
  return row[b.length] ?? Infinity;
}
