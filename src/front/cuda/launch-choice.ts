import type { TreeNode } from '../tree-node.ts';
import { productOf } from '../../base/product.ts';
import { type Expr, num } from '../expr.ts';
import type { Declarator } from '../syntax.ts';
import { Choice, type Chosen, isLarge, type NumberOf } from './choice.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { argumentsOf, numbersPassed, proposeShapes, untoldArrays } from './launch-arguments.ts';
import { blocksOf, type Grid, gridOf, numberOf } from './launch-grid.ts';
import type { Launch } from './launch.ts';
import { emptyArguments } from './run/empty-arguments.ts';

/** A launch with numbers chosen for what the host's text leaves open. */
export interface ChosenLaunch {
  readonly items: readonly Expr[];
  readonly args: readonly string[];
  /** Assumed lengths, in pragmas, of arrays whose allocation the text does not have. */
  readonly lengths: readonly string[];
  readonly empty: ReturnType<typeof emptyArguments>;
  /** Numbers for open names. */
  readonly chosen: readonly Chosen[];
}

/** Arguments that the kernel's loops go through tile by tile, with the elements of one where its text tells. */
export type Strides = ReadonlyMap<string, number | 'block' | undefined>;

interface HowChosen {
  /** Numbers fill whole blocks. */
  readonly isWhole?: boolean;
  /** Numbers that could be run are chosen otherwise too. */
  readonly isEager?: boolean;
  readonly strided?: Strides;
}

const NONE: Strides = new Map();

/** Most work-items of a chosen launch. */
const MOST_CHOSEN = 8192;

/** Most open names in a grid. */
const MOST_NAMES = 12;

/** Growth is measured from here: a multiple of all usual block sizes. */
const BASE = 2 ** 12 * 3 * 5 * 7;

/** Elements of a tile that a row of threads goes through, where the text tells no larger one. */
const TILE = 32;
const MOST_TILE = 512;

const PRIMES = [3, 5, 7, 11, 13, 17, 19, 23];

/** How the number of blocks follows a name: `ceil` and `floor` divide by a block, `ceil` of so many at a time
 * (`(n / 4 + 63) / 64`: 4); `direct` is a block for each. */
type Growth =
  { readonly kind: 'ceil'; readonly unit: number } | { readonly kind: 'floor' | 'direct' | 'none' };

/** Ways to choose numbers for a grid's names. A ceiling gets no multiple of a block, so that a missing guard
 * shows; a floor gets whole blocks, since its kernel may ignore the rest. */
function* waysFor(
  sizes: readonly number[],
  growths: readonly Growth[],
  isWhole: boolean,
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
        if (growth && fills(growth)) return multiple * (growth.kind === 'ceil' ? growth.unit : 1);
        // A filter's size or a stride makes the grid smaller.
        if (growth?.kind === 'none') return 3 - (index % 2);
        const before = growths.slice(0, index).filter((each) => !fills(each)).length;
        const value = other(before);
        return value && value * (growth?.kind === 'ceil' ? growth.unit : 1);
      };
}

/** Measures how a grid grows with each of its open names while the others are 1: in the dimension
 * that grows most. */
function growthsOf(
  made: (next: NumberOf) => Choice,
  itemsFor: (choice: Choice) => readonly number[],
  sizes: readonly number[],
): readonly Growth[] {
  const all = made(() => BASE);
  itemsFor(all);
  return [...all.chosen.values()].map(({ told }, place): Growth => {
    const blocksWith = (value: number): readonly number[] =>
      itemsFor(made((index) => (index === place ? value : 1))).map(
        (items, dimension) => items / (sizes[dimension] ?? 1),
      );
    const start = blocksWith(BASE);
    const grown = blocksWith(2 * BASE).map((blocks, dimension) => blocks - (start[dimension] ?? 0));
    const most = Math.max(0, ...grown);
    if (most <= 0) return { kind: 'none' };
    const perBlock = BASE / most;
    if (perBlock <= 1) return { kind: 'direct' };
    const dimension = grown.indexOf(most);
    const isMore = (value: number): boolean =>
      (blocksWith(value)[dimension] ?? 0) > (start[dimension] ?? 0);
    let unit = 1;
    while (unit < perBlock && !isMore(BASE + unit)) unit *= 2;
    // Kernels may count on what the text tells: that blocks fill it.
    const isFull = told !== undefined && told % (sizes[dimension] ?? 1) === 0;
    return unit < perBlock && !isFull ? { kind: 'ceil', unit } : { kind: 'floor' };
  });
}

