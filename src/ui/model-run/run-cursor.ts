import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ModelTrace, RunStep } from '../../session/index.ts';
import type { Moving } from '../trace/cursor.ts';
import { type RunLayout, layOutRun } from './run-layout.ts';

/** A run that is kept to compare others with. */
export interface KeptRun {
  readonly trace: ModelTrace;
  readonly title: string;
}

/** The run of a model as it is looked at. `position` is the stop at the cursor, `event` its step. */
interface RunState extends Moving {
  readonly layout: RunLayout | null;
  readonly onlyMessages: boolean;
  readonly kept: KeptRun | null;
  /** How often playing has gone round the loop. */
  readonly rounds: number;
}

const START = { event: 0, step: 0, position: 0 };

/** The one cursor that chart, variables and automata follow. */
export const runStore = createStore<RunState>()(() => ({
  ...START,
  seen: START,
  playing: false,
  speed: 2,
  layout: null,
  onlyMessages: false,
  kept: null,
  rounds: 0,
}));

const { getState: get, setState: set } = runStore;

export const useRun = <T>(select: (state: RunState) => T): T => useStore(runStore, select);

/** The step at the cursor. */
export function useStepAtCursor(): RunStep | undefined {
  const trace = useRun(({ layout }) => layout?.trace);
  const event = useRun(({ event }) => event);
  return useMemo(() => trace?.step(event), [trace, event]);
}

/** Whether the run of a model is what the page shows. */
export const isRunOpen = (): boolean => get().layout !== null;

export const lastRunStop = (): number => (get().layout?.trace.stops.length ?? 0) - 1;

/** What moves the cursor. */
export const runMoves = {
  seek(position: number | undefined): void {
    const { layout } = get();
    if (!layout || position === undefined || lastRunStop() < 0) return;
    const within = Math.max(0, Math.min(Math.round(position), lastRunStop()));
    const event = layout.trace.stops[within] ?? 0;
    const cursor = { event, step: layout.trace.step(event)?.number ?? 0, position: within };
    set({ ...cursor, seen: cursor });
  },

  /** Round the loop, where the run has one. */
  advance(by: number): void {
    const { layout, playing } = get();
    if (by < 0) return runMoves.seek(get().position + by);
    for (let left = Math.min(by, 1000); left > 0; left -= 1) {
      const { position, rounds } = get();
      const next = layout?.trace.after(position);
      if (next === undefined) {
        if (playing) set({ playing: false });
        return;
      }
      if (next <= position) set({ rounds: rounds + 1 });
      runMoves.seek(next);
    }
  },

  /** To the next step of the same process, or the one before. */
  advanceInProcess(direction: 1 | -1): void {
    const { layout, event, position } = get();
    if (!layout) return;
    const { trace } = layout;
    const of = trace.step(event)?.process;
    for (let at = position + direction; at >= 0 && at <= lastRunStop(); at += direction)
      if (trace.step(trace.stops[at] ?? -1)?.process === of) return runMoves.seek(at);
  },

  setPlaying(playing: boolean): void {
    const { layout, position } = get();
    if (lastRunStop() < 0) return;
    // Play at the end means once more from the start; a loop has no end.
    if (playing && position === lastRunStop() && !layout?.trace.loop) runMoves.seek(0);
    set({ playing });
  },

  /** Where it can go on from the cursor: always, round a loop. */
  canMove(direction: 1 | -1): boolean {
    const { layout, position } = get();
    return direction < 0 ? position > 0 : layout?.trace.after(position) !== undefined;
  },
};

/** Shows another run, or none. @param atEnd a simulation is looked at where it goes on. */
export function openRun(trace: ModelTrace | undefined, atEnd = false): void {
  if (get().layout?.trace === trace) return;
  if (!trace) return set({ layout: null, ...START, seen: START, playing: false, kept: null });
  const layout = layOutRun(trace, get().onlyMessages);
  set({ layout, playing: false, rounds: 0 });
  runMoves.seek(atEnd ? lastRunStop() : 0);
}

export function showOnlyMessages(onlyMessages: boolean): void {
  const { layout } = get();
  set({ onlyMessages, layout: layout && layOutRun(layout.trace, onlyMessages) });
}
