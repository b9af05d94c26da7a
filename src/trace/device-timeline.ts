import { lastAtMost } from '../base/search.ts';
import type { DeviceWorkKind } from './device-work.ts';
import type { TraceProcess } from './events.ts';
import type { Trace } from './trace.ts';

/** Deeds of a process in the device semantics. `queue`: a warp has asked, and others are served first. */
export interface DeviceSpan {
  readonly what: DeviceWorkKind | 'queue';
  /** Ticks. */
  readonly from: number;
  readonly until: number;
  /** The event that tells it, the step of the warp's program, and the warp. */
  readonly event: number;
  readonly step: number;
  readonly warp: number;
  /** Ticks of a latency in which the unit serves other warps; the rest is exposed. */
  readonly hidden?: number;
}

/** Spans of one process, in order, without overlaps. */
export interface DeviceLane {
  readonly pid: number;
  readonly spans: readonly DeviceSpan[];
}

/** The units' processes over one wave. */
export interface DeviceTimeline {
  /** By process number, in order. */
  readonly lanes: readonly DeviceLane[];
  /** Ticks of latency of all warps, and how many of them are hidden. */
  readonly latency: number;
  readonly hidden: number;
}

/** Stretches of time in order, and how many ticks the ones before each have. */
interface Busy {
  readonly from: number[];
  readonly until: number[];
  readonly before: number[];
}

/** Reads off a trace what warps, schedulers, ports and caches do. A trace of another semantics has none of them. */
export function deviceTimeline(trace: Trace): DeviceTimeline {
  const spans = new Map<number, DeviceSpan[]>();
  const { columns } = trace;
  for (let event = 0; event < columns.count; event += 1) {
    const work = trace.deviceWorkAt(event);
    if (!work) continue;
    const { what, step, warp, wait } = work;
    const asked = columns.tick[event] ?? 0;
    const from = asked + wait;
    const until = columns.until[event] ?? 0;
    const pid = columns.pid[event] ?? 0;
    const lane = spans.get(pid) ?? [];
    spans.set(pid, lane);
    const about = { event, step, warp };
    if ((what === 'memory' || what === 'arithmetic') && wait > 0)
      lane.push({ what: 'queue', from: asked, until: from, ...about });
    if (until > from) lane.push({ what, from, until, ...about });
  }
  return withHidden(trace, spans);
}

/** Tells how much of each latency is hidden. */
function withHidden(trace: Trace, spans: ReadonlyMap<number, DeviceSpan[]>): DeviceTimeline {
  const busyOf = (pids: readonly number[]): Busy =>
    busy(pids.flatMap((pid) => spans.get(pid) ?? []));
  const known = new Map<string, Busy>();
  const ofUnit = new Map<number | undefined, readonly TraceProcess[]>();
  const schedulersOf = (unit: number | undefined): readonly TraceProcess[] => {
    let found = ofUnit.get(unit);
    if (!found) {
      found = trace.processes.filter((one) => one.name === 'scheduler' && one.unit === unit);
      ofUnit.set(unit, found);
    }
    return found;
  };
  /** When the scheduler of a warp or the port of its unit are busy. */
  const others = (unit: number | undefined, warp: number): Busy => {
    const schedulers = schedulersOf(unit);
    const scheduler = schedulers[warp % Math.max(1, schedulers.length)];
    const key = `${unit} ${scheduler?.pid}`;
    let found = known.get(key);
    if (!found) {
      const port = trace.processes.find((one) => one.name === 'port' && one.unit === unit);
      found = busyOf([port, scheduler].flatMap((process) => process?.pid ?? []));
      known.set(key, found);
    }
    return found;
  };
  let latency = 0;
  let hidden = 0;
  const lanes = [...spans]
    .toSorted(([a], [b]) => a - b)
    .map(([pid, lane]): DeviceLane => {
      const unit = trace.process(pid)?.unit;
      return {
        pid,
        spans: lane.map((span) => {
          if (span.what !== 'latency') return span;
          const covered = ticksIn(others(unit, span.warp), span.from, span.until);
          latency += span.until - span.from;
          hidden += covered;
          return { ...span, hidden: covered };
        }),
      };
    });
  return { lanes, latency, hidden };
}

/** The union of some spans. */
function busy(spans: readonly DeviceSpan[]): Busy {
  const union: Busy = { from: [], until: [], before: [] };
  let sum = 0;
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = union.until.length - 1;
    const end = union.until[last];
    if (end !== undefined && from <= end) {
      sum += Math.max(0, until - end);
      union.until[last] = Math.max(end, until);
      continue;
    }
    union.from.push(from);
    union.until.push(until);
    union.before.push(sum);
    sum += until - from;
  }
  return union;
}

/** Ticks between two times that are in it. */
const ticksIn = (of: Busy, from: number, until: number): number => upTo(of, until) - upTo(of, from);

function upTo({ from, until, before }: Busy, tick: number): number {
  if (from.length === 0 || tick <= (from[0] ?? 0)) return 0;
  const at = lastAtMost(from, tick);
  return (before[at] ?? 0) + Math.min(tick, until[at] ?? 0) - (from[at] ?? 0);
}