/** Items of each dimension by what is chosen; none where the blocks are of another size then. */
function itemsWith(
  host: Host,
  launch: Launch,
  frame: Frame,
  sizes: readonly number[],
): (choice: Choice) => readonly number[] {
  const numberAt = (each: Expr): number | undefined => numberOf([each], host.greatest);
  return (choice) =>
    host.choosing(choice, () => {
      const grid = gridOf(host, launch, frame, sizes.length);
      const isSame = grid?.local.every((each, i) => numberAt(each) === sizes[i]) === true;
      const items = grid?.isTold && isSame ? grid.items.map(numberAt) : [];
      return items.every((each) => each !== undefined) ? items : [];
    });
}

/** Chooses numbers for an open grid: at least two blocks in open dimensions, and as few work-items as can be.
 * Undefined where that cannot be, or where blocks divide nothing. */
export function chosenLaunch(
  host: Host,
  launch: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
  { local, isTold }: Grid,
  { isWhole = false, isEager = false, strided = NONE }: HowChosen = {},
): ChosenLaunch | undefined {
  const numberAt = (each: Expr): number | undefined => numberOf([each], host.greatest);
  const sizes = local.map((each) => numberAt(each) ?? 0);
  const open = blocksOf(host, launch, frame);
  // A dimension that is left out has one block.
  const isSeveral = (i: number): boolean => {
    const blocks = open === undefined ? undefined : i < open.length ? open[i] : num(1);
    return blocks === undefined || (numberAt(blocks) ?? 1) > 1;
  };
  // Not a block's own size.
  const mayReplace = (told: number): boolean =>
    isLarge(told) || (isEager && told >= 64 && !sizes.includes(told));
  const made = (next: NumberOf): Choice => new Choice(next, mayReplace, { isFitted: true });
  const itemsFor = itemsWith(host, launch, frame, sizes);
  const alone = (next: NumberOf): Choice => new Choice(next, mayReplace);
  const growths = growthsOf(alone, itemsFor, sizes);
  // Few and many blocks are tried where no tensor gives their number.
  const isShape = isOfShapes(alone, itemsFor);
  const isChanged = growths.some(({ kind }) =>
    isTold || isShape ? kind !== 'none' : kind === 'ceil' || kind === 'floor',
  );
  if (growths.length > MOST_NAMES || !isChanged) return undefined;
  const [best] = [...waysFor(sizes, growths, isWhole)]
    .map((way) => ({ way, items: itemsFor(made(way)) }))
    .filter(
      ({ items }) =>
        items.length > 0 &&
        productOf(items) <= MOST_CHOSEN &&
        // Items leave out the last dimensions that have one block.
        sizes.every((size, i) => (items[i] ?? 1) >= (isSeveral(i) ? 2 : 1) * size),
    )
    .toSorted((a, b) => productOf(a.items) - productOf(b.items));
  if (best === undefined) return undefined;
  const { way, items } = best;
  const choice = made(way);
  return host.choosing(choice, () => {
    const grid = gridOf(host, launch, frame, local.length);
    const inGrid = [...choice.chosen.values()].map(({ value }) => value);
    const passed = parameters.flatMap((parameter, i) => {
      const arg = launch.args[i];
      return arg === undefined ? [] : [{ parameter, arg }];
    });
    // A tile and a part of the next, or two: what one leaves the next finds.
    const [width = 1, height = 1] = sizes;
    const least = height > 1 ? width : TILE;
    for (const { parameter, arg } of passed) {
      if (!strided.has(parameter.name)) continue;
      const step = strided.get(parameter.name) ?? 0;
      const tile = Math.max(least, Math.min(step === 'block' ? width : step, MOST_TILE));
      choice.next = (_, told) =>
        told === undefined ? (isWhole ? 2 * tile : tile + 1) : smallerThan(told, 0);
      host.value(arg, frame);
    }
    // Numbers of tiles: `(n + 31) / 32`.
    for (const { parameter, arg } of passed) {
      const tiles = parameter.type.kind === 'scalar' ? tileOf(host, arg, frame, choice) : undefined;
      if (tiles === undefined) continue;
      choice.next = (_, given, text) =>
        given === undefined && text?.endsWith(')') === true
          ? isWhole
            ? 2 * tiles
            : tiles + 1
          : undefined;
      host.value(arg, frame);
    }
    // Names in lengths alone, such as a filter's, stay small; the other launch shows rows as long as the grid.
    const covered = Math.max(0, ...inGrid);
    choice.next = (index, told) => {
      if (told !== undefined) return smallerThan(told, covered);
      return isWhole ? covered : PRIMES[index - inGrid.length];
    };
    const untold = passed.flatMap(({ parameter, arg }) =>
      untoldArrays(host, parameter, arg, frame),
    );
    // So do a tensor's other sizes; plain arguments are tried.
    choice.next = (index, told, text) =>
      told === undefined && text?.endsWith(')') === true
        ? PRIMES[index - inGrid.length]
        : undefined;
    const numbers = passed.flatMap(({ parameter, arg }) => {
      const value = parameter.type.kind === 'scalar' ? host.value(arg, frame) : undefined;
      return value?.kind === 'number' ? [value.value] : [];
    });
    proposeShapes(host, launch, frame, parameters);
    // Several elements each: `(n + 1023) / 1024` blocks of 256.
    const [growth, another] = growths;
    const isSeveralEach =
      growth?.kind === 'ceil' && !another && (inGrid[0] ?? 0) > productOf(items);
    const rounded =
      roundedFrom(items, sizes, [...inGrid, ...numbers], productOf(inGrid)) ??
      (isSeveralEach ? inGrid[0] : undefined);
    return {
      items: grid?.items ?? items.map((each) => num(each)),
      args: argumentsOf(host, launch, frame, parameters),
      empty: emptyArguments(host, launch, parameters),
      lengths: rounded === undefined ? [] : untold.map((name) => `array ${name} = ${rounded}`),
      chosen: [...choice.chosen.values()],
    };
  });
}

