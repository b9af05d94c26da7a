import { attempt, evaluate, show } from '../../front/expr.ts';
import type { FunctionDeclaration } from '../../front/syntax.ts';
import type { KernelParser } from '../../kernel/parser.ts';
import { type Fitted, fitted, type Observation } from './fitted.ts';
import { type Extent, usesIn } from './indices.ts';
import { bracketed } from './asked.ts';
import type { TriedTile } from './tiles.ts';

/** The front's readings of a text. */
export type MissingReads = Pick<KernelParser, 'shapeOf' | 'programOf'>;

/** A launch as far as the text implies it. */
export interface LaunchGuess {
  /** Work-items of a group by dimension. */
  readonly local: readonly Fitted[];
  /** Elements of a group, where they are not its work-items. */
  readonly shares: readonly (Fitted | undefined)[];
  /** Nothing implies a group's size: some are tried. */
  readonly isAnyGroup: boolean;
  /** Work-items in all, where no argument says them. */
  readonly items: readonly string[];
  /** Work-items of a group as the text stands. */
  readonly present: readonly number[];
  /** Arguments that say how long a dimension is. */
  readonly extents: readonly Extent[];
  /** Tiles whose other values lead to a launch. */
  readonly tiles: readonly TriedTile[];
}

interface Sample {
  readonly tiles: Readonly<Record<string, number>>;
  readonly local: readonly number[];
  readonly shares: ReadonlyMap<number, number>;
}

/** Reads the text with other values of its tiles, and sees what the launch does. */
export function launchGuess(
  reads: MissingReads,
  text: string,
  kernel: FunctionDeclaration,
  tiles: readonly TriedTile[],
): LaunchGuess | undefined {
  const kernelName = kernel.name;
  const open = tiles.find(({ isOpen }) => isOpen);
  const present = open ? open.textWith(open.value) : text;
  const shape = reads.shapeOf(present, { kernelName, given: {} });
  if (!shape.ok) return undefined;
  const { geometry, isAnyGroup } = shape.value;
  const items = geometry.global.map((each) => show(each));
  const { kernel: read = kernel } = reads.programOf(present, { kernelName, values: {} });
  const { extents } = usesIn(read);
  const first = sampleOf(reads, present, kernelName, valuesOf(tiles));
  if (!first)
    return {
      local: geometry.local.map((each) => ({ text: show(each) })),
      shares: [],
      isAnyGroup,
      items,
      extents,
      present: [],
      // Those without a value are needed, whatever the groups are.
      tiles: tiles.filter(({ isOpen }) => isOpen),
    };
  const followed = followedTiles(reads, kernelName, tiles, first);
  const tilesOf = followed.map(({ tile }) => tile);
  const samples = [first, ...followed.flatMap((each) => each.samples)].map((sample) => ({
    ...sample,
    tiles: only(sample.tiles, tilesOf),
  }));
  const local = first.local.map((_, dimension) =>
    fitted(samples.map((each) => observed(each, each.local[dimension]))),
  );
  const shares = first.local.map((_, dimension) =>
    first.shares.has(dimension)
      ? fitted(samples.map((each) => observed(each, each.shares.get(dimension))))
      : undefined,
  );
  return {
    local: local.map((each, dimension) => each ?? { text: String(first.local[dimension]) }),
    shares,
    isAnyGroup,
    items,
    extents,
    present: first.local,
    // Groups that follow no rule are left as they are.
    tiles: local.every((each) => each !== undefined) ? tilesOf : [],
  };
}

const observed = ({ tiles }: Sample, value = Number.NaN): Observation => ({ tiles, value });

const valuesOf = (tiles: readonly TriedTile[]): Readonly<Record<string, number>> =>
  Object.fromEntries(tiles.map(({ name, value }) => [name, value]));

const only = (values: Sample['tiles'], tiles: readonly TriedTile[]): Sample['tiles'] =>
  Object.fromEntries(tiles.map(({ name }) => [name, values[name] ?? Number.NaN]));

function followedTiles(
  reads: MissingReads,
  kernelName: string,
  tiles: readonly TriedTile[],
  first: Sample,
): readonly { readonly tile: TriedTile; readonly samples: readonly Sample[] }[] {
  return tiles.flatMap((tile) => {
    const value = tile.value > 2 ? tile.value / 2 : tile.value * 2;
    const values = { ...first.tiles, [tile.name]: value };
    const sample = sampleOf(reads, tile.textWith(value), kernelName, values);
    return sample ? [{ tile, samples: [sample] }] : [];
  });
}

/** Undefined where the text does not tell numbers. */
function sampleOf(
  reads: MissingReads,
  text: string,
  kernelName: string,
  tiles: Readonly<Record<string, number>>,
): Sample | undefined {
  const shape = reads.shapeOf(text, { kernelName, given: {} });
  const { kernel } = reads.programOf(text, { kernelName, values: {} });
  if (!shape.ok || !kernel) return undefined;
  const { geometry } = shape.value;
  const local = attempt(() => geometry.local.map((each) => evaluate(each, {})));
  return local && { tiles, local, shares: usesIn(kernel).shares };
}

/** Work-items where nothing says how many: two groups or more. */
export const itemsOf = ({ text }: Fitted): string =>
  text === '1' ? 'size' : `${bracketed(text)} * max(2, size / ${bracketed(text)})`;

/** Work-items in a dimension that has as many elements as `extent` says. */
export function itemsFor(extent: string, local: Fitted, share: Fitted | undefined): string {
  if (share === undefined || share.text === local.text) return extent;
  return `${bracketed(extent)} / ${bracketed(share.text)} * ${bracketed(local.text)}`;
}
