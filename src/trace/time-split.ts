import { EVENT } from '../spin/replay-columns.ts';
import { timelineOf } from './spans.ts';
import type { Trace } from './trace.ts';

/** What a processing element does with its time. `dispatch`: its unit is being given a group. */
export const TIME_PARTS = ['global', 'local', 'private', 'barrier', 'dispatch', 'idle'] as const;
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

/** Splits the time of every processing element of a run. What the level of abstraction ran once and
 * multiplied, such as the iterations of a loop, counts as often as it stands for. */
export function timeSplit(trace: Trace): TimeSplit {
  const { lanes } = timelineOf(trace);
  const barriers = barriersPassed(trace);
  const elements = trace.processes.flatMap(({ pid, name, label }): ElementTime[] => {
    const lane = name === 'pex' ? lanes.find((one) => one.pid === pid) : undefined;
    if (!lane) return [];
    // An element is never `busy`; that is a word for units.
    const { busy: _, ...ticks } = lane.unfolded(lane.endTick);
    return [{ pid, label, ticks, barriers: barriers.get(pid) ?? 0 }];
  });
  return { time: Number(trace.endTick), elements };
}

/** By element: how often a barrier has let it go on. */
function barriersPassed(trace: Trace): ReadonlyMap<number, number> {
  const { columns, processes } = trace;
  const passed = new Map<number, { event: number; sum: number }[]>();
  const sumBefore = (pid: number, event: number): number =>
    passed.get(pid)?.findLast((each) => each.event < event)?.sum ?? 0;
  const pass = (pid: number, event: number, times: number): void => {
    const sum = sumBefore(pid, event) + times;
    const list = passed.get(pid);
    if (list) list.push({ event, sum });
    else passed.set(pid, [{ event, sum }]);
  };
  for (let event = 0; event < columns.count; event += 1) {
    const repeat = columns.repeats.get(event);
    if (repeat) {
      const who = trace.process(columns.pid[event] ?? 0);
      for (const { pid, name, unit } of processes) {
        if (pid !== who?.pid && (name !== 'pex' || who?.name !== 'unit' || unit !== who.unit))
          continue;
        pass(pid, event, repeat.count * (sumBefore(pid, event) - sumBefore(pid, repeat.event)));
      }
    }
    if (columns.kind[event] !== EVENT.message) continue;
    const channel = trace.channelAt(event);
    if ((channel === 'b_pex' || channel === 'g_pex') && trace.messageAt(event) === 'go')
      pass(columns.other[event] ?? 0, event, 1);
  }
  return new Map([...passed].map(([pid, list]) => [pid, list.at(-1)?.sum ?? 0]));
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
  const worked = ({ ticks }: ElementTime): number => ticks.global + ticks.local + ticks.private;
  return elements.reduce<ElementTime | undefined>(
    (best, one) => (best && worked(best) >= worked(one) ? best : one),
    undefined,
  );
}