/** The number of elements, if a launch's blocks are rounded up from it.
 * @param product of what the blocks of several dimensions cover */
function roundedFrom(
  items: readonly number[],
  [block = 1]: readonly number[],
  numbers: readonly number[],
  product: number,
): number | undefined {
  const count = productOf(items);
  const rounded =
    items.length > 1
      ? product
      : Math.max(...[...numbers, product].filter((each) => each > count - block && each < count));
  return rounded > 0 && rounded < count ? rounded : undefined;
}

/** Numbers under names of the text that the blocks cover: with one more there is one more work-item. */
function coveredNumbers(
  host: Host,
  launch: Launch,
  frame: Frame,
  sizes: readonly number[],
): readonly number[] {
  const every = (next: NumberOf): Choice => new Choice(next, () => true);
  const ofBlock = every((_, told) => told);
  host.choosing(ofBlock, () => host.sizes(launch.block, frame));
  const isOfBlock = new Set([...ofBlock.chosen.values()].map(({ text }) => text));
  const made = (next: NumberOf): Choice =>
    every((index, told, text = '') =>
      /^\d/.test(text) || isOfBlock.has(text) ? undefined : next(index, told, text),
    );
  const itemsFor = itemsWith(host, launch, frame, sizes);
  const asTold = made((_, told) => told);
  itemsFor(asTold);
  return [...asTold.chosen.values()].flatMap(({ told }, place) => {
    const itemsOf = (value: number): readonly number[] =>
      itemsFor(made((index) => (index === place ? value : 1)));
    const before = itemsOf(BASE);
    const isCovered = itemsOf(2 * BASE).some((after, i) => {
      const more = after - (before[i] ?? after);
      return Math.abs(more - BASE) < (sizes[i] ?? 1);
    });
    return told !== undefined && isCovered ? [told] : [];
  });
}

