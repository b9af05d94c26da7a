import type { Choice, NumberOf } from './choice.ts';

/** Growth of a launch's blocks with numbers that may be chosen, and ways to choose them. */

/** Growth is measured from here: a multiple of all usual block sizes. */
export const BASE = 2 ** 12 * 3 * 5 * 7;

export const PRIMES = [3, 5, 7, 11, 13, 17, 19, 23];

/** The number of blocks by a name: `ceil` and `floor` divide by a block, `ceil` of so many at a time
 * (`(n / 4 + 63) / 64`: 4); `direct` is a block for each. */
type Growth = (
  { readonly kind: 'ceil'; readonly unit: number } | { readonly kind: 'floor' | 'direct' | 'none' }
) & { readonly told?: number | undefined };

/** Ranks from the smallest up; equal numbers share one. */
export function ranksOf(told: readonly (number | undefined)[]): readonly number[] {
  const all = [...new Set(told.flatMap((each) => each ?? []))].toSorted((a, b) => a - b);
  return told.map((each) => (each === undefined ? 0 : all.indexOf(each)));
}

/** Ways to choose numbers for a grid's names. A ceiling gets no multiple of a block, so that a missing guard
 * shows; a floor gets whole blocks, since its kernel may ignore the rest. */
export function* waysFor(
  sizes: readonly number[],
  growths: readonly Growth[],
  isWhole: boolean,
  ranks: readonly number[] = [],
): Generator<NumberOf> {
  const threads = Math.max(...sizes);
  const least = Math.min(threads, ...sizes.filter((size) => size > 1));
  const fills = (growth: Growth | undefined): boolean =>
    growth?.kind === 'floor' || (isWhole && growth?.kind === 'ceil');
  const multiples = growths.some(fills)
    ? [...[2, 4, 8, 16].map((blocks) => blocks * threads), 32, 64, 128, 256, 512, 1024, 2048, 4096]
    : [0];
  // One large name and the others small, or all small: products stay small too.
  const others: readonly NumberOf[] = [
    (index) => threads + 1 + index,
    ...[threads + 1, 2 * threads - 1, 4 * (threads + 1)].map(
      (first) => (index: number) => (index === 0 ? first : PRIMES[index - 1]),
    ),
    (index) => PRIMES[index + 1],
    (index) => PRIMES[index],
    ...[3, 5, 9, 17].map((first) => (index: number) => first - (index % 2)),
    ...[1, 2].map((large) => (index: number) => (index === large ? threads + 1 : PRIMES[index])),
    // Blocks that are long in one dimension and short in another.
    ...[0, 1].map((large) => (index: number) => {
      if (index > 1) return PRIMES[index];
      return index === large ? threads + 1 : least + 1;
    }),
  ];
  for (const multiple of multiples)
    for (const other of others)
      yield (index) => {
        const growth = growths[index];
        if (growth && fills(growth))
          return multiple * 2 ** (ranks[index] ?? 0) * (growth.kind === 'ceil' ? growth.unit : 1);
        // A filter's size or a stride makes the grid smaller.
        if (growth?.kind === 'none') return 3 - (index % 2);
        const before = growths.slice(0, index).filter((each) => !fills(each)).length;
        const value = other(before);
        return value && value * (growth?.kind === 'ceil' ? growth.unit : 1);
      };
}

/** Longer than most filters. */
const LONGER = 9;

/** Measures how a grid grows with each of its open names while the others are 1: in the dimension
 * that grows most. */
export function growthsOf(
  made: (next: NumberOf) => Choice,
  itemsFor: (choice: Choice) => readonly number[],
  sizes: readonly number[],
): readonly Growth[] {
  const all = made(() => BASE);
  itemsFor(all);
  const kindOf = (told: number | undefined, place: number, others: number): Growth => {
    const blocksWith = (value: number): readonly number[] =>
      itemsFor(made((index) => (index === place ? value : others))).map(
        (items, dimension) => items / (sizes[dimension] ?? 1),
      );
    const start = blocksWith(BASE);
    const more = blocksWith(2 * BASE).map((blocks, dimension) => blocks - (start[dimension] ?? 0));
    const most = Math.max(0, ...more);
    if (most <= 0) return { kind: 'none' };
    const perBlock = BASE / most;
    if (perBlock <= 1) return { kind: 'direct' };
    const dimension = more.indexOf(most);
    const isMore = (value: number): boolean =>
      (blocksWith(value)[dimension] ?? 0) > (start[dimension] ?? 0);
    let unit = 1;
    while (unit < perBlock && !isMore(BASE + unit)) unit *= 2;
    // Kernels may count on what the text tells: that blocks fill it.
    const isFull = told !== undefined && told % (sizes[dimension] ?? 1) === 0;
    return unit < perBlock && !isFull ? { kind: 'ceil', unit } : { kind: 'floor' };
  };
  return [...all.chosen.values()].map(({ told }, place) => {
    const alone = kindOf(told, place, 1);
    // Nothing is left of one element behind a filter.
    return { ...(alone.kind === 'none' ? kindOf(told, place, LONGER) : alone), told };
  });
}
