import { useMemo } from 'react';
import { create } from 'zustand';
import {
  EVENT,
  type Timeline,
  timelineOf,
  type Trace,
  type TraceEvent,
} from '../../session/index.ts';
import { keptCursor } from './kept-cursor.ts';
import {
  type Collapse,
  type Filter,
  layOut,
  messageWords,
  type SequenceLayout,
  stopAtOrBefore,
} from './sequence-layout.ts';

/** Steps a second that playback can go at. */
export const SPEEDS = [1, 2, 8, 32, 128, 1024] as const;
export type Speed = (typeof SPEEDS)[number];

/** A run kept to compare others with. */
export interface Kept {
  readonly trace: Trace;
  readonly timeline: Timeline;
  readonly title: string;
}

/** More lifelines than this are shown by class at first: they would not fit side by side. */
const MANY_LANES = 24;

/** `wait` answers only hand the baton back ("nothing more to do now"); hidden unless asked for. */
export const NO_FILTER: Filter = {
  messages: new Set(['wait']),
  channels: new Set(),
  lanes: new Set(),
  text: '',
};

/** Steps a second at which each can be followed by eye. */
const FOLLOWED = 8;

/** Whether the run plays faster than its steps can be followed. */
export const isFast = ({ playing, speed }: { playing: boolean; speed: Speed }): boolean =>
  playing && speed > FOLLOWED;

/** Where the cursor is. */
export interface Cursor {
  /** An event of the trace. */
  readonly event: number;
  /** A step of SPIN's trail, which can lie between events. */
  readonly step: number;
  /** The Promela line of such a step; absent at an event, which has its own. */
  readonly line?: number | undefined;
  /** Index into the layout's stops, at the cursor or before it. */
  readonly position: number;
}

const START: Cursor = { event: 0, step: 0, line: undefined, position: 0 };

interface Playback extends Cursor {
  readonly layout: SequenceLayout | null;
  readonly timeline: Timeline | null;
  /** The cursor as texts tell it: at most every `READING` milliseconds, and where it comes to rest. */
  readonly seen: Cursor;
  /** The process that "next message of this process" goes by. */
  readonly process: number | null;
  readonly playing: boolean;
  readonly speed: Speed;
  readonly collapse: Collapse;
  readonly filter: Filter;
  readonly kept: Kept | null;
  load(trace: Trace | undefined): void;
  seek(position: number): void;
  /** As `seek`, many times a second. */
  scrub(position: number): void;
  seekEvent(event: number): void;
  /** To a step that ran a Promela line. */
  seekStep(step: number, line: number): void;
  seekTick(tick: number): void;
  advance(by: number): void;
  /** To the next message of the process at the cursor, or the one before. */
  advanceInProcess(direction: 1 | -1): void;
  advanceToBarrier(direction: 1 | -1): void;
  advanceToTick(direction: 1 | -1): void;
  /** To the next message with all these words. */
  find(text: string, direction: 1 | -1): boolean;
  setProcess(pid: number): void;
  setPlaying(playing: boolean): void;
  setSpeed(speed: Speed): void;
  setCollapse(collapse: Collapse): void;
  setFilter(filter: Partial<Filter>): void;
  keep(kept: Kept | null): void;
}

/** Milliseconds between two places of the cursor that anybody could read, or React could lay out. */
const READING = 100;

/** The one cursor of the page: the charts, the editors and the controls all follow it. What draws on a
 * canvas does so every frame; what React renders goes by `seen`. */
