import { sumOf } from '../base/sum.ts';
import { Heap } from '../base/heap.ts';
import { type Box, type Effort, volumeOf } from './space.ts';

interface Piece {
  readonly box: Box;
  readonly effort: number;
}

/** One shard's work. */
export interface Share {
  readonly pieces: readonly Piece[];
  readonly effort: number;
}

/** Parts per shard, so that errors in prediction even out. */
export const PER_SHARD = 3;

/** Cuts a space into parts and deals them evenly; fewer shards if combinations run out. */
export function shared(whole: Box, effort: Effort, shards: number): readonly Share[] {
  const pieces = cutUp(whole, effort, shards * PER_SHARD);
  const shares = Array.from({ length: Math.min(shards, pieces.length) }, () => ({
    pieces: [] as Piece[],
    effort: 0,
  }));
  // The largest first, each to who has least.
  const waiting = new Heap(
    (one, other) => one.effort - other.effort || one.pieces.length - other.pieces.length,
    shares,
  );
  for (const piece of pieces.toSorted((one, other) => other.effort - one.effort)) {
    const least = waiting.take();
    if (!least) break;
    least.pieces.push(piece);
    least.effort += piece.effort;
    waiting.add(least);
  }
  return shares.filter((share) => share.pieces.length > 0);
}

/** Repeatedly cuts the largest part. */
function cutUp(whole: Box, effort: Effort, wanted: number): readonly Piece[] {
  const pieces = new Heap<Piece>(
    (one, other) => other.effort - one.effort,
    [{ box: whole, effort: sumOf(effort(whole)[0] ?? [1]) }],
  );
  const ready: Piece[] = [];
  while (pieces.size + ready.length < wanted) {
    const piece = pieces.take();
    if (!piece) break;
    const cut = volumeOf(piece.box) < 2 ? [] : halves(piece.box, effort);
    if (cut.length === 0) ready.push(piece);
    else for (const half of cut) pieces.add(half);
  }
  return [...ready, ...pieces.all()];
}

/** The most even cut in two; none if one half would be empty. */
function halves(box: Box, effort: Effort): readonly Piece[] {
  const sums = effort(box);
  let best: readonly Piece[] = [];
  let least = Number.POSITIVE_INFINITY;
  box.forEach(([first, last], axis) => {
    const all = sumOf(sums[axis] ?? []);
    let left = 0;
    for (let end = first; end < last; end += 1) {
      left += sums[axis]?.[end - first] ?? 0;
      const difference = Math.abs(all - 2 * left);
      if (difference >= least || left <= 0 || left >= all) continue;
      least = difference;
      best = [
        { box: box.with(axis, [first, end]), effort: left },
        { box: box.with(axis, [end + 1, last]), effort: all - left },
      ];
    }
  });
  return best;
}