/** Assumed lengths, in pragmas, of the arrays that nobody allocates in the text, where its launch is rounded up. */
export function lengthsOfTold(
  host: Host,
  launch: Launch,
  frame: Frame,
  parameters: readonly Declarator[],
  { local, items }: Grid,
): readonly string[] {
  const numbersIn = (all: readonly Expr[]): readonly number[] =>
    all.map((each) => numberOf([each], host.greatest) ?? 0);
  const [sizes, counts] = [numbersIn(local), numbersIn(items)];
  const passed = parameters.flatMap((parameter, i) => {
    const arg = launch.args[i];
    return arg === undefined ? [] : [{ parameter, arg }];
  });
  const told = passed.flatMap(({ parameter, arg }) => numbersPassed(host, parameter, arg, frame));
  const own = coveredNumbers(host, launch, frame, sizes);
  const named = own.filter((each) => !told.includes(each));
  const numbers = [...told, ...named];
  // Each dimension has a number of its own that its blocks cover, or squares have one.
  const left = [...numbers];
  const covered = counts.map((count, i) => {
    const isCovered = (each: number): boolean => each > count - (sizes[i] ?? 1) && each <= count;
    const place = left.findIndex(isCovered);
    return (place < 0 ? numbers.find(isCovered) : left.splice(place, 1)[0]) ?? count;
  });
  const [only, another] = own;
  const isFewer = counts.length === 1 && another === undefined && (only ?? 0) < productOf(counts);
  const rounded =
    roundedFrom(counts, sizes, numbers, productOf(covered)) ?? (isFewer ? only : undefined);
  if (rounded === undefined) return [];
  return passed
    .flatMap(({ parameter, arg }) => untoldArrays(host, parameter, arg, frame))
    .map((array) => `array ${array} = ${rounded}`);
}

/** All that is open in the grid are sizes that a tensor is asked for. */
function isOfShapes(
  made: (next: NumberOf) => Choice,
  itemsFor: (choice: Choice) => readonly number[],
): boolean {
  const all = made(() => BASE);
  itemsFor(all);
  return [...all.chosen.values()].every(({ text }) => /\.size\(-?\d+\)$/.test(text));
}

/** Elements for each of which an argument grows by one, where they are several. */
function tileOf(host: Host, arg: TreeNode, frame: Frame, choice: Choice): number | undefined {
  const valueWith = (open: number): number | undefined => {
    const probe = new Choice(
      (_, told) => (told === undefined ? open : undefined),
      () => false,
    );
    for (const [key, { text, value }] of choice.chosen) probe.propose(key, text, value);
    const value = host.choosing(probe, () => host.value(arg, frame));
    return value && numberOf([value], host.greatest);
  };
  const [start, grown] = [valueWith(BASE), valueWith(2 * BASE)];
  const tile = start && grown ? BASE / (grown - start) : 0;
  return Number.isInteger(tile) && tile > 1 && tile <= 1024 ? tile : undefined;
}

/** A stand-in for a large number: kernels may count on its factors of two. Lists of what the grid covers are no
 * shorter than that. */
function smallerThan(told: number, covered: number): number {
  let least = 64;
  while (told % least !== 0) least /= 2;
  const part = least > 2 ? least : 5;
  return covered < told ? Math.ceil(Math.max(covered, part) / part) * part : part;
}

/** Elements from one round to the next, where the text tells: `i += 64`, a constant's name, `i += blockDim.x`. */
export function stepThrough(text: string, name: string, all: string): number | 'block' | undefined {
  const loops = text.matchAll(
    new RegExp(`for\\s*\\([^;{]*;[^;{]*\\b${name}\\b[^;{]*;[^;{)]*\\+=\\s*([\\w.]+)\\s*[,)]`, 'g'),
  );
  const written = [...loops].map(([, step = '']) => step);
  if (written.includes('blockDim.x')) return 'block';
  const steps = written.flatMap((step) => {
    const constant = new RegExp(`\\b${step}\\s*(?:=\\s*)?(\\d+)\\s*(?:;|$)`, 'm').exec(all)?.[1];
    return Number.isInteger(Number(step)) ? [Number(step)] : constant ? [Number(constant)] : [];
  });
  return steps.length === 0 ? undefined : Math.max(...steps);
}
