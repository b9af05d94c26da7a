import { useMemo } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Repetitions, Timeline, Trace, TraceEvent, UnfoldedRun } from '../../session/index.ts';
import type { AxisRange } from '../drawing/axis.ts';
import { keptStore } from '../shared/kept-store.ts';
import type { Moving, Track } from './cursor.ts';
import { type Collapse, type Filter, NO_FILTER, type SequenceLayout } from './sequence-layout.ts';

/** Which charts are seen. */
export type Charts = 'messages' | 'time' | 'both';

/** How the counterexample is looked at, as far as it survives a reload. */
export const useTraceView = keptStore(
  'overtime-trace-view',
  v.object({
    charts: v.picklist(['messages', 'time', 'both']),
    /** Whether it is open; absent until somebody opens or closes it. */
    inspector: v.optional(v.boolean()),
    /** Whether what the model says stands below the words. */
    promela: v.optional(v.boolean()),
    /** What the heights of the sequence chart mean. */
    heights: v.optional(v.picklist(['message', 'time'])),
    watches: v.array(v.pipe(v.string(), v.maxLength(200))),
    /** Where the cursor was when the page was left, and what tells the run from others. */
    left: v.optional(
      v.object({ of: v.string(), event: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
    ),
  }),
  { charts: 'both', watches: [] },
);

/** One of the repetitions that the model did not go through, shown in its place. */
export interface Unfolding {
  /** The run that it is taken from, and what is repeated there. */
  readonly base: Trace;
  readonly repeated: Repetitions;
  /** Which of them it is, from 1 on. */
  readonly number: number;
  readonly run: UnfoldedRun;
  /** The one in which it was unfolded. */
  readonly before: Unfolding | null;
}

/** The counterexample as it is looked at. */
export interface TraceState extends Moving {
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
  /** How many times the usual pixels a tick has in the sequence chart by time. */
  readonly stretch: number;
  /** What is unfolded in the layout's run. */
  readonly unfolding: Unfolding | null;
}

/** Where the cursor is while there is no run, or at its beginning. */
export const START = { event: 0, step: 0, line: undefined, position: 0 };

/** The counterexample as it is looked at: the charts, the editors and the controls all follow its one
 * cursor. What draws on a canvas does so every frame; what React renders goes by `seen`. */
export const traceStore = createStore<TraceState>()(() => ({
  ...START,
  seen: START,
  playing: false,
  speed: 8,
  layout: null,
  timeline: null,
  process: null,
  collapse: 'none',
  filter: NO_FILTER,
  kept: null,
  range: null,
  stretch: 1,
  unfolding: null,
}));

/** A part of it; the component renders again when that part changes. */
export const useTraceState = <T>(select: (state: TraceState) => T): T =>
  useStore(traceStore, select);

/** The event at the cursor, as texts tell it. */
export function useCurrentEvent(): TraceEvent | undefined {
  const trace = useTraceState(({ layout }) => layout?.trace);
  const event = useTraceState(({ seen }) => seen.event);
  return useMemo(
    () => (trace && event < trace.count ? trace.event(event) : undefined),
    [trace, event],
  );
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
