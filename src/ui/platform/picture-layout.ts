import type { Box, Point } from '../drawing/brush.ts';

/** Boxes, gaps and edges of each level, in sides of an element, so that all have one scale. */
const LEVELS = [
  { of: 'elements', gap: 0.25, padding: 0.4 },
  { of: 'units', gap: 0.5, padding: 0.7 },
  { of: 'devices', gap: 1, padding: 0 },
] as const;

type Level = (typeof LEVELS)[number];

/** Counts of each in its holder. */
export type Platform = Readonly<Record<Level['of'], number>>;

/** No elements where they would be too small to tell apart; the units stand for them. */
type Picture = Readonly<Record<Level['of'], readonly Box[]>>;

/** Sides of an element in CSS pixels: larger looks coarse, smaller cannot be told apart. */
const MOST_SIDE = 28;
const LEAST_SIDE = 2;
/** Boxes beyond this number are left to the level above. */
const MOST_BOXES = 8000;

type Size = Pick<Box, 'width' | 'height'>;

/** The boxes of a level in what holds them, and the size of each. */
interface Grid extends Size {
  readonly level: Level;
  readonly columns: number;
  readonly rows: number;
}

interface Arrangement {
  /** From the elements of a unit to the devices. */
  readonly grids: readonly Grid[];
  /** Side of an element in CSS pixels. */
  readonly side: number;
}

/** Length of a row of equal boxes with what is around them. */
const along = (count: number, box: number, { gap, padding }: Level): number =>
  count * (box + gap) - gap + 2 * padding;

/** Numbers of columns worth trying: every small one, then ever wider steps. */
function columnsToTry(count: number): number[] {
  const columns: number[] = [];
  for (let each = 1; each <= Math.min(count, 512); each += Math.max(1, Math.floor(each / 12))) {
    columns.push(each);
  }
  if (count <= 512 && !columns.includes(count)) columns.push(count);
  return columns;
}

/** Long strips and grids with much air read badly as a unit. */
const readsWell = (columns: number, rows: number, count: number): boolean =>
  (count <= 3 || columns <= 8 * rows) && rows <= 4 * columns && columns * rows <= 1.3 * count + 1;

/** The arrangement of rows and columns, at all levels from one on, that makes an element largest. */
function arrange(
  platform: Platform,
  frame: Size,
  box = { width: 1, height: 1 },
  at = 0,
): Arrangement {
  const level = LEVELS[at];
  if (!level) {
    return { grids: [], side: Math.min(frame.width / box.width, frame.height / box.height) };
  }
  const count = platform[level.of];
  let best: Arrangement = { grids: [], side: 0 };
  for (const columns of columnsToTry(count)) {
    const rows = Math.ceil(count / columns);
    if (at === 0 && !readsWell(columns, rows, count)) continue;
    const holder = {
      width: along(columns, box.width, level),
      height: along(rows, box.height, level),
    };
    const above = arrange(platform, frame, holder, at + 1);
    if (above.side > best.side) {
      best = { grids: [{ level, columns, rows, ...box }, ...above.grids], side: above.side };
    }
  }
  return best;
}

/** Devices hold units hold elements, drawn to one scale in a frame of CSS pixels. */
export function layOutPlatform(platform: Platform, width: number, height: number): Picture {
  const { grids, side: most } = arrange(platform, { width: width - 2, height: height - 2 });
  const side = Math.min(most, MOST_SIDE);
  const picture: Record<Level['of'], readonly Box[]> = { devices: [], units: [], elements: [] };
  let holders: readonly Point[] | undefined;
  for (const grid of grids.toReversed()) {
    const { level, columns, rows } = grid;
    const count = platform[level.of];
    const size = { width: grid.width * side, height: grid.height * side };
    holders ??= [
      {
        x: (width - along(columns, grid.width, level) * side) / 2,
        y: (height - along(rows, grid.height, level) * side) / 2,
      },
    ];
    const tooSmall = level.of !== 'devices' && size.width < LEAST_SIDE;
    if (tooSmall || holders.length * count > MOST_BOXES) break;
    const [inset, gap] = [level.padding * side, level.gap * side];
    holders = picture[level.of] = holders.flatMap(({ x, y }) =>
      Array.from({ length: count }, (_, index) => ({
        x: x + inset + (index % columns) * (size.width + gap),
        y: y + inset + Math.floor(index / columns) * (size.height + gap),
        ...size,
      })),
    );
  }
  return picture;
}
