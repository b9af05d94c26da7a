import { EVENT } from '../spin/replay-columns.ts';
import type { TraceEvent } from './events.ts';
import type { Trace } from './trace.ts';

/** A stretch of events, the last one left out. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

const NAME = /[^A-Za-z0-9_]/g;
const alias = (label: string): string => label.replaceAll(NAME, '_');

/** A PlantUML sequence diagram of a stretch of events. `isShown` tells which messages are in it. */
export function toPlantUml(
  trace: Trace,
  { from, to }: Stretch,
  isShown: (event: number) => boolean,
): string {
  const lines = ['@startuml', 'hide footbox'];
  for (const { name, label } of trace.processes) {
    if (name !== 'main') lines.push(`participant "${label}" as ${alias(label)}`);
  }
  let tick: unknown;
  for (let index = from; index < to; index += 1) {
    const kind = trace.columns.kind[index];
    if (kind === EVENT.start || kind === EVENT.time) continue;
    if (kind === EVENT.message && !isShown(index)) continue;
    const event = trace.event(index);
    if (event.tick !== tick) {
      tick = event.tick;
      lines.push(`== tick ${event.tick} ==`);
    }
    if (event.kind === 'message') {
      // Answers are drawn with open heads, as on the page.
      const arrow = event.message === 'done' || event.message === 'wait' ? '-->>' : '->';
      const values = event.values.length === 0 ? '' : `(${event.values.join(', ')})`;
      lines.push(
        `${alias(trace.label(event.from))} ${arrow} ${alias(trace.label(event.to))} : ${event.message}${values}`,
      );
    } else if (event.kind === 'work') {
      const who = alias(trace.label(event.pid));
      lines.push(`note over ${who} : ${event.space} until ${event.until}`);
    } else if (event.kind === 'repeat') {
      const who = alias(trace.label(event.pid));
      lines.push(`note over ${who} : ${event.count} more like this until ${event.until}`);
    } else if (event.kind === 'finish') {
      const values = Object.entries(event.values).map(([name, value]) => `${name} ${value}`);
      lines.push(`note across : finished at tick ${event.tick}: ${values.join(', ')}`);
    }
  }
  lines.push('@enduml', '');
  return lines.join('\n');
}

/** The line that ShiViz (bestchai.bitbucket.io/shiviz) parses a log by. */
export const SHIVIZ_PATTERN = '(?<host>\\S*) (?<clock>{.*})\\n(?<event>.*)';

/** A log for ShiViz: every event with the vector clock of its process. A rendezvous is a send and a
 * receive. The clock of model time is one of the processes. */
export function toShiViz(
  trace: Trace,
  { from, to }: Stretch,
  isShown: (event: number) => boolean,
): string {
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
  for (let index = from; index < to; index += 1) {
    const { kind } = trace.columns;
    if (kind[index] === EVENT.message && isShown(index)) {
      const event = trace.event(index);
      if (event.kind !== 'message') continue;
      const sender = alias(trace.label(event.from));
      const receiver = alias(trace.label(event.to));
      const words = [event.message, ...event.values].join(' ');
      log(sender, `send ${words} to ${receiver} at tick ${event.tick}`);
      // The receiver learns what the sender knew.
      const own = clockOf(receiver);
      for (const [who, count] of clockOf(sender)) own.set(who, Math.max(own.get(who) ?? 0, count));
      log(receiver, `receive ${words} from ${sender} at tick ${event.tick}`);
    } else if (kind[index] === EVENT.work || kind[index] === EVENT.repeat) {
      const event = trace.event(index);
      if (event.kind === 'work') {
        log(
          alias(trace.label(event.pid)),
          `work in ${event.space} memory from tick ${event.tick} to ${event.until}`,
        );
      } else if (event.kind === 'repeat') {
        log(
          alias(trace.label(event.pid)),
          `${event.count} more like this from tick ${event.tick} to ${event.until}`,
        );
      }
    }
  }
  return `${SHIVIZ_PATTERN}\n\n${lines.join('\n')}\n`;
}

/** Times beyond what JSON's readers count exactly become text. */
const plain = (event: TraceEvent): unknown =>
  JSON.parse(
    JSON.stringify(event, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    ),
  );

/** The processes and events of a stretch, as JSON in pieces: a million events are too long for one
 * string. */
export function* toJson(trace: Trace, { from, to }: Stretch): Generator<string> {
  const head = {
    format: 'overtime-trace',
    version: 1,
    endTick: typeof trace.endTick === 'bigint' ? trace.endTick.toString() : trace.endTick,
    processes: trace.processes,
    variables: trace.variables,
  };
  yield `${JSON.stringify(head).slice(0, -1)},"events":[\n`;
  for (let index = from; index < to; index += 1) {
    yield `${JSON.stringify(plain(trace.event(index)))}${index + 1 < to ? ',' : ''}\n`;
  }
  yield ']}\n';
}
