export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Picture {
  readonly devices: readonly Box[];
  readonly units: readonly Box[];
  /** Empty where elements would be too small to tell apart; the units stand for them. */
  readonly elements: readonly Box[];
}

export interface Platform {
  readonly devices: number;
  readonly units: number;
  readonly elements: number;
}

// Distances in sides of an element, so that all levels are drawn to one scale.
const ELEMENT_GAP = 0.25;
const UNIT_PADDING = 0.4;
const UNIT_GAP = 0.5;
const DEVICE_PADDING = 0.7;
const DEVICE_GAP = 1;

/** Sides of an element in CSS pixels: larger looks coarse, smaller cannot be told apart. */
const MOST_SIDE = 28;
const LEAST_SIDE = 2;
/** Boxes beyond this number are left to the level above. */
const MOST_BOXES = 8000;

interface Grid {
  readonly columns: number;
  readonly rows: number;
}

interface Arrangement {
  readonly elements: Grid;
  readonly units: Grid;
  readonly devices: Grid;
  /** Side of an element in CSS pixels. */
  readonly side: number;
}

/** Length of a row of equal boxes. */
const along = (count: number, box: number, gap: number): number => count * (box + gap) - gap;

const unitWidth = (elements: number): number => along(elements, 1, ELEMENT_GAP) + 2 * UNIT_PADDING;
const deviceWidth = (units: number, unit: number): number =>
  along(units, unit, UNIT_GAP) + 2 * DEVICE_PADDING;

/** Numbers of columns worth trying: every small one, then ever wider steps. */
function columnsToTry(count: number): number[] {
  const columns: number[] = [];
  for (let each = 1; each <= Math.min(count, 512); each += Math.max(1, Math.floor(each / 12))) {
    columns.push(each);
  }
  if (count <= 512 && !columns.includes(count)) columns.push(count);
  return columns;
}

const gridOf = (count: number, columns: number): Grid => ({
  columns,
  rows: Math.ceil(count / columns),
});

/** The arrangement of rows and columns, at all three levels, that makes an element largest. */
function arrange(
  { devices, units, elements }: Platform,
  width: number,
  height: number,
): Arrangement {
  let best: Arrangement = {
    elements: gridOf(elements, 1),
    units: gridOf(units, 1),
    devices: gridOf(devices, 1),
    side: 0,
  };
  for (const elementColumns of columnsToTry(elements)) {
    const inUnit = gridOf(elements, elementColumns);
    // Long strips and grids with much air read badly as a unit.
    if (elements > 3 && inUnit.columns > 8 * inUnit.rows) continue;
    if (inUnit.rows > 4 * inUnit.columns) continue;
    if (inUnit.columns * inUnit.rows > 1.3 * elements + 1) continue;
    for (const unitColumns of columnsToTry(units)) {
      const inDevice = gridOf(units, unitColumns);
      const deviceW = deviceWidth(inDevice.columns, unitWidth(inUnit.columns));
      const deviceH = deviceWidth(inDevice.rows, unitWidth(inUnit.rows));
      for (const deviceColumns of columnsToTry(devices)) {
        const all = gridOf(devices, deviceColumns);
        const side = Math.min(
          width / along(all.columns, deviceW, DEVICE_GAP),
          height / along(all.rows, deviceH, DEVICE_GAP),
        );
        if (side > best.side) best = { elements: inUnit, units: inDevice, devices: all, side };
      }
    }
  }
  return { ...best, side: Math.min(best.side, MOST_SIDE) };
}

/** Devices hold units hold elements, drawn to one scale in a frame of CSS pixels. */
export function layOutPlatform(platform: Platform, width: number, height: number): Picture {
  const { elements, units, devices, side } = arrange(platform, width - 2, height - 2);
  const unit = {
    width: unitWidth(elements.columns) * side,
    height: unitWidth(elements.rows) * side,
  };
  const device = {
    width: deviceWidth(units.columns, unitWidth(elements.columns)) * side,
    height: deviceWidth(units.rows, unitWidth(elements.rows)) * side,
  };
  const frame = {
    x: (width - along(devices.columns, device.width, DEVICE_GAP * side)) / 2,
    y: (height - along(devices.rows, device.height, DEVICE_GAP * side)) / 2,
  };
  const { devices: deviceCount, units: unitCount, elements: elementCount } = platform;
  if (deviceCount > MOST_BOXES) return { devices: [], units: [], elements: [] };
  const deviceBoxes = boxes(deviceCount, devices, frame, device, DEVICE_GAP * side);
  if (deviceCount * unitCount > MOST_BOXES || unit.width < LEAST_SIDE) {
    return { devices: deviceBoxes, units: [], elements: [] };
  }
  const unitBoxes = deviceBoxes.flatMap((each) =>
    boxes(unitCount, units, inside(each, DEVICE_PADDING * side), unit, UNIT_GAP * side),
  );
  if (unitBoxes.length * elementCount > MOST_BOXES || side < LEAST_SIDE) {
    return { devices: deviceBoxes, units: unitBoxes, elements: [] };
  }
  const one = { width: side, height: side };
  const elementBoxes = unitBoxes.flatMap((each) =>
    boxes(elementCount, elements, inside(each, UNIT_PADDING * side), one, ELEMENT_GAP * side),
  );
  return { devices: deviceBoxes, units: unitBoxes, elements: elementBoxes };
}

const inside = ({ x, y }: Box, padding: number): { x: number; y: number } => ({
  x: x + padding,
  y: y + padding,
});

function boxes(
  count: number,
  grid: Grid,
  at: { readonly x: number; readonly y: number },
  size: { readonly width: number; readonly height: number },
  gap: number,
): Box[] {
  return Array.from({ length: count }, (_, index) => ({
    x: at.x + (index % grid.columns) * (size.width + gap),
    y: at.y + Math.floor(index / grid.columns) * (size.height + gap),
    ...size,
  }));
}
