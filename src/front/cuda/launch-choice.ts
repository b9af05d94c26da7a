import type { TreeNode } from '../tree-node.ts';
import { productOf } from '../../base/product.ts';
import { type Expr, num } from '../expr.ts';
import type { Declarator } from '../syntax.ts';
import { Choice, type Chosen, isLarge, type NumberOf } from './choice.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import {
  argumentsOf,
  numbersPassed,
  passedTo,
  proposeShapes,
  untoldArrays,
} from './launch-arguments.ts';
import { blocksOf, type Grid, gridOf, numberOf } from './launch-grid.ts';
import { BASE, growthsOf, PRIMES, ranksOf, waysFor } from './launch-growth.ts';
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
/** The same where no fewer can be chosen; more are not run one by one. */
export const MOST_ITEMS = 32_768;

/** Most open names in a grid. */
const MOST_NAMES = 12;

/** Elements of a tile that a row of threads goes through, where the text tells no larger one. */
const TILE = 32;
const MOST_TILE = 512;

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
  { local, isTold, items: stated }: Grid,
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
  const bestOf = (limit: number, ranks?: readonly number[]) =>
    [...waysFor(sizes, growths, isWhole, ranks)]
      .map((way) => ({ way, items: itemsFor(made(way)) }))
      .filter(
        ({ items }) =>
          items.length > 0 &&
          productOf(items) <= limit &&
          // Items leave out the last dimensions that have one block.
          sizes.every((size, i) => (items[i] ?? 1) >= (isSeveral(i) ? 2 : 1) * size),
      )
      .toSorted((a, b) => productOf(a.items) - productOf(b.items))[0];
  const ranks = ranksOf(growths.map(({ told }) => told));
  // Numbers that differ in the text do so too, if they can: one may stand in place of another.
  const best =
    (ranks.some((rank) => rank > 0) ? bestOf(MOST_CHOSEN, ranks) : undefined) ??
    bestOf(MOST_CHOSEN) ??
    bestOf(MOST_ITEMS);
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
    // Who goes round for more than there are threads does so here too.
    const threads = isTold ? (numberOf(stated, host.greatest) ?? Infinity) : Infinity;
    const leastOf = (told: number): number => (told > threads ? productOf(items) + 1 : 0);
    // A tile and a part of the next, or two: what one leaves the next finds.
    const [width = 1, height = 1] = sizes;
    const least = height > 1 ? width : TILE;
    for (const { parameter, arg } of passed) {
      if (!strided.has(parameter.name)) continue;
      const step = strided.get(parameter.name) ?? 0;
      const tile = Math.max(least, Math.min(step === 'block' ? width : step, MOST_TILE));
      choice.next = (_, told) =>
        told === undefined ? (isWhole ? 2 * tile : tile + 1) : smallerThan(told, leastOf(told));
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
      if (told !== undefined) return smallerThan(told, Math.max(covered, leastOf(told)));
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
      empty: emptyArguments(host, passedTo(host, launch, frame, parameters)),
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
