import { type Expr, num } from '../expr.ts';
import type { Declarator } from '../syntax.ts';
import { argumentsOf, isLengthTold } from './launch-arguments.ts';
import { type Grid, gridOf, numberOf } from './launch-grid.ts';
import type { Launch } from './launch.ts';
import { Choice } from './choice.ts';
import type { Frame, Host } from './host.ts';

/** Numbers for what the text of a launch leaves open. */

/** A launch with numbers for what the text leaves open. */
export interface Taken {
  readonly items: readonly Expr[];
  readonly args: readonly string[];
  /** Lengths of arrays that nobody tells: what the launch is rounded up from. */
  readonly lengths: readonly string[];
  /** The numbers: `n = 257`. */
  readonly words: string;
}

/** Work-items of a launch whose numbers are chosen, at most. */
const MOST_TAKEN = 8192;

/** Names of a grid that numbers are sought for, at most. */
const MOST_NAMES = 4;

/** From here growth is looked at; a multiple of any block. */
const BASE = 2 ** 12 * 3 * 5 * 7;

const PRIMES = [3, 5, 7, 11, 13, 17, 19, 23];

/** How the blocks grow with a name: rounded up from so many at a time, rounded down, by one each, or not at
 * all. */
type Growth =
  { readonly kind: 'up'; readonly unit: number } | { readonly kind: 'down' | 'each' | 'none' };

/** Numbers for the names of a grid in turn. Those that are rounded up are no multiples of a block, for that is
 * what a missing guard shows at; those that are rounded down are whole blocks, for their kernels may leave no
 * rest. */
function* waysFor(
  threads: number,
  growths: readonly Growth[],
): Generator<(index: number) => number | undefined> {
  const firsts = [threads + 1, 2 * threads - 1, 4 * (threads + 1)];
  const powers = growths.some(({ kind }) => kind === 'down')
    ? [...[2, 4, 8, 16].map((blocks) => blocks * threads), 32, 64, 128, 256, 512, 1024, 2048, 4096]
    : [0];
  const ups: readonly ((index: number) => number | undefined)[] = [
    (index) => threads + 1 + index,
    ...firsts.map((first) => (index: number) => (index === 0 ? first : PRIMES[index - 1])),
    (index) => PRIMES[index + 1],
    (index) => PRIMES[index],
    (index) => [3, 2, 5, 3, 7, 2][index],
  ];
  for (const power of powers)
    for (const up of ups)
      yield (index) => {
        const growth = growths[index];
        switch (growth?.kind) {
          case 'down':
            return power;
          case 'none':
            return PRIMES[index];
          case 'up':
          case 'each':
          case undefined: {
            const before = growths.slice(0, index).filter(({ kind }) => kind !== 'down').length;
            const value = up(before);
            return value && value * (growth?.kind === 'up' ? growth.unit : 1);
          }
        }
      };
}

/** The names of a grid by how it grows with each while the others are one. */
function growthsOf(
  countsOf: (choice: Choice) => readonly number[],
  threads: number,
): readonly Growth[] {
  const all = new Choice(() => BASE);
  countsOf(all);
  return [...all.taken.keys()].map((_, place): Growth => {
    const itemsWith = (value: number): number =>
      countsOf(new Choice((index) => (index === place ? value : 1))).reduce((a, b) => a * b, 1);
    const start = itemsWith(BASE);
    const blocks = (itemsWith(2 * BASE) - start) / threads;
    if (blocks <= 0) return { kind: 'none' };
    const ofBlock = BASE / blocks;
    let unit = 1;
    while (unit < ofBlock && itemsWith(BASE + unit) <= start) unit *= 2;
    if (ofBlock <= 1) return { kind: 'each' };
    return unit < ofBlock ? { kind: 'up', unit } : { kind: 'down' };
  });
}

/** The launch with numbers for what its grid leaves open: of the ways that make two blocks the one with the
 * fewest work-items. Undefined where there is none, or nothing is rounded. */
export function takenFor(
  host: Host,
  launch: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
  { local }: Grid,
): Taken | undefined {
  const sizes = local.map((each) => numberOf([each]) ?? 0);
  const open = host.sizes(launch.grid, frame) ?? [];
  const countsOf = (choice: Choice): readonly number[] =>
    host.choosing(choice, () => {
      const grid = gridOf(host, launch, frame, local.length);
      const counts = grid?.isTold === true ? grid.items.map((each) => numberOf([each])) : [];
      return counts.every((each) => each !== undefined) ? counts : [];
    });
  const growths = growthsOf(
    countsOf,
    sizes.reduce((product, each) => product * each, 1),
  );
  if (growths.length > MOST_NAMES || !growths.some(({ kind }) => kind === 'up' || kind === 'down'))
    return undefined;
  let best: { way: (index: number) => number | undefined; items: readonly number[] } | undefined;
  let fewest = MOST_TAKEN + 1;
  for (const way of waysFor(Math.max(...sizes), growths)) {
    const items = countsOf(new Choice(way));
    const all = items.reduce((product, each) => product * each, 1);
    const isFit = items.every(
      (each, i) => each >= (open[i] === undefined ? 2 : 1) * (sizes[i] ?? 1),
    );
    if (items.length === 0 || !isFit || all >= fewest) continue;
    [best, fewest] = [{ way, items }, all];
  }
  if (best === undefined) return undefined;
  const { way, items } = best;
  const choice = new Choice(way);
  return host.choosing(choice, () => {
    gridOf(host, launch, frame, local.length);
    // Names of lengths alone, such as those of a filter, are small.
    const inGrid = choice.taken.size;
    choice.next = (index) => PRIMES[index - inGrid];
    const untold = parameters.filter((parameter, i) => {
      const arg = parameter.type.kind === 'pointer' ? launch.args[i] : undefined;
      return arg !== undefined && !isLengthTold(host, parameter, arg, frame);
    });
    choice.next = undefined;
    const args = argumentsOf(host, launch, frame, parameters);
    const names = [...choice.taken.values()];
    const given = [
      ...names.map(({ value }) => value),
      names.slice(0, inGrid).reduce((product, { value }) => product * value, 1),
      ...args.flatMap((line) => Number(/^input \w+ = (\d+)$/.exec(line)?.[1] ?? [])),
    ];
    const [count = 0] = items;
    const rounded = Math.max(
      ...given.filter((each) => each < count && each > count - (sizes[0] ?? 0)),
    );
    const isRounded = items.length === 1 && rounded > 0;
    return {
      items: items.map((each) => num(each)),
      args,
      lengths: isRounded ? untold.map(({ name }) => `array ${name} = ${rounded}`) : [],
      words: LIST.format(names.map(({ text, value }) => `${text} = ${value}`)),
    };
  });
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });
