import { create } from 'zustand';
import type { Trace, TraceEvent } from '../../session/index.ts';
import { layOut, type SequenceLayout, stopAtOrBefore } from './sequence-layout.ts';

/** Steps a second that playback can go at. */
export const SPEEDS = [2, 8, 32, 128] as const;
export type Speed = (typeof SPEEDS)[number];

interface Playback {
  readonly layout: SequenceLayout | null;
  /** Index into the layout's stops. */
  readonly position: number;
  readonly playing: boolean;
  readonly speed: Speed;
  /** Whether `wait` answers are drawn. */
  readonly answers: boolean;
  load(trace: Trace | undefined): void;
  seek(position: number): void;
  step(by: number): void;
  setPlaying(playing: boolean): void;
  setSpeed(speed: Speed): void;
  setAnswers(answers: boolean): void;
}

/** The one cursor of the page: the chart, the editors and the controls all follow it. */
export const usePlayback = create<Playback>()((set, get) => {
  const clamp = (position: number): number =>
    Math.max(0, Math.min(position, (get().layout?.stops.length ?? 1) - 1));
  return {
    layout: null,
    position: 0,
    playing: false,
    speed: 8,
    answers: false,
    load(trace) {
      if (get().layout?.trace === trace) return;
      const layout = trace ? layOut(trace, { answers: get().answers }) : null;
      set({ layout, position: 0, playing: false });
    },
    seek: (position) => set({ position: clamp(Math.round(position)) }),
    step(by) {
      const position = clamp(get().position + by);
      const atEnd = position === (get().layout?.stops.length ?? 0) - 1;
      set({ position, playing: get().playing && !atEnd });
    },
    setPlaying(playing) {
      const { layout, position } = get();
      if (!layout || layout.stops.length === 0) return;
      // Play at the end means once more from the start.
      set({ playing, position: playing && position === layout.stops.length - 1 ? 0 : position });
    },
    setSpeed: (speed) => set({ speed }),
    setAnswers(answers) {
      const { layout, position } = get();
      if (!layout) return set({ answers });
      const event = layout.stops[position] ?? 0;
      const next = layOut(layout.trace, { answers });
      return set({ answers, layout: next, position: stopAtOrBefore(next, event) });
    },
  };
});

/** The event at the cursor. */
export function useCurrentEvent(): TraceEvent | undefined {
  return usePlayback(({ layout, position }) => {
    const index = layout?.stops[position];
    return index === undefined ? undefined : layout?.trace.events[index];
  });
}
