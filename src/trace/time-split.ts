import { EVENT } from '../spin/replay-columns.ts';
import { timelineOf } from './spans.ts';
import type { Trace } from './trace.ts';

/** What a processing element does with its time. `dispatch`: its unit is being given a group. `repeat`:
 * what the level of abstraction ran once and multiplied, iterations or groups like those before. */
export const TIME_PARTS = [
  'global',
  'local',
  'private',
  'barrier',
  'dispatch',
  'repeat',
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
  /** Model time, in ticks, as near as a double comes. */
  readonly time: number;
  readonly elements: readonly ElementTime[];
}

/** Splits the time of every processing element of a run. */
export function timeSplit(trace: Trace): TimeSplit {
  const { lanes } = timelineOf(trace);
  const barriers = barriersPassed(trace);
  const elements = trace.processes.flatMap(({ pid, name, label }): ElementTime[] => {
    const lane = name === 'pex' ? lanes.find((one) => one.pid === pid) : undefined;
    if (!lane) return [];
    // An element is never `busy`; that is a word for units.
    const { busy: _, ...ticks } = lane.totals();
    return [{ pid, label, ticks, barriers: barriers.get(pid) ?? 0 }];
  });
  return { time: Number(trace.endTick), elements };
}

/** By element: how often a barrier has let it go on. */
function barriersPassed(trace: Trace): ReadonlyMap<number, number> {
  const passed = new Map<number, number>();
  const { kind, other, count } = trace.columns;
  for (let event = 0; event < count; event += 1) {
    if (kind[event] !== EVENT.message) continue;
    const channel = trace.channelAt(event);
    if ((channel === 'b_pex' || channel === 'g_pex') && trace.messageAt(event) === 'go') {
      const pid = other[event] ?? 0;
      passed.set(pid, (passed.get(pid) ?? 0) + 1);
    }
  }
  return passed;
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
    ticks.global + ticks.local + ticks.private + ticks.repeat;
  return elements.reduce<ElementTime | undefined>(
    (best, one) => (best && worked(best) >= worked(one) ? best : one),
    undefined,
  );
}
