import { useMemo } from 'react';
import * as v from 'valibot';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type {
  CardStyle,
  KernelLines,
  Repetitions,
  RunPlace,
  Trace,
  UnfoldedRun,
} from '../../trace/index.ts';
import type { AxisRange } from '../drawing/axis.ts';
import { keptStore } from '../shared/kept-store.ts';
import type { Moving, Track } from './cursor.ts';
import {
  type Collapse,
  type Filter,
  layOut,
  NO_FILTER,
  type SequenceLayout,
} from './sequence-layout.ts';

/** View settings that survive a reload. */
export const useTraceView = keptStore(
  'overtime-trace-view',
  v.object({
    charts: v.picklist(['messages', 'time', 'both', 'stage']),
    /** Absent until somebody opens or closes it. */
    inspector: v.optional(v.boolean()),
    /** Shows the model's statements below the words. */
    promela: v.optional(v.boolean()),
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
  /** Rounds of the loop played. */
  readonly rounds: number;
  /** The process that "next message of this process" goes by. */
  readonly process: number | null;
  readonly collapse: Collapse;
  readonly filter: Filter;
  /** A run to compare others with. */
  readonly kept: Track | null;
  /** The ticks that the chart over time shows; null for all. */
  readonly range: AxisRange | null;
  /** The tick from which time to the cursor is measured. */
  readonly mark: number | null;
  /** Multiplies the usual pixels of a tick, by time. */
  readonly stretch: number;
  readonly unfolding: Unfolding | null;
}

/** Where the cursor is while there is no run, or at its beginning. */
export const START = { event: 0, step: 0, line: undefined, position: 0 };

/** The one cursor that charts, editors and controls follow. Canvases follow every frame, React goes by `seen`. */
export const traceStore = createStore<TraceState>()(() => ({
  ...START,
  seen: START,
  playing: false,
  speed: 8,
  layout: null,
  rounds: 0,
  process: null,
  collapse: 'none',
  filter: NO_FILTER,
  kept: null,
  range: null,
  mark: null,
  stretch: 1,
  unfolding: null,
}));

/** A part of it; the component renders again when that part changes. */
export const useTraceState = <T>(select: (state: TraceState) => T): T =>
  useStore(traceStore, select);

/** Where the event at the cursor is in the texts. */
export function useCurrentPlace(): RunPlace | undefined {
  const run = useTraceState(({ layout }) => layout?.run);
  const { event, line } = useTraceState(({ seen }) => seen);
  return useMemo(() => {
    if (!run || event >= run.count) return undefined;
    if (line === undefined) return run.placeAt(event);
    const kernel = run.timed?.kernelOfLine(line);
    return { line, ...(kernel && { kernel }) };
  }, [run, event, line]);
}

export function useCardStyle(lines: KernelLines): CardStyle {
  const promela = useTraceView((view) => view.promela ?? false);
  return useMemo(() => ({ lines, promela }), [lines, promela]);
}

/** The event of the kept run that stands beside the cursor. */
export function useKeptEvent(): number {
  const kept = useTraceState((state) => state.kept);
  const position = useTraceState(({ seen }) => seen.position);
  const layout = useMemo(() => kept && keptLayout(kept), [kept]);
  return layout?.stops[Math.min(position, layout.stops.length - 1)] ?? 0;
}

/** All of a kept run, whatever the one beside it is filtered to. */
export const keptLayout = ({ run }: Track): SequenceLayout =>
  layOut(run, { collapse: 'none', filter: NO_FILTER });
