import type { Box } from '../drawing/brush.ts';

type Size = Pick<Box, 'width' | 'height'>;

/** Pixels from the card to its subject and the window's edge. */
const GAP = 6;
const EDGE = 4;

/** A card's place: right, left, below or above its box, always inside the room. */
export function placedBeside(box: Box, card: Size, room: Size): { left: number; top: number } {
  const within = (at: number, size: number, all: number): number =>
    Math.max(EDGE, Math.min(at, all - size - EDGE));
  const right = box.x + box.width + GAP;
  const left = box.x - card.width - GAP;
  const below = box.y + box.height + GAP;
  const above = box.y - card.height - GAP;
  const level = within(box.y, card.height, room.height);
  if (right + card.width + EDGE <= room.width)
    return { left: within(right, card.width, room.width), top: level };
  if (left >= EDGE) return { left: within(left, card.width, room.width), top: level };
  const middle = within(box.x + box.width / 2 - card.width / 2, card.width, room.width);
  if (below + card.height + EDGE <= room.height)
    return { left: middle, top: within(below, card.height, room.height) };
  if (above >= EDGE) return { left: middle, top: within(above, card.height, room.height) };
  return { left: within(right, card.width, room.width), top: level };
}
