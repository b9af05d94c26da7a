import { useMemo } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { type Timeline, timelineOf, type Trace, type TraceEvent } from '../../session/index.ts';
import type { AxisRange } from '../drawing/axis.ts';
import { keptStore } from '../shared/kept-store.ts';
import type { Cursor, Moves, Moving, Track } from './cursor.ts';
import {
  type Collapse,
  type Filter,
  layOut,
  NO_FILTER,
  type SequenceLayout,
  stopAtOrBefore,
} from './sequence-layout.ts';
import { releaseAfter, stopOfProcess, stopOfTick, stopOfWords } from './stops.ts';

/** Which charts are seen. */
export type Charts = 'messages' | 'time' | 'both';

/** More lifelines than this are shown by class at first: they would not fit side by side. */
const MANY_LANES = 24;

const START: Cursor = { event: 0, step: 0, line: undefined, position: 0 };

/** How the counterexample is looked at, as far as it survives a reload. */
export const useTraceView = keptStore(
  'overtime-trace-view',
  v.object({
    charts: v.picklist(['messages', 'time', 'both']),
    /** Whether it is open; absent until somebody opens or closes it. */
    inspector: v.optional(v.boolean()),
    watches: v.array(v.pipe(v.string(), v.maxLength(200))),
    /** Where the cursor was when the page was left, and what tells the run from others. */
    left: v.optional(
      v.object({ of: v.string(), event: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
    ),
  }),
  { charts: 'both', watches: [] },
);

interface View extends Moving {
  readonly layout: SequenceLayout | null;
  readonly timeline: Timeline | null;
  /** The process that "next message of this process" goes by. */
  readonly process: number | null;
  readonly collapse: Collapse;
  readonly filter: Filter;
  /** A run to compare others with. */
  readonly kept: Track | null;
  /** The ticks that the chart over time shows; null for all. */
  readonly range: AxisRange | null;
}

interface TraceState extends View, Moves {
  load(trace: Trace | undefined): void;
  setPlaying(playing: boolean): void;
  setCollapse(collapse: Collapse): void;
  setFilter(filter: Partial<Filter>): void;
  /** Remembers where the cursor is, for the next visit. */
  leave(): void;
  /** Changes what nothing else depends on. */
  set(changes: Partial<Pick<View, 'speed' | 'kept' | 'range'>>): void;
}

/** The same for the same run of the same model, and hardly for another. */
const nameOf = ({ columns: { steps, count }, endTick, finish = {} }: Trace): string =>
  [steps, count, endTick, ...Object.entries(finish).flat()].join(' ');

/** The process that an event is about: who sends, or works. */
const processOf = ({ columns }: Trace, event: number): number => columns.pid[event] ?? 0;

/** Milliseconds between two places of the cursor that anybody could read, or React could lay out. */
const READING = 100;

/** The counterexample as it is looked at: the charts, the editors and the controls all follow its one
 * cursor. What draws on a canvas does so every frame; what React renders goes by `seen`. */
export const traceStore = createStore<TraceState>()((set, get) => {
  let seenAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const place = (changes: Partial<View>): void => {
    clearTimeout(timer);
    timer = undefined;
    seenAt = performance.now();
    const { event, step, line, position } = { ...get(), ...changes };
    set({ ...changes, seen: { event, step, line, position } });
  };
  /** Moves the cursor within its trace; texts follow a single step at once. */
  const move = (changes: Partial<View>, often = get().playing): void => {
    const wait = seenAt + READING - performance.now();
    if (!often || wait <= 0) return place(changes);
    set(changes);
    timer ??= setTimeout(() => place({}), wait);
  };
  const last = (): number => (get().layout?.stops.length ?? 0) - 1;
  const at = (layout: SequenceLayout, event: number): Partial<View> => ({
    event,
    step: layout.trace.columns.step[event] ?? 0,
    line: undefined,
    position: stopAtOrBefore(layout, event),
    process: processOf(layout.trace, event),
  });
  const atStop = (position: number | undefined, often?: boolean): void => {
    const { layout } = get();
    if (position === undefined || !layout || last() < 0) return;
    const within = Math.max(0, Math.min(Math.round(position), last()));
    move({ ...at(layout, layout.stops[within] ?? 0), position: within }, often);
  };
  const relaid = (changes: { collapse?: Collapse; filter?: Filter }): void => {
    const { layout, event, collapse, filter } = get();
    const options = { collapse, filter, ...changes };
    const next = layout && layOut(layout.trace, options);
    const position = next ? stopAtOrBefore(next, event) : 0;
    place({ ...options, layout: next, position });
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
    range: null,
    load(trace) {
      const { layout: before, filter: wanted } = get();
      if (before?.trace === trace) return;
      const fresh = { playing: false, range: null };
      if (!trace) return place({ layout: null, timeline: null, ...START, ...fresh });
      const collapse = trace.processes.length > MANY_LANES ? 'class' : 'none';
      // Lanes of another run are others; the rest of the filter is the reader's own.
      const filter = { ...wanted, lanes: new Set<string>(), text: '' };
      const layout = layOut(trace, { collapse, filter });
      // Later runs than the one that was left begin at their beginning.
      const { left } = useTraceView.getState();
      const isLeft = left?.of === nameOf(trace) && left.event < trace.count;
      const event = isLeft ? left.event : (layout.stops[0] ?? 0);
      const timeline = timelineOf(trace);
      place({ layout, timeline, collapse, filter, ...fresh, ...at(layout, event) });
      useTraceView.setState({ left: undefined });
    },
    seek: (position) => atStop(position),
    scrub: (position) => atStop(position, true),
    seekEvent(event) {
      const { layout } = get();
      if (layout) move(at(layout, event));
    },
    seekStep(step, line) {
      const { layout } = get();
      if (!layout) return;
      const event = layout.trace.eventAtStep(step);
      move({ event, step, line, position: stopAtOrBefore(layout, event), playing: false });
    },
    seekTick(tick) {
      const { layout, seekEvent } = get();
      if (layout) seekEvent(layout.trace.eventAtTick(tick));
    },
    advance(by) {
      const { position, playing } = get();
      atStop(position + by);
      if (playing && get().position === last()) set({ playing: false });
    },
    advanceInProcess(direction) {
      const { layout, position, process } = get();
      const found = layout && stopOfProcess(layout, position, direction, process);
      if (typeof found !== 'number') return;
      atStop(found);
      set({ process }); // still this one, whoever sends
    },
    advanceToBarrier(direction) {
      const { timeline, event, seekEvent } = get();
      const found = timeline && releaseAfter(timeline, event, direction);
      if (typeof found === 'number') seekEvent(found);
    },
    advanceToTick(direction) {
      const { layout } = get();
      if (layout) atStop(stopOfTick(layout, get(), direction));
    },
    find(text, direction) {
      const { layout, position } = get();
      const found = layout ? stopOfWords(layout, position, direction, text) : undefined;
      atStop(found);
      return found !== undefined;
    },
    setProcess: (process) => set({ process }),
    setPlaying(playing) {
      if (last() < 0) return;
      // Play at the end means once more from the start.
      if (playing && get().position === last()) atStop(0);
      set({ playing });
    },
    setCollapse: (collapse) => relaid({ collapse, filter: { ...get().filter, lanes: new Set() } }),
    setFilter: (filter) => relaid({ filter: { ...get().filter, ...filter } }),
    leave() {
      const { layout, event } = get();
      if (layout) useTraceView.setState({ left: { of: nameOf(layout.trace), event } });
    },
    set: (changes) => set(changes),
  };
});

/** The counterexample as it is looked at now, and what changes that. */
export const traceState = (): TraceState => traceStore.getState();

/** A part of how it is looked at; the component renders again when that part changes. */
export const useTraceState = <T>(select: (state: TraceState) => T): T =>
  useStore(traceStore, select);

let latest:
  { readonly trace: Trace; readonly event: number; readonly found: TraceEvent } | undefined;

/** The event at the cursor, as texts tell it. */
export function useCurrentEvent(): TraceEvent | undefined {
  return useTraceState(({ layout, seen: { event } }) => {
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
  const line = useTraceState((state) => state.seen.line);
  const trace = useTraceState(({ layout }) => layout?.trace);
  return useMemo(() => {
    if (line === undefined || !trace) return event;
    const kernel = trace.kernelOfLine(line);
    return { line, ...(kernel && { kernel }) };
  }, [event, line, trace]);
}
