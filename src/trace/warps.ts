import type { WarpShape } from '../promela/index.ts';
import type { WarpWork } from '../spin/replay-columns.ts';
import type { TraceProcess, WarpPart } from './events.ts';

/** A scheduler's number in its unit, and how many schedulers each stands for. */
interface Scheduler {
  readonly index: number;
  readonly folded: readonly number[];
}

/** An element that runs warps, in people's words. */
export const asScheduler = (process: TraceProcess): TraceProcess => ({
  ...process,
  label: process.label.replace(/^pex\b/, 'scheduler'),
});

/** Warps of a phase, as the model told them. */
export const toldParts = (told: readonly WarpWork[]): WarpPart[] =>
  told.map(({ warp, ticks, laneTicks }) => ({ warp, count: 1, ticks, lanes: laneTicks / ticks }));

/** The first warp of a scheduler, and how many. Folded, 0 stands for those with the most warps and 1 for the others. */
function warpsOf({ items, lanes, schedulers }: WarpShape, { index, folded }: Scheduler) {
  const all = Math.ceil(items / lanes);
  const first = folded.length > 0 && index > 0 ? all % schedulers : index;
  return { first, count: Math.ceil((all - first) / schedulers), all };
}

/** Warps of a phase whose lanes all do the same. The group's last may lack items. */
export function uniformParts(shape: WarpShape, scheduler: Scheduler, ticks: number): WarpPart[] {
  const { items, lanes, schedulers } = shape;
  const { first, count, all } = warpsOf(shape, scheduler);
  const each = ticks / count;
  const rest = items % lanes;
  const last = first + (count - 1) * schedulers;
  if (rest === 0 || last !== all - 1) return [{ warp: first, count, ticks: each, lanes }];
  const full = { warp: first, count: count - 1, ticks: each, lanes };
  return [...(count > 1 ? [full] : []), { warp: last, count: 1, ticks: each, lanes: rest }];
}

/** The share of lanes with nothing to do: masked by a branch, or without an item. */
export function maskedShare(
  shape: WarpShape,
  told: readonly WarpWork[] | undefined,
  scheduler: Scheduler,
): number {
  const { items, lanes, schedulers } = shape;
  if (told) {
    const ticks = told.reduce((sum, part) => sum + part.ticks, 0);
    const together = told.reduce((sum, part) => sum + part.laneTicks, 0);
    return ticks > 0 ? 1 - together / (ticks * lanes) : 0;
  }
  const missing = Math.ceil(items / lanes) * lanes - items;
  const { first, count, all } = warpsOf(shape, scheduler);
  const alike = scheduler.folded[scheduler.index] ?? 1;
  // The last warp is of a scheduler with as many warps as any.
  const hasLast =
    scheduler.folded.length > 0
      ? scheduler.index === 0
      : first + (count - 1) * schedulers === all - 1;
  return hasLast ? missing / (alike * count * lanes) : 0;
}
