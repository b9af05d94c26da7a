/** How `count` equal boxes fill a frame of a width and height with the largest boxes. */
export interface Tiling {
  readonly columns: number;
  readonly rows: number;
}

/** The tiling whose boxes come closest to an aspect ratio (width to height) and are largest. */
export function tile(count: number, width: number, height: number, aspect: number): Tiling {
  let best: Tiling = { columns: 1, rows: count };
  let bestSide = 0;
  // Beyond this many columns boxes are thinner than a pixel in any frame this page has.
  const most = Math.min(count, 2048);
  for (let columns = 1; columns <= most; columns += 1) {
    const rows = Math.ceil(count / columns);
    const side = Math.min(width / columns / aspect, height / rows);
    if (side > bestSide + 1e-9) {
      bestSide = side;
      best = { columns, rows };
    }
  }
  return best;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Boxes of equal size in a frame, row by row, with a gap between them. */
export function boxes(count: number, frame: Box, gap: number, aspect: number): Box[] {
  const { columns, rows } = tile(count, frame.width, frame.height, aspect);
  const width = (frame.width - gap * (columns - 1)) / columns;
  const height = (frame.height - gap * (rows - 1)) / rows;
  return Array.from({ length: count }, (_, index) => ({
    x: frame.x + (index % columns) * (width + gap),
    y: frame.y + Math.floor(index / columns) * (height + gap),
    width,
    height,
  }));
}

export interface Picture {
  readonly devices: readonly Box[];
  readonly units: readonly Box[];
  /** Empty where elements would be too small to tell apart. */
  readonly elements: readonly Box[];
}

/** Boxes thinner than this cannot be told apart, so the box around them is hatched instead. */
const LEAST = 2;
const MOST_BOXES = 6000;

/** Devices hold units hold elements, each level drawn to one scale, as far as they can be told apart. */
export function layOutPlatform(
  platform: { readonly devices: number; readonly units: number; readonly elements: number },
  width: number,
  height: number,
): Picture {
  const frame: Box = { x: 0.5, y: 0.5, width: width - 1, height: height - 1 };
  const devices = boxes(
    Math.min(platform.devices, MOST_BOXES),
    frame,
    platform.devices > 16 ? 2 : 6,
    1.2,
  );
  const device = devices[0];
  if (!device || device.width < 4 * LEAST) return { devices, units: [], elements: [] };
  if (platform.devices * platform.units > MOST_BOXES) return { devices, units: [], elements: [] };
  const pad = device.width > 60 ? 4 : 1;
  const gap = platform.units > 32 ? 1.5 : 4;
  const units = devices.flatMap((each) => boxes(platform.units, inside(each, pad), gap, 1.2));
  const unit = units[0];
  if (!unit || unit.width < LEAST || unit.height < LEAST) {
    return { devices, units: [], elements: [] };
  }
  if (units.length * platform.elements > MOST_BOXES) return { devices, units, elements: [] };
  const padding = unit.width > 40 ? 4 : 1;
  const between = unit.width > 40 && platform.elements <= 64 ? 2 : 0.8;
  const elements = units.flatMap((each) =>
    boxes(platform.elements, inside(each, padding), between, 1),
  );
  const element = elements[0];
  const clear = element && element.width >= LEAST && element.height >= LEAST;
  return { devices, units, elements: clear ? elements : [] };
}

const inside = ({ x, y, width, height }: Box, pad: number): Box => ({
  x: x + pad,
  y: y + pad,
  width: width - 2 * pad,
  height: height - 2 * pad,
});
