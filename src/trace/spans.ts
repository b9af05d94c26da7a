import { lastAtMost } from '../base/search.ts';
import { EVENT } from '../spin/replay-columns.ts';
import { type DeviceSpan, deviceTimeline } from './device-timeline.ts';
import { spaceOf, type Trace } from './trace.ts';

/** What a process does for some time. `dispatch`: its unit hands out a work-group. `barrier`: it has
 * arrived and waits for the others. `repeat`: more iterations, passes or groups like those before, which
 * the level of the model does not go through one by one. `busy`: a unit whose elements are at work. `masked`:
 * the share of a phase of work that lanes of warps sit out; no span is it by itself. In the device semantics, of a
 * warp, `queue`: it has asked for the port or its scheduler, which serves others; `hidden` and `exposed`: it waits for
 * what it asked for, while the unit does something else meanwhile or does not. */
export const ELEMENT_STATES = [
  'idle',
  'dispatch',
  'global',
  'local',
  'private',
  'masked',
  'barrier',
  'repeat',
  'busy',
  'queue',
  'hidden',
  'exposed',
] as const;
export type ElementState = (typeof ELEMENT_STATES)[number];

const CODE = Object.fromEntries(ELEMENT_STATES.map((state, code) => [state, code])) as Record<
  ElementState,
  number
>;

const zeros = (): Float64Array => new Float64Array(ELEMENT_STATES.length);

/** How many spans share one entry of the running sums. */
const BLOCK = 16;

/** Ticks in each state, where what is repeated counts as what it consists of. */
export type Unfolded = Readonly<Record<Exclude<ElementState, 'repeat'>, number>>;

/** A stretch from `tick` to `until`, in which what was done since `began` is done `count` times more. */
interface Repeated {
  readonly tick: number;
  readonly began: number;
  readonly count: number;
  readonly until: number;
}

/** Is told that a process enters a state. */
export type OnEnter = (pid: number, state: ElementState, tick: number, event: number) => void;

/** What one process does over the whole run: spans that follow each other without a gap, from tick 0 to
 * the end of the run. Spans of no length are left out. */
export class TimelineLane {
  readonly pid: number;
  readonly start = [0];
  readonly state = [CODE.idle];
  /** The event that began it; -1 for the first. */
  readonly event = [-1];
  /** The share of a phase of work that lanes of warps sit out. */
  readonly masked = [0];
  readonly endTick: number;
  /** Ticks in each state before every sixteenth span. */
  #sums: Float64Array | undefined;
  readonly #repeated: Repeated[] = [];
  /** What all stretches up to each consist of, as far as it has been computed. */
  readonly #consist: Float64Array[] = [];

  readonly #onEnter: OnEnter | undefined;

  /** @param onEnter is told each state, also those of no length, which no span is. */
  constructor(pid: number, endTick: number, onEnter?: OnEnter) {
    this.pid = pid;
    this.endTick = endTick;
    this.#onEnter = onEnter;
  }

  get count(): number {
    return this.start.length;
  }

  /** The state from here on. Where the one before has no length, it takes its place. */
  enter(state: ElementState, tick: number, event: number, masked = 0): void {
    const code = CODE[state];
    this.#onEnter?.(this.pid, state, tick, event);
    if (this.start.at(-1) === tick) {
      for (const column of [this.start, this.state, this.event, this.masked]) column.pop();
    }
    if (this.state.at(-1) === code && !standsAlone(code)) return;
    this.start.push(tick);
    this.state.push(code);
    this.event.push(event);
    this.masked.push(masked);
  }

  /** From here on it goes on as it did before. */
  repeat(repeated: Repeated, event: number): void {
    this.enter('repeat', repeated.tick, event);
    this.#repeated.push(repeated);
  }

  stateOf(span: number): ElementState {
    return ELEMENT_STATES[this.state[span] ?? 0] ?? 'idle';
  }

  stateAt(tick: number): ElementState {
    return this.stateOf(this.at(tick));
  }

  endOf(span: number): number {
    return span + 1 < this.count ? (this.start[span + 1] ?? this.endTick) : this.endTick;
  }

  /** The span at a tick. */
  at(tick: number): number {
    return lastAtMost(this.start, tick);
  }

