import type { Trace, TraceEvent } from './events.ts';

/** What a processing element does with its time. `dispatch`: its unit is being given a group. `repeated`:
 * what the level of abstraction ran once and multiplied, iterations or groups like those before. */
export const TIME_PARTS = [
  'global',
  'local',
  'private',
  'barrier',
  'dispatch',
  'repeated',
  'idle',
] as const;
export type TimePart = (typeof TIME_PARTS)[number];

export interface ElementTime {
  readonly pid: number;
  /** `pex 0` */
  readonly label: string;
  /** Ticks by part. They add up to the model time. */
  readonly ticks: Readonly<Record<TimePart, number>>;
  /** Barriers this element has passed. */
  readonly barriers: number;
}

/** Where the time of a run went, element by element. */
export interface TimeSplit {
  /** Model time, in ticks. */
  readonly time: number;
  readonly elements: readonly ElementTime[];
}

/** What an element is doing between two events. */
interface Doing {
  readonly pid: number;
  readonly label: string;
  readonly unit: number;
  readonly ticks: Record<TimePart, number>;
  barriers: number;
  part: TimePart;
  /** Up to which tick its time is accounted for. */
  until: number;
}

/** Splits the time of every processing element of a run. Elements are told what to do by messages: a
 * unit that is given a group dispatches it, `go` of the unit begins a pass, `done` to the barrier a wait
 * that its `go` ends, `done` to the unit the pass. In a pass, what is neither work nor waiting has been
 * skipped by the level of abstraction. */
export function timeSplit(trace: Trace): TimeSplit {
  const elements = elementsOf(trace);
  /** By unit: elements in a pass. */
  const busy = new Map<number, number>();
  const of = (unit: number): Doing[] => [...elements.values()].filter((one) => one.unit === unit);
  for (const event of trace.events) {
    if (event.kind === 'work') work(elements.get(event.pid), event);
    if (event.kind !== 'message') continue;
    const { channel, message, from, to, tick } = event;
    switch (`${channel} ${message}`) {
      case 'dev_u go':
        for (const element of of(to)) turn(element, tick, 'dispatch');
        break;
      case 'u_pex go':
        turn(elements.get(to), tick, 'repeated');
        busy.set(from, (busy.get(from) ?? 0) + 1);
        break;
      case 'pex_b done':
      case 'pex_g done':
        turn(elements.get(from), tick, 'barrier');
        break;
      case 'b_pex go':
      case 'g_pex go': {
        const element = elements.get(to);
        if (element) element.barriers += 1;
        turn(element, tick, 'repeated');
        break;
      }
      case 'pex_u done': {
        turn(elements.get(from), tick, 'idle');
        const left = (busy.get(to) ?? 0) - 1;
        busy.set(to, left);
        // What the unit waits for now, it waits for in the place of its elements.
        if (left === 0) for (const element of of(to)) turn(element, tick, 'repeated');
        break;
      }
      case 'u_dev done':
        for (const element of of(from)) turn(element, tick, 'idle');
        break;
      default:
    }
  }
  const time = trace.endTick;
  for (const element of elements.values()) turn(element, time, 'idle');
  return {
    time,
    elements: [...elements.values()].map(({ pid, label, ticks, barriers }) => ({
      pid,
      label,
      ticks,
      barriers,
    })),
  };
}

/** The processing elements by number. The processes of a unit follow it. */
function elementsOf({ processes }: Trace): Map<number, Doing> {
  const elements = new Map<number, Doing>();
  let unit = -1;
  for (const { pid, name, label } of processes) {
    if (name === 'unit') unit = pid;
    if (name !== 'pex') continue;
    const ticks: Record<TimePart, number> = {
      global: 0,
      local: 0,
      private: 0,
      barrier: 0,
      dispatch: 0,
      repeated: 0,
      idle: 0,
    };
    elements.set(pid, { pid, label, unit, ticks, barriers: 0, part: 'idle', until: 0 });
  }
  return elements;
}

/** From `tick` on an element does something else. */
function turn(element: Doing | undefined, tick: number, part: TimePart): void {
  if (!element) return;
  element.ticks[element.part] += tick - element.until;
  element.until = tick;
  element.part = part;
}

function work(element: Doing | undefined, event: Extract<TraceEvent, { kind: 'work' }>): void {
  if (!element) return;
  const { part } = element;
  turn(element, event.tick, event.space);
  turn(element, event.until, part);
}

/** Elements with the same split, as one. */
export interface ElementClass {
  readonly labels: readonly string[];
  readonly ticks: Readonly<Record<TimePart, number>>;
  readonly barriers: number;
}

/** The classes of elements in the order of their first. */
export function classesOf({ elements }: TimeSplit): ElementClass[] {
  const classes = new Map<string, { labels: string[]; first: ElementTime }>();
  for (const element of elements) {
    const key = [...TIME_PARTS.map((part) => element.ticks[part]), element.barriers].join(' ');
    const known = classes.get(key);
    if (known) known.labels.push(element.label);
    else classes.set(key, { labels: [element.label], first: element });
  }
  return [...classes.values()].map(({ labels, first: { ticks, barriers } }) => ({
    labels,
    ticks,
    barriers,
  }));
}

/** The element that sets the pace: the one with the most work; the first of several. */
export function busiest({ elements }: TimeSplit): ElementTime | undefined {
  const worked = ({ ticks }: ElementTime): number =>
    ticks.global + ticks.local + ticks.private + ticks.repeated;
  return elements.reduce<ElementTime | undefined>(
    (best, one) => (best && worked(best) >= worked(one) ? best : one),
    undefined,
  );
}
