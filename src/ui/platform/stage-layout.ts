import type { Box, Point } from '../drawing/brush.ts';
import type { StagePart } from './stage-parts.ts';

/** A part in its place. */
export interface PlacedPart {
  readonly part: StagePart;
  readonly box: Box;
  /** Where its name stands and where it is pressed: all of it, or the head of what holds others. */
  readonly head: Box;
}

/** The picture of a platform, from the outside in: what holds others comes before them. */
export interface StageLayout {
  readonly parts: readonly PlacedPart[];
  /** By process number. */
  readonly byPid: ReadonlyMap<number, PlacedPart>;
}

/** The largest that those who work are drawn, as wide as a projector needs. */
const MOST = { width: 360, height: 200 };
/** Best ratio of width to height. */
const SHAPE = 1.6;

/** Room for frames and shadows. */
const EDGE = 4;

interface Grid {
  readonly columns: number;
  readonly cell: Pick<Box, 'width' | 'height'>;
  readonly score: number;
}

/** The number of columns that makes equal boxes in a frame largest, in the shape that is wanted. */
function gridOf(
  amount: number,
  frame: Pick<Box, 'width' | 'height'>,
  gap: number,
  shape: number,
): Grid {
  let best: Grid = { columns: 1, cell: { width: 0, height: 0 }, score: -Infinity };
  for (let columns = 1; columns <= Math.max(1, amount); columns += 1) {
    const rows = Math.max(1, Math.ceil(amount / columns));
    const width = (frame.width - (columns - 1) * gap) / columns;
    const height = (frame.height - (rows - 1) * gap) / rows;
    const score = Math.min(width / shape, height);
    // The fuller grid wins a tie.
    if (score > best.score + 0.01) best = { columns, cell: { width, height }, score };
  }
  return best;
}

const placesOf = (
  amount: number,
  { x, y, width, height }: Box,
  { columns, cell }: Grid,
  gap: number,
): Box[] => {
  const rows = Math.max(1, Math.ceil(amount / columns));
  const across = Math.min(columns, Math.max(1, amount));
  const left = x + (width - across * (cell.width + gap) + gap) / 2;
  const top = y + (height - rows * (cell.height + gap) + gap) / 2;
  return Array.from({ length: amount }, (_, index) => ({
    x: left + (index % columns) * (cell.width + gap),
    y: top + Math.floor(index / columns) * (cell.height + gap),
    ...cell,
  }));
};

const within = (least: number, value: number, most: number): number =>
  Math.max(least, Math.min(most, value));

/** Lays parts out in a frame: host and clock above, devices below, workers of a unit in a grid. */
export function layOutStage(
  parts: readonly StagePart[],
  width: number,
  height: number,
): StageLayout {
  const placed: PlacedPart[] = [];
  const gap = within(3, Math.min(width, height) * 0.018, 14);
  const of = (holder: number | undefined, kind: StagePart['kind']): StagePart[] =>
    parts.filter((part) => part.kind === kind && part.holder === holder);
  const whole = (part: StagePart, box: Box): void => void placed.push({ part, box, head: box });

  // The host sets off what the devices do, the clock is everybody's.
  const top = within(19, height * 0.09, 54);
  const [host, clock] = [of(undefined, 'host')[0], of(undefined, 'clock')[0]];
  const side = within(30, width * (width < 400 ? 0.44 : 0.3), 230);
  if (host) whole(host, { x: EDGE, y: EDGE, width: side, height: top });
  if (clock) whole(clock, { x: width - side - EDGE, y: EDGE, width: side, height: top });

  // Messages between host, clock and machine have this room to be read in.
  const below = EDGE + top + within(6, height * 0.05, 36);
  const machine: Box = {
    x: EDGE,
    y: below,
    width: Math.max(1, width - 2 * EDGE),
    height: Math.max(1, height - below - EDGE),
  };
  const devices = of(undefined, 'device');
  // The device semantics has no process for the device: its units stand in the machine themselves.
  if (devices.length === 0) placeUnits(undefined, machine);
  const grid = gridOf(devices.length, machine, gap, 1.4);
  placesOf(devices.length, machine, grid, gap).forEach((box, index) => {
    const device = devices[index];
    if (!device) return;
    const head = headOf(box);
    placed.push({ part: device, box, head });
    const services = of(device.pid, 'service');
    const inner = insideOf(box, head, gap);
    placeUnits(device.pid, placeServices(services, inner));
  });

  function placeUnits(holder: number | undefined, frame: Box): void {
    const units = of(holder, 'unit');
    const cells = gridOf(units.length, frame, gap, 1.3);
    placesOf(units.length, frame, cells, gap).forEach((box, index) => {
      const unit = units[index];
      if (!unit) return;
      const head = headOf(box);
      placed.push({ part: unit, box, head });
      const inner = placeServices(of(unit.pid, 'service'), insideOf(box, head, gap));
      const workers = of(unit.pid, 'worker');
      const between = within(1.5, Math.min(width, height) * 0.022, 20);
      const fitting = gridOf(workers.length, inner, between, SHAPE);
      const cell = {
        width: Math.min(fitting.cell.width, MOST.width),
        height: Math.min(fitting.cell.height, MOST.height),
      };
      placesOf(workers.length, inner, { ...fitting, cell }, between).forEach((place, at) => {
        const worker = workers[at];
        if (worker) whole(worker, place);
      });
    });
  }

  /** A row of services, or several; returns what is left below them. */
  function placeServices(services: readonly StagePart[], frame: Box): Box {
    if (services.length === 0) return frame;
    const between = within(1.5, gap * 0.5, 6);
    const columns = Math.max(1, Math.min(services.length, Math.floor(frame.width / 76)));
    const rows = Math.ceil(services.length / columns);
    const tall = within(5, Math.min(frame.height * 0.16, (frame.height * 0.45) / rows), 40);
    const wide = (frame.width - (columns - 1) * between) / columns;
    services.forEach((service, index) =>
      whole(service, {
        x: frame.x + (index % columns) * (wide + between),
        y: frame.y + Math.floor(index / columns) * (tall + between),
        width: wide,
        height: tall,
      }),
    );
    const used = rows * (tall + between) - between + gap * 0.7;
    return { ...frame, y: frame.y + used, height: Math.max(1, frame.height - used) };
  }

  return { parts: placed, byPid: new Map(placed.map((each) => [each.part.pid, each])) };
}

/** The head of what holds others: high enough for a name where there is room for one. */
const headOf = (box: Box): Box => ({
  ...box,
  height: within(5, box.height * 0.12, box.height < 90 ? 8 : 30),
});

const insideOf = (box: Box, head: Box, gap: number): Box => {
  const inset = Math.min(gap, box.width * 0.06);
  return {
    x: box.x + inset,
    y: box.y + head.height + inset * 0.6,
    width: Math.max(1, box.width - 2 * inset),
    height: Math.max(1, box.height - head.height - inset * 1.6),
  };
};

export const middleOf = ({ x, y, width, height }: Box): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});

/** Where a line from the middle of a box towards a point leaves the box. */
export function edgeOf(box: Box, towards: Point): Point {
  const middle = middleOf(box);
  const [dx, dy] = [towards.x - middle.x, towards.y - middle.y];
  if (dx === 0 && dy === 0) return middle;
  const share = Math.min(
    dx === 0 ? Infinity : box.width / 2 / Math.abs(dx),
    dy === 0 ? Infinity : box.height / 2 / Math.abs(dy),
  );
  // A point inside the box is reached, not passed.
  const reach = Math.min(1, share);
  return { x: middle.x + dx * reach, y: middle.y + dy * reach };
}
