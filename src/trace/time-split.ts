import { EVENT } from '../spin/replay-columns.ts';
import type { TraceProcess } from './events.ts';
import { type TimelineLane, timelineOf } from './spans.ts';
import type { Trace } from './trace.ts';

/** Parts of a processing element's time. `masked` is the share of its ticks that lanes sit out: half the lanes for 8 ticks are 4. */
export const TIME_PARTS = [
  'global',
  'local',
  'private',
  'masked',
  'barrier',
  'dispatch',
  'idle',
] as const;
export type TimePart = (typeof TIME_PARTS)[number];

/** Tells apart elements that one stands for. */
export type Apart = 'a group fewer' | 'idle in the tail';

/** An element of the model, or some of those that it stands for. */
export interface ElementTime {
  readonly pid: number;
  /** `pex 0` */
  readonly label: string;
  /** Elements of the platform. */
  readonly count: number;
  /** Absent where they do as the element of the model does. */
  readonly apart?: Apart;
  /** Ticks of each of them by part. They add up to the model time. */
  readonly ticks: Readonly<Record<TimePart, number>>;
  /** Barriers that each of them has passed. */
  readonly barriers: number;
}

/** Where the time of a run went, element by element. */
export interface TimeSplit {
  /** Model time, in ticks, as near as a double comes. */
  readonly time: number;
  readonly elements: readonly ElementTime[];
}

/** Splits the time of every processing element. Work that the level multiplied counts as often as it stands for. */
export function timeSplit(trace: Trace): TimeSplit {
  const { lanes } = timelineOf(trace);
  const barriers = barriersPassed(trace);
  const elements = trace.processes.flatMap((process): ElementTime[] => {
    const { pid, name, label } = process;
    const lane = name === 'pex' ? lanes.find((one) => one.pid === pid) : undefined;
    if (!lane) return [];
    const passed = barriers(pid);
    const others = othersOf(trace, process, passed);
    const count = process.count - (others?.count ?? 0);
    const own = { pid, label, count, ticks: ticksUntil(lane, lane.endTick), barriers: passed };
    if (!others) return [own];
    const { until, ...rest } = others;
    return [own, { pid, label, ...rest, ticks: ticksUntil(lane, until) }];
  });
  return { time: Number(trace.endTick), elements };
}

/** Ticks of an element by part, until a tick. */
function ticksUntil(lane: TimelineLane, tick: number): Readonly<Record<TimePart, number>> {
  // An element is never `busy`, a word for units, nor what warps of the device semantics are.
  const { busy: _, queue: __, hidden: ___, exposed: ____, ...ticks } = lane.unfolded(tick);
  const found = { ...ticks, idle: ticks.idle + lane.endTick - tick };
  if (found.masked === 0) return found;
  // Shares of ticks add up to whole ones but for the last bits of a double.
  const rounded = Object.entries(found).map(([part, sum]) => [part, Math.round(sum * 1e6) / 1e6]);
  return { ...found, ...Object.fromEntries(rounded) };
}

/** Those elements among the ones that a process stands for that have nothing to do from some tick on. */
function othersOf(
  trace: Trace,
  { pid, index = 0 }: TraceProcess,
  barriers: number,
): (Pick<ElementTime, 'count' | 'apart' | 'barriers'> & { readonly until: number }) | undefined {
  const { standsFor } = trace;
  // A run that did not finish is stuck in its first group.
  if (!standsFor || !trace.finish) return undefined;
  const { elements, fewer, rounds, tail } = standsFor;
  const alike = elements[index] ?? 1;
  if (fewer > 0) {
    // All groups take the same time.
    const most = (of: number): number => (of / rounds) * (rounds - 1);
    return {
      count: fewer * alike,
      apart: 'a group fewer',
      barriers: most(barriers),
      until: most(Number(trace.endTick)),
    };
  }
  if (!tail || alike === 1) return undefined;
  return { count: alike - 1, apart: 'idle in the tail', barriers, until: lastStart(trace, pid) };
}

/** When a unit last told an element to go. */
function lastStart(trace: Trace, pid: number): number {
  const { kind, other, tick, count } = trace.columns;
  for (let event = count - 1; event >= 0; event -= 1) {
    if (kind[event] !== EVENT.message || other[event] !== pid) continue;
    if (trace.channelAt(event) === 'u_pex' && trace.messageAt(event) === 'go')
      return tick[event] ?? 0;
  }
  return 0;
}

/** By element: how often a barrier has let it go on. */
function barriersPassed(trace: Trace): (pid: number) => number {
  const { columns, processes } = trace;
  const passed: { event: number; sum: number }[][] = [];
  const sumBefore = (pid: number, event: number): number =>
    passed[pid]?.findLast((each) => each.event < event)?.sum ?? 0;
  const pass = (pid: number, event: number, times: number): void =>
    void (passed[pid] ??= []).push({ event, sum: sumBefore(pid, event) + times });
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
  return (pid) => sumBefore(pid, Infinity);
}

/** Elements with the same split, as one. */
export interface ElementClass extends Omit<ElementTime, 'pid' | 'label'> {
  readonly labels: readonly string[];
}

/** The classes of elements in the order of their first. */
export function classesOf({ elements }: TimeSplit): ElementClass[] {
  const classes = new Map<string, ElementClass>();
  for (const { pid: _, label, ...element } of elements) {
    const { ticks, barriers, apart, count } = element;
    const key = [...TIME_PARTS.map((part) => ticks[part]), barriers, apart].join(' ');
    const { labels, count: before } = classes.get(key) ?? { labels: [], count: 0 };
    classes.set(key, { ...element, labels: [...labels, label], count: before + count });
  }
  return [...classes.values()];
}

/** The element that sets the pace: the one with the most work; the first of several. */
export function busiest({ elements }: TimeSplit): ElementTime | undefined {
  const worked = ({ ticks }: ElementTime): number =>
    ticks.global + ticks.local + ticks.private + ticks.masked;
  return elements.reduce<ElementTime | undefined>(
    (best, one) => (best && worked(best) >= worked(one) ? best : one),
    undefined,
  );
}
