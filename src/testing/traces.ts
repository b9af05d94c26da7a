import { ColumnBuilder, EVENT } from '../spin/replay-columns.ts';
import type { TraceEvent } from '../trace/events.ts';
import { Trace, type TraceModel } from '../trace/trace.ts';

/** The least of an event that a test cares about. */
export type Sketch =
  | {
      readonly kind: 'message';
      readonly from: number;
      readonly to: number;
      readonly channel: string;
      readonly message: string;
      readonly tick?: number;
      readonly line?: number;
    }
  | {
      readonly kind: 'work';
      readonly pid: number;
      readonly space: string;
      readonly tick: number;
      readonly until: number;
    }
  /** Repeats so many times what the process has done since tick 0. */
  | { readonly kind: 'repeat'; readonly pid: number; readonly tick: number; readonly count: number }
  | { readonly kind: 'time'; readonly tick: number; readonly since: number }
  | { readonly kind: 'finish'; readonly tick: number };

const MESSAGES = ['go', 'done', 'stop', 'tick', 'wait'];

/** A trace of these processes (SPIN's number and name) and events, one step each. */
export function traceOf(
  processes: readonly (readonly [number, string])[],
  events: readonly Sketch[],
  { sources = [], ...about }: Partial<TraceModel> = {},
): Trace {
  const builder = new ColumnBuilder();
  builder.processes.push(...processes);
  const transition = (text: string, line: number): number => {
    const id = builder.transitions.size + 1;
    builder.transitions.set(id, { line, text });
    return id;
  };
  const blank = { kind: 0, transition: 0, pid: 0, other: 0, received: 0, tick: 0, until: 0 };
  for (const [pid] of processes) builder.tell(`@begin ${pid} all`, { ...blank, step: 0 });
  events.forEach((event, index) => {
    const row = { ...blank, kind: EVENT[event.kind], step: index + 1 };
    if (event.kind === 'message') {
      const { from, to, channel, message, line = 1 } = event;
      row.pid = from;
      row.other = to;
      row.transition = transition(`${channel}!${message}`, line);
      row.received = transition(`${channel}?${message}`, line);
      builder.field(MESSAGES.indexOf(message) + 1);
    } else if (event.kind === 'work') {
      row.pid = event.pid;
      row.until = event.until;
      row.other = builder.words.push(event.space) - 1;
    } else if (event.kind === 'repeat') {
      builder.now = event.tick;
      return builder.tell(`@repeat ${event.pid} all ${event.count}`, { ...row, pid: event.pid });
    } else if (event.kind === 'time') row.until = event.since;
    builder.addAt(row, event.tick ?? 0, row.until);
  });
  const mtypes = Object.fromEntries(MESSAGES.map((name, index) => [name, index + 1]));
  return new Trace(builder.columns(events.length), { globals: {}, mtypes }, { sources, ...about });
}

/** The events of a trace of one kind. */
export function eventsOf<K extends TraceEvent['kind']>(
  trace: Trace,
  kind: K,
): Extract<TraceEvent, { kind: K }>[] {
  return Array.from({ length: trace.count }, (_, index) => trace.event(index)).filter(
    (event): event is Extract<TraceEvent, { kind: K }> => event.kind === kind,
  );
}
