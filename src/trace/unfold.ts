import { addTicks, type Ticks } from '../base/ticks.ts';
import { EVENT, type Repeat } from '../spin/replay-columns.ts';
import { ColumnJoiner } from './joined-columns.ts';
import type { Trace } from './trace.ts';

/** A stretch that the model multiplied instead of going through it, once or by several elements together. */
export interface Repetitions {
  /** The event that tells it; of several elements the first of theirs. */
  readonly event: number;
  /** Whose it is; the first of several. */
  readonly pid: number;
  readonly count: number;
  readonly period: Ticks;
  /** When the first repetition begins. */
  readonly tick: Ticks;
  /** The events of its pattern, up to `event`. */
  readonly from: number;
  /** The first event at a later tick. */
  readonly after: number;
}

/** A run with one of the repetitions in its place. */
export interface Unfolded {
  readonly trace: Trace;
  /** Its first event, and the first that is none of its. */
  readonly first: number;
  readonly end: number;
  /** When it begins and ends. */
  readonly from: Ticks;
  readonly until: Ticks;
}

/** The repetition that an event tells; undefined where others work in the middle of one. */
export function repetitionsAt(trace: Trace, event: number): Repetitions | undefined {
  const { columns } = trace;
  const told = columns.repeats.get(event);
  if (!told || told.count < 1) return undefined;
  const { tick, kind, count } = columns;
  const isSame = (other: number): boolean => {
    const repeat = columns.repeats.get(other);
    return repeat?.count === told.count && repeat.began === told.began;
  };
  const now = tick[event] ?? 0;
  let first = event;
  for (let at = event - 1; at >= 0 && tick[at] === now && kind[at] !== EVENT.work; at -= 1)
    if (isSame(at)) first = at;
  let after = event + 1;
  for (; after < count && tick[after] === now && kind[after] !== EVENT.time; after += 1) {
    if (kind[after] === EVENT.work) return undefined;
  }
  const at = trace.tickAt(event);
  const period = addTicks(at, -BigInt(told.began));
  if (Number(period) <= 0) return undefined;
  const pattern = columns.repeats.get(first) ?? told;
  const pid = columns.pid[first] ?? 0;
  return {
    event: first,
    pid,
    count: told.count,
    period,
    tick: at,
    from: beginOf(trace, pid, pattern),
    after,
  };
}

/** Where the pattern of a process begins: of a unit, with the message that gives it a group. */
function beginOf(trace: Trace, pid: number, { event }: Repeat): number {
  const { kind, other, tick } = trace.columns;
  if (trace.process(pid)?.name !== 'unit') return event;
  for (let at = event - 1; at >= 0 && tick[at] === tick[event]; at -= 1)
    if (kind[at] === EVENT.message && other[at] === pid) return at;
  return event;
}

/** The run with repetition `number`, from 1, in its place. The rest stays folded. */
export function unfold(trace: Trace, repeated: Repetitions, number: number): Unfolded {
  const { columns } = trace;
  const { event, from, after, period, count, tick } = repeated;
  const later = (times: number): Ticks => BigInt(period) * BigInt(times);
  const begins = addTicks(tick, later(number - 1));
  const ends = addTicks(tick, later(number));
  const joined = new ColumnJoiner(columns);
  joined.add(0, event);
  if (number > 1) {
    joined.add(event, after, {
      repeat: (_, repeat) => ({ ...repeat, count: number - 1, until: begins }),
    });
    joined.passTime(begins);
  }
  const first = joined.count;
  joined.add(from, event, { later: later(number), isCopy: true });
  const end = joined.count;
  const rest = count - number;
  joined.add(event, after, {
    later: later(number),
    isCopy: true,
    ...(rest > 0 && {
      repeat: (at, { event: begun }) => ({
        count: rest,
        began: begins,
        event: first + Math.max(0, begun - from),
        until: trace.untilAt(at),
      }),
    }),
  });
  joined.since(ends);
  joined.add(after, columns.count);
  return { trace: trace.withColumns(joined.columns()), first, end, from: begins, until: ends };
}
