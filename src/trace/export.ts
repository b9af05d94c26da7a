import { EVENT } from '../spin/replay-columns.ts';
import type { TraceEvent } from './events.ts';
import { messageInWords } from './message-words.ts';
import type { Trace } from './trace.ts';

/** Events one after another, the last one left out. */
export interface EventRange {
  readonly from: number;
  readonly to: number;
  /** Tells which messages are among them. */
  readonly isShown: (event: number) => boolean;
}

/** A process's name in files of other tools. */
const aliasIn =
  (trace: Trace) =>
  (pid: number): string =>
    trace.label(pid).replaceAll(/[^A-Za-z0-9_]/g, '_');

/** The events of a range in order, with their numbers; of messages those that are shown. */
function* eventsIn(
  trace: Trace,
  { from, to, isShown }: EventRange,
): Generator<readonly [TraceEvent, number]> {
  for (let index = from; index < to; index += 1) {
    if (trace.columns.kind[index] !== EVENT.message || isShown(index))
      yield [trace.event(index), index];
  }
}

/** A PlantUML sequence diagram of a range of events. */
export function toPlantUml(trace: Trace, range: EventRange): string {
  const alias = aliasIn(trace);
  const lines = ['@startuml', 'hide footbox'];
  for (const { pid, name, label } of trace.processes) {
    if (name !== 'main') lines.push(`participant "${label}" as ${alias(pid)}`);
  }
  let tick: unknown;
  for (const [event, index] of eventsIn(trace, range)) {
    if (event.kind === 'start' || event.kind === 'time') continue;
    if (event.tick !== tick) {
      tick = event.tick;
      lines.push(`== tick ${event.tick} ==`);
    }
    if (event.kind === 'message') {
      // Answers are drawn with open heads, as on the page.
      const arrow = event.message === 'done' || event.message === 'wait' ? '-->>' : '->';
      const values = event.values.length === 0 ? '' : `(${event.values.join(', ')})`;
      const ends = `${alias(event.from)} ${arrow} ${alias(event.to)}`;
      // Its meaning, and below it the model's words.
      const words = messageInWords(trace, event, index);
      lines.push(`${ends} : ${words}\\n${event.message}${values}`);
    } else if (event.kind === 'work') {
      lines.push(`note over ${alias(event.pid)} : ${event.space} until ${event.until}`);
    } else if (event.kind === 'repeat') {
      const words = `${event.count} more like this until ${event.until}`;
      lines.push(`note over ${alias(event.pid)} : ${words}`);
    } else if (event.kind === 'stuck') {
      lines.push(`note across : nobody can go on: stopped for ever at tick ${event.tick}`);
    } else {
      const values = Object.entries(event.values).map(([name, value]) => `${name} ${value}`);
      lines.push(`note across : finished at tick ${event.tick}: ${values.join(', ')}`);
    }
  }
  lines.push('@enduml', '');
  return lines.join('\n');
}

/** The line that ShiViz (bestchai.bitbucket.io/shiviz) parses a log by. */
export const SHIVIZ_PATTERN = '(?<host>\\S*) (?<clock>{.*})\\n(?<event>.*)';

/** A log for ShiViz with vector clocks. A rendezvous is a send and a receive; model time is a process. */
export function toShiViz(trace: Trace, range: EventRange): string {
  const alias = aliasIn(trace);
  const clocks = new Map<string, Map<string, number>>();
  const lines: string[] = [];
  const clockOf = (who: string): Map<string, number> => {
    let clock = clocks.get(who);
    if (!clock) clocks.set(who, (clock = new Map()));
    return clock;
  };
  const log = (who: string, words: string): void => {
    const clock = clockOf(who);
    clock.set(who, (clock.get(who) ?? 0) + 1);
    lines.push(`${who} ${JSON.stringify(Object.fromEntries(clock))}`, words);
  };
  for (const [event, index] of eventsIn(trace, range)) {
    if (event.kind === 'message') {
      const [sender, receiver] = [alias(event.from), alias(event.to)];
      const words = [event.message, ...event.values].join(' ');
      const meaning = messageInWords(trace, event, index);
      log(sender, `send ${words} to ${receiver} at tick ${event.tick}: ${meaning}`);
      // The receiver learns what the sender knew.
      const own = clockOf(receiver);
      for (const [who, count] of clockOf(sender)) own.set(who, Math.max(own.get(who) ?? 0, count));
      log(receiver, `receive ${words} from ${sender} at tick ${event.tick}`);
    } else if (event.kind === 'work' || event.kind === 'repeat') {
      const what =
        event.kind === 'work' ? `work in ${event.space} memory` : `${event.count} more like this`;
      log(alias(event.pid), `${what} from tick ${event.tick} to ${event.until}`);
    }
  }
  return `${SHIVIZ_PATTERN}\n\n${lines.join('\n')}\n`;
}

/** Times beyond what JSON's readers count exactly become text. */
const toText = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each));

/** The processes and events as JSON in pieces of a megabyte: a million events are too long for one
 * string. */
export function* toJson(trace: Trace): Generator<string> {
  const { endTick, processes, variables, count } = trace;
  const head = { format: 'overtime-trace', version: 1, endTick, processes, variables };
  let piece = `${toText(head).slice(0, -1)},"events":[\n`;
  for (let index = 0; index < count; index += 1) {
    piece += `${toText(trace.event(index))}${index + 1 < count ? ',' : ''}\n`;
    if (piece.length < 1 << 20) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}]}\n`;
}
