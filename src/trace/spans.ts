import { lastAtMost } from '../base/search.ts';
import { EVENT } from '../spin/replay-columns.ts';
import { type DeviceSpan, deviceTimeline } from './device-timeline.ts';
import { spaceOf, type Trace } from './trace.ts';

/** States of a process. `dispatch`: its unit hands out a work-group. `repeat`: iterations that the model skips. `busy`: a unit whose elements work. `masked`: a share of work, never a span. Warps `queue` while others are served; a latency is `hidden` while the unit does something else. */
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

/** Spans for each entry of the running sums. */
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

/** One process over the run: spans without gaps, from tick 0 to the end; none is empty. */
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
  /** Sums of all repeats up to each, as far as computed. */
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

  /** Sums of the first repeats. */
  #consistOf(repeats: number): Float64Array {
    while (this.#consist.length < repeats) {
      const next = this.#repeated[this.#consist.length];
      const sums = this.#consist.at(-1)?.slice() ?? zeros();
      this.#consist.push(next ? this.#addRepeated(sums, next, next.until - next.tick) : sums);
    }
    return this.#consist[repeats - 1] ?? zeros();
  }

  /** Adds the first ticks of a repeat. Its period ends where it begins, so only earlier repeats matter. */
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

/** Phases of work and repeats stay apart when they follow each other. */
const standsAlone = (code: number): boolean =>
  (code >= CODE.global && code <= CODE.private) || code === CODE.repeat;

/** Units and elements over model time, and the barriers that let them go. */
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

/** Units and elements at every tick. Waits come from messages alone: from `done` to `go`. */
export function timelineOf(trace: Trace): Timeline {
  const found = timelines.get(trace) ?? readTimeline(trace);
  timelines.set(trace, found);
  return found;
}

/** Several views ask for that of the trace that is open. */
const timelines = new WeakMap<Trace, Timeline>();

/** @param onEnter is told each state that a lane enters, in the order of the events of each. */
export function readTimeline(trace: Trace, onEnter?: OnEnter): Timeline {
  const reader = new TimelineReader(trace, onEnter);
  for (let event = 0; event < trace.count; event += 1) reader.read(event);
  const { lanes, releases } = reader;
  for (const lane of deviceLanes(trace, Number(trace.endTick), onEnter)) lanes[lane.pid] = lane;
  return { lanes: lanes.filter((lane) => lane !== undefined), releases };
}

const isBarrier = (name: string | undefined): boolean => name?.endsWith('barrier') ?? false;

/** Lanes that grow as the events of a run go by. */
class TimelineReader {
  /** By process. */
  readonly lanes: (TimelineLane | undefined)[] = [];
  readonly releases = { tick: [] as number[], barrier: [] as number[], event: [] as number[] };
  readonly #trace: Trace;
  readonly #nameOf: (string | undefined)[] = [];
  /** By unit. */
  readonly #elementsOf: number[][] = [];
  /** Units whose elements repeat what they did. */
  readonly #repeating = new Set<number>();

  constructor(trace: Trace, onEnter?: OnEnter) {
    this.#trace = trace;
    const endTick = Number(trace.endTick);
    let unit = -1;
    for (const { pid, name } of trace.processes) {
      this.#nameOf[pid] = name;
      if (name === 'unit') unit = pid;
      if (name === 'unit' || name === 'pex')
        this.lanes[pid] = new TimelineLane(pid, endTick, onEnter);
      if (name === 'unit') this.#elementsOf[pid] = [];
      if (name === 'pex') this.#elementsOf[unit]?.push(pid);
    }
  }

  read(event: number): void {
    const { kind, repeats } = this.#trace.columns;
    if (kind[event] === EVENT.work) this.#work(event);
    else if (repeats.has(event)) this.#repeat(event);
    else if (kind[event] === EVENT.message) this.#message(event);
  }

  #withElements(unit: number): readonly number[] {
    return [unit, ...(this.#elementsOf[unit] ?? [])];
  }

  #work(event: number): void {
    const { pid, other, tick, until, words } = this.#trace.columns;
    const lane = this.lanes[pid[event] ?? 0];
    if (!lane) return;
    // Where phases overlap, the later one begins when the one before has ended.
    const begun = Math.max(tick[event] ?? 0, lane.start.at(-1) ?? 0);
    lane.enter(spaceOf(words[other[event] ?? 0]), begun, event, this.#trace.maskedAt(event));
    lane.enter('idle', Math.max(begun, until[event] ?? 0), event);
  }

  #repeat(event: number): void {
    const { pid, tick, until, repeats } = this.#trace.columns;
    const { began, count } = repeats.get(event) ?? { began: 0, count: 0 };
    const from = pid[event] ?? 0;
    const repeated = {
      tick: tick[event] ?? 0,
      began: Number(began),
      count,
      until: until[event] ?? 0,
    };
    for (const each of this.#withElements(from)) this.lanes[each]?.repeat(repeated, event);
    if (this.#nameOf[from] === 'unit') this.#repeating.add(from);
  }

  #message(event: number): void {
    const { pid, other } = this.#trace.columns;
    const [from, to] = [pid[event] ?? 0, other[event] ?? 0];
    // Most messages are between processes without lanes.
    if (!this.lanes[from] && !this.lanes[to]) return;
    switch (this.#trace.messageAt(event)) {
      case 'go':
        return this.#go(event, from, to);
      case 'done':
        return this.#done(event, from, to);
      case 'stop':
        this.#enter(to, 'idle', event);
    }
  }

  #enter(pid: number, state: ElementState, event: number): void {
    this.lanes[pid]?.enter(state, this.#trace.columns.tick[event] ?? 0, event);
  }

  #go(event: number, from: number, to: number): void {
    const [sender, receiver] = [this.#nameOf[from], this.#nameOf[to]];
    if (receiver === 'unit')
      for (const each of this.#withElements(to)) this.#enter(each, 'dispatch', event);
    if (receiver === 'pex') {
      this.#enter(to, 'idle', event);
      if (isBarrier(sender)) this.#release(from, event);
    }
    if (sender === 'unit' && (receiver === 'pex' || receiver === 'warp'))
      this.#enter(from, 'busy', event);
  }

  #done(event: number, from: number, to: number): void {
    if (this.#nameOf[from] === 'pex')
      this.#enter(from, isBarrier(this.#nameOf[to]) ? 'barrier' : 'idle', event);
    else if (this.#nameOf[from] === 'unit') {
      const ended = this.#repeating.delete(from) ? this.#withElements(from) : [from];
      for (const each of ended) this.#enter(each, 'idle', event);
    }
  }

  /** Once for all that a barrier lets go at a tick. */
  #release(barrier: number, event: number): void {
    const { releases } = this;
    const now = this.#trace.columns.tick[event] ?? 0;
    if (releases.tick.at(-1) === now && releases.barrier.at(-1) === barrier) return;
    releases.tick.push(now);
    releases.barrier.push(barrier);
    releases.event.push(event);
  }
}

const DEVICE_STATES: Readonly<Record<Exclude<DeviceSpan['what'], 'latency'>, ElementState>> = {
  port: 'global',
  l2: 'global',
  memory: 'global',
  issue: 'private',
  arithmetic: 'private',
  barrier: 'barrier',
  queue: 'queue',
};

/** Lanes of the device semantics. The hidden part of a latency stands first. */
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
