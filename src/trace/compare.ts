import type { Ticks } from '../base/ticks.ts';
import { EVENT } from '../spin/replay-columns.ts';
import type { Trace } from './trace.ts';

/** Where two runs part. */
export interface Difference {
  /** The event of each that the other has not; absent where a run has ended. */
  readonly left?: number;
  readonly right?: number;
  /** The earlier of the two. */
  readonly tick: Ticks;
}

/** What an event says of the run, without SPIN's numbers: two models number their steps differently. */
function signature(trace: Trace, index: number): string {
  const { kind, pid, other } = trace.columns;
  const who = trace.label(pid[index] ?? 0);
  switch (kind[index]) {
    case EVENT.message:
      return `${who} ${trace.messageAt(index)} ${trace.label(other[index] ?? 0)}`;
    case EVENT.repeat:
      return `${who} repeats until ${trace.untilAt(index)}`;
    case EVENT.work:
      return `${who} ${trace.columns.words[other[index] ?? 0] ?? ''} ${trace.untilAt(index)}`;
    default:
      return `${kind[index] ?? ''}`;
  }
}

/** The first event from one on that says something of the run; undefined once it has ended. */
function nextTold({ columns: { kind, count } }: Trace, from: number): number | undefined {
  let index = from;
  while (index < count && (kind[index] === EVENT.start || kind[index] === EVENT.time)) index += 1;
  return index < count ? index : undefined;
}

/** The first event, in the order of time, that is not the same in both runs; nothing where they are the
 * same from beginning to end. */
export function firstDifference(left: Trace, right: Trace): Difference | undefined {
  let a = nextTold(left, 0);
  let b = nextTold(right, 0);
  while (a !== undefined && b !== undefined) {
    const [now, then] = [left.tickAt(a), right.tickAt(b)];
    if (now !== then || signature(left, a) !== signature(right, b)) {
      return { left: a, right: b, tick: now < then ? now : then };
    }
    a = nextTold(left, a + 1);
    b = nextTold(right, b + 1);
  }
  if (a !== undefined) return { left: a, tick: left.tickAt(a) };
  return b === undefined ? undefined : { right: b, tick: right.tickAt(b) };
}