export const usePlayback = create<Playback>()((set, get) => {
  let seenAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const place = (changes: Partial<Playback>): void => {
    clearTimeout(timer);
    timer = undefined;
    seenAt = performance.now();
    const { event, step, line, position } = { ...get(), ...changes };
    set({ ...changes, seen: { event, step, line, position } });
  };
  /** Moves the cursor within its trace; texts follow a single step at once. */
  const move = (changes: Partial<Playback>, often = get().playing): void => {
    const wait = seenAt + READING - performance.now();
    if (!often || wait <= 0) return place(changes);
    set(changes);
    timer ??= setTimeout(() => place({}), wait);
  };
  const stopsOf = (layout: SequenceLayout | null): number => layout?.stops.length ?? 0;
  const at = (layout: SequenceLayout, event: number): Partial<Playback> => ({
    event,
    step: layout.trace.columns.step[event] ?? 0,
    line: undefined,
    position: stopAtOrBefore(layout, event),
  });
  const atStop = (position: number, often?: boolean): void => {
    const { layout } = get();
    if (!layout || stopsOf(layout) === 0) return;
    const within = Math.max(0, Math.min(Math.round(position), stopsOf(layout) - 1));
    const event = layout.stops[within] ?? 0;
    const process = processOf(layout.trace, event);
    move({ ...at(layout, event), position: within, process }, often);
  };
  const relaid = (changes: { collapse?: Collapse; filter?: Filter }): void => {
    const { layout, event, collapse, filter } = get();
    const options = { collapse, filter, ...changes };
    if (!layout) return set(options);
    const next = layOut(layout.trace, options);
    place({ ...options, layout: next, position: stopAtOrBefore(next, event) });
  };
  /** The nearest stop in a direction that is wanted. */
  const search = (
    direction: 1 | -1,
    isWanted: (event: number, layout: SequenceLayout) => boolean,
  ): number | undefined => {
    const { layout, position } = get();
    if (!layout) return undefined;
    for (let each = position + direction; each >= 0 && each < stopsOf(layout); each += direction) {
      if (isWanted(layout.stops[each] ?? 0, layout)) return each;
    }
    return undefined;
  };
  return {
    layout: null,
    timeline: null,
    ...START,
    seen: START,
    process: null,
    playing: false,
    speed: 8,
    collapse: 'none',
    filter: NO_FILTER,
    kept: null,
    load(trace) {
      if (get().layout?.trace === trace) return;
      if (!trace) return place({ layout: null, timeline: null, ...START, playing: false });
      const collapse = trace.processes.length > MANY_LANES ? 'class' : 'none';
      // Lanes of another run are others; the rest of the filter is the reader's own.
      const filter = { ...get().filter, lanes: new Set<string>(), text: '' };
      const layout = layOut(trace, { collapse, filter });
      const timeline = timelineOf(trace);
      const event = keptCursor(trace) ?? layout.stops[0] ?? 0;
      place({
        ...{ layout, timeline, collapse, filter, playing: false },
        ...at(layout, event),
        process: processOf(trace, event),
      });
    },
    seek: (position) => atStop(position),
    scrub: (position) => atStop(position, true),
    seekEvent(event) {
      const { layout } = get();
      if (layout) move({ ...at(layout, event), process: processOf(layout.trace, event) });
    },
    seekStep(step, line) {
      const { layout } = get();
      if (!layout) return;
      const event = layout.trace.eventAtStep(step);
      move({ event, step, line, position: stopAtOrBefore(layout, event), playing: false });
    },
    seekTick(tick) {
      const { layout } = get();
      if (layout) get().seekEvent(layout.trace.eventAtTick(tick));
    },
    advance(by) {
      const { position, layout, playing } = get();
      atStop(position + by);
      if (playing && get().position === stopsOf(layout) - 1) set({ playing: false });
    },
    advanceInProcess(direction) {
      const { process } = get();
      const found = search(direction, (event, { trace }) => {
        const { kind, pid, other } = trace.columns;
        return (
          kind[event] === EVENT.message && (pid[event] === process || other[event] === process)
        );
      });
      if (found === undefined) return;
      atStop(found);
      set({ process }); // still this one, whoever sends
    },
    advanceToBarrier(direction) {
      const { timeline, event, layout } = get();
      if (!timeline || !layout) return;
      const { releases } = timeline;
      for (
        let each = direction > 0 ? 0 : releases.count - 1;
        each >= 0 && each < releases.count;
        each += direction
      ) {
        const found = releases.event[each] ?? 0;
        if (direction > 0 ? found > event : found < event) return get().seekEvent(found);
      }
    },
    advanceToTick(direction) {
      const { event, layout } = get();
      if (!layout) return;
      const now = layout.trace.columns.tick[event] ?? 0;
      const { tick } = layout.trace.columns;
      const found = search(direction, (each) => (tick[each] ?? 0) !== now);
      if (found === undefined) return;
      if (direction > 0) return atStop(found);
      // The beginning of the tick before, not its end.
      const then = tick[layout.stops[found] ?? 0];
      let first = found;
      while (first > 0 && tick[layout.stops[first - 1] ?? 0] === then) first -= 1;
      atStop(first);
    },
    find(text, direction) {
      const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
      if (wanted.length === 0) return false;
      const found = search(direction, (event, { trace }) => {
        if (trace.columns.kind[event] !== EVENT.message) return false;
        const words = messageWords(trace, event);
        return wanted.every((word) => words.includes(word));
      });
      if (found !== undefined) atStop(found);
      return found !== undefined;
    },
    setProcess: (process) => set({ process }),
    setPlaying(playing) {
      const { layout, position } = get();
      if (stopsOf(layout) === 0) return;
      // Play at the end means once more from the start.
      if (playing && position === stopsOf(layout) - 1) atStop(0);
      set({ playing });
    },
    setSpeed: (speed) => set({ speed }),
    setCollapse: (collapse) => relaid({ collapse, filter: { ...get().filter, lanes: new Set() } }),
    setFilter: (filter) => relaid({ filter: { ...get().filter, ...filter } }),
    keep: (kept) => set({ kept }),
  };
});

/** The cursor as it is now, and what moves it. */
export const playback = (): Playback => usePlayback.getState();

/** The process that an event is about: who sends, or works. */
function processOf({ columns }: Trace, event: number): number {
  return columns.pid[event] ?? 0;
}

let latest:
  { readonly trace: Trace; readonly event: number; readonly found: TraceEvent } | undefined;

/** The event at the cursor, as texts tell it. */
export function useCurrentEvent(): TraceEvent | undefined {
  return usePlayback(({ layout, seen: { event } }) => {
    if (!layout || layout.trace.count === 0) return undefined;
    const { trace } = layout;
    // The same object for the same event: whoever asks does not render again for nothing.
    if (latest?.trace !== trace || latest.event !== event) {
      latest = { trace, event, found: trace.event(event) };
    }
    return latest.found;
  });
}

/** The Promela line of a step, and the piece of the kernel that it models. */
export type Place = Pick<TraceEvent, 'line' | 'kernel'>;

/** Where the step at the cursor is in the texts. */
export function useCurrentPlace(): Place | undefined {
  const event = useCurrentEvent();
  const line = usePlayback((state) => state.seen.line);
  const trace = usePlayback(({ layout }) => layout?.trace);
  return useMemo(() => {
    if (line === undefined || !trace) return event;
    const kernel = trace.kernelOfLine(line);
    return { line, ...(kernel && { kernel }) };
  }, [event, line, trace]);
}