  /** Ticks in each state before a tick. `into` is filled and returned. */
  before(tick: number, into: Float64Array): Float64Array {
    const sums = (this.#sums ??= this.#sum());
    const span = this.at(tick);
    const block = Math.floor(span / BLOCK);
    into.set(sums.subarray(block * ELEMENT_STATES.length, (block + 1) * ELEMENT_STATES.length));
    for (let each = block * BLOCK; each <= span; each += 1) {
      const end = Math.min(tick, this.endOf(each));
      this.#addSpan(into, each, Math.max(0, end - (this.start[each] ?? 0)));
    }
    return into;
  }

  /** Ticks in each state over the whole run. */
  totals(): Record<ElementState, number> {
    return named(this.before(this.endTick, zeros()));
  }

  /** Ticks in each state before a tick, at most the last one, with every repeat as what it consists of. */
  unfolded(tick: number): Unfolded {
    const { repeat: _, ...ticks } = named(this.#unfoldedBefore(tick));
    return ticks;
  }

  #unfoldedBefore(tick: number): Float64Array {
    const sums = this.before(tick, zeros());
    sums[CODE.repeat] = 0;
    let begun = this.#repeated.length;
    while (begun > 0 && (this.#repeated[begun - 1]?.tick ?? 0) >= tick) begun -= 1;
    const last = this.#repeated[begun - 1];
    if (!last) return sums;
    if (tick >= last.until) return add(sums, this.#consistOf(begun), 1);
    add(sums, this.#consistOf(begun - 1), 1);
    return this.#addRepeated(sums, last, tick - last.tick);
  }

  /** What the first so many repeats consist of, in all. */
  #consistOf(repeats: number): Float64Array {
    while (this.#consist.length < repeats) {
      const next = this.#repeated[this.#consist.length];
      const sums = this.#consist.at(-1)?.slice() ?? zeros();
      this.#consist.push(next ? this.#addRepeated(sums, next, next.until - next.tick) : sums);
    }
    return this.#consist[repeats - 1] ?? zeros();
  }

  /** Adds what a repeat consists of in its first ticks. Its period ended where it begins, so that only
   * repeats before it are looked into. */
  #addRepeated(sums: Float64Array, repeated: Repeated, ticks: number): Float64Array {
    const { tick, began, count, until } = repeated;
    const period = tick - began;
    if (period <= 0) return sums;
    const whole = tick + ticks >= until ? count : Math.floor(ticks / period);
    const before = this.#unfoldedBefore(began);
    add(sums, this.#unfoldedBefore(tick), whole);
    add(sums, before, -whole);
    const rest = Math.max(0, ticks - whole * period);
    if (rest === 0) return sums;
    add(sums, this.#unfoldedBefore(began + rest), 1);
    return add(sums, before, -1);
  }

  #sum(): Float64Array {
    const width = ELEMENT_STATES.length;
    const sums = new Float64Array(Math.ceil(this.count / BLOCK) * width);
    const running = zeros();
    for (let span = 0; span < this.count; span += 1) {
      if (span % BLOCK === 0) sums.set(running, (span / BLOCK) * width);
      this.#addSpan(running, span, this.endOf(span) - (this.start[span] ?? 0));
    }
    return sums;
  }

  /** Adds some ticks of a span to its state, but for what lanes sit out of them. */
  #addSpan(sums: Float64Array, span: number, ticks: number): void {
    const code = this.state[span] ?? 0;
    const masked = ticks * (this.masked[span] ?? 0);
    sums[code] = (sums[code] ?? 0) + ticks - masked;
    if (masked > 0) sums[CODE.masked] = (sums[CODE.masked] ?? 0) + masked;
  }
}

const named = (sums: Float64Array): Record<ElementState, number> =>
  Object.fromEntries(ELEMENT_STATES.map((state, code) => [state, sums[code] ?? 0])) as Record<
    ElementState,
    number
  >;

/** Adds some ticks so many times. */
function add(sums: Float64Array, more: Float64Array, times: number): Float64Array {
  for (const [code, ticks] of more.entries()) sums[code] = (sums[code] ?? 0) + times * ticks;
  return sums;
}

/** Whether two spans of a state that follow each other are two: phases of work, and repeats. */
const standsAlone = (code: number): boolean =>
  (code >= CODE.global && code <= CODE.private) || code === CODE.repeat;

/** What units and elements do over model time, and when barriers let go. */
export interface Timeline {
  /** Units and elements in the order of their numbers. */
  readonly lanes: readonly TimelineLane[];
  /** Times at which barriers let their elements go on, with the barrier's process and the event, in
   * order. */
  readonly releases: {
    readonly tick: readonly number[];
    readonly barrier: readonly number[];
    readonly event: readonly number[];
  };
}

/** Reads off the events what every unit and element does at every tick. Waits come from the messages
 * alone: from `done` at a barrier to its `go`, from `done` at the unit to the next `go`. */
export function timelineOf(trace: Trace): Timeline {
  const found = timelines.get(trace) ?? readTimeline(trace);
  timelines.set(trace, found);
  return found;
}

/** Several views ask for that of the trace that is open. */
const timelines = new WeakMap<Trace, Timeline>();

/** @param onEnter is told each state that a lane enters, in the order of the events of each. */
export function readTimeline(trace: Trace, onEnter?: OnEnter): Timeline {
  const { columns, processes } = trace;
  const endTick = Number(trace.endTick);
  const laneOf: (TimelineLane | undefined)[] = [];
  const kindOf: (string | undefined)[] = [];
  const elementsOf: number[][] = [];
  let unit = -1;
  for (const { pid, name } of processes) {
    kindOf[pid] = name;
    if (name === 'unit') unit = pid;
    if (name === 'unit' || name === 'pex') laneOf[pid] = new TimelineLane(pid, endTick, onEnter);
    if (name === 'unit') elementsOf[pid] = [];
    if (name === 'pex') elementsOf[unit]?.push(pid);
  }
  const releases = { tick: [] as number[], barrier: [] as number[], event: [] as number[] };
  const release = (tick: number, barrier: number, event: number): void => {
    if (releases.tick.at(-1) === tick && releases.barrier.at(-1) === barrier) return;
    releases.tick.push(tick);
    releases.barrier.push(barrier);
    releases.event.push(event);
  };
  /** Units whose elements repeat what they did. */
  const repeating = new Set<number>();
  const { kind, pid, other, tick, until, words, repeats } = columns;
  for (let index = 0; index < columns.count; index += 1) {
    const now = tick[index] ?? 0;
    const from = pid[index] ?? 0;
    if (kind[index] === EVENT.work) {
      const lane = laneOf[from];
      // Where phases overlap, the later one begins when the one before has ended.
      const begun = lane ? Math.max(now, lane.start.at(-1) ?? 0) : now;
      lane?.enter(spaceOf(words[other[index] ?? 0]), begun, index, trace.maskedAt(index));
      lane?.enter('idle', Math.max(begun, until[index] ?? 0), index);
      continue;
    }
    const repeat = repeats.get(index);
    if (repeat) {
      const { began, count } = repeat;
      const repeated = { tick: now, began: Number(began), count, until: until[index] ?? 0 };
      for (const each of [from, ...(elementsOf[from] ?? [])]) laneOf[each]?.repeat(repeated, index);
      if (kindOf[from] === 'unit') repeating.add(from);
      continue;
    }
    if (kind[index] !== EVENT.message) continue;
    const to = other[index] ?? 0;
    const sender = kindOf[from];
    const receiver = kindOf[to];
    if (sender !== 'pex' && receiver !== 'pex' && receiver !== 'unit' && sender !== 'unit')
      continue;
    const message = trace.messageAt(index);
    if (message === 'go') {
      if (receiver === 'pex') {
        laneOf[to]?.enter('idle', now, index);
        if (sender?.endsWith('barrier')) release(now, from, index);
        else if (sender === 'unit') laneOf[from]?.enter('busy', now, index);
      } else if (receiver === 'warp') {
        if (sender === 'unit') laneOf[from]?.enter('busy', now, index);
      } else if (receiver === 'unit') {
        for (const each of [to, ...(elementsOf[to] ?? [])])
          laneOf[each]?.enter('dispatch', now, index);
      }
    } else if (message === 'done') {
      if (sender === 'pex') {
        const arrives = receiver?.endsWith('barrier') ?? false;
        laneOf[from]?.enter(arrives ? 'barrier' : 'idle', now, index);
      } else if (sender === 'unit') {
        const ended = repeating.delete(from) ? (elementsOf[from] ?? []) : [];
        for (const each of [from, ...ended]) laneOf[each]?.enter('idle', now, index);
      }
    } else if (message === 'stop' && (receiver === 'pex' || receiver === 'unit')) {
      laneOf[to]?.enter('idle', now, index);
    }
  }
  for (const lane of deviceLanes(trace, endTick, onEnter)) laneOf[lane.pid] = lane;
  return { lanes: laneOf.filter((lane) => lane !== undefined), releases };
}

const DEVICE_STATES: Readonly<Record<Exclude<DeviceSpan['what'], 'latency'>, ElementState>> = {
  ...{ port: 'global', l2: 'global', memory: 'global' },
  ...{ issue: 'private', arithmetic: 'private' },
  ...{ barrier: 'barrier', queue: 'queue' },
};

/** What schedulers, ports, caches and warps do, in the device semantics. What of a latency is hidden stands before the
 * rest of it. */
function deviceLanes(trace: Trace, endTick: number, onEnter?: OnEnter): TimelineLane[] {
  if (!trace.program) return [];
  return deviceTimeline(trace).lanes.map(({ pid, spans }) => {
    const lane = new TimelineLane(pid, endTick, onEnter);
    for (const { what, from, until, event, hidden = 0 } of spans) {
      if (what === 'latency') {
        if (hidden > 0) lane.enter('hidden', from, event);
        if (from + hidden < until) lane.enter('exposed', from + hidden, event);
      } else lane.enter(DEVICE_STATES[what], from, event);
      lane.enter('idle', until, event);
    }
    return lane;
  });
}
