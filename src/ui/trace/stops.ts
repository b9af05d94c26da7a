import { EVENT } from '../../session/index.ts';
import type { Track } from './cursor.ts';
import { messageWords, type SequenceLayout, wordsIn } from './sequence-layout.ts';

type Direction = 1 | -1;

/** The nearest stop in a direction whose event is wanted. */
function nearest(
  { stops }: SequenceLayout,
  position: number,
  direction: Direction,
  isWanted: (event: number) => boolean,
): number | undefined {
  for (let at = position + direction; at >= 0 && at < stops.length; at += direction) {
    if (isWanted(stops[at] ?? 0)) return at;
  }
  return undefined;
}

/** The stop of the next message of a process, or the one before. */
export function stopOfProcess(
  layout: SequenceLayout,
  position: number,
  direction: Direction,
  process: number | null,
): number | undefined {
  const { kind, pid, other } = layout.trace.columns;
  return nearest(
    layout,
    position,
    direction,
    (event) =>
      kind[event] === EVENT.message && (pid[event] === process || other[event] === process),
  );
}

/** The stop of the next message with all these words, or the one before. */
export function stopOfWords(
  layout: SequenceLayout,
  position: number,
  direction: Direction,
  text: string,
): number | undefined {
  const { trace } = layout;
  const wanted = wordsIn(text);
  if (wanted.length === 0) return undefined;
  return nearest(layout, position, direction, (event) => {
    if (trace.columns.kind[event] !== EVENT.message) return false;
    const words = messageWords(trace, event);
    return wanted.every((word) => words.includes(word));
  });
}

/** The first stop of the next tick that has one, or of the one before. */
export function stopOfTick(
  layout: SequenceLayout,
  { event, position }: { readonly event: number; readonly position: number },
  direction: Direction,
): number | undefined {
  const { tick } = layout.trace.columns;
  const now = tick[event] ?? 0;
  const found = nearest(layout, position, direction, (each) => (tick[each] ?? 0) !== now);
  if (found === undefined || direction > 0) return found;
  // The beginning of the tick before, not its end.
  const then = tick[layout.stops[found] ?? 0];
  return 1 + (nearest(layout, found, -1, (each) => tick[each] !== then) ?? -1);
}

/** The event by which the next barrier lets go, or the one before. */
export function releaseAfter(
  { releases: { event: released, count } }: Track['timeline'],
  event: number,
  direction: Direction,
): number | undefined {
  const inOrder = released.subarray(0, count);
  return direction > 0
    ? inOrder.find((each) => each > event)
    : inOrder.findLast((each) => each < event);
}
