import { useMemo } from 'react';
import type { ElementState } from '../../session/index.ts';
import { useTraceState } from '../trace/trace-state.ts';

/** What an element of the machine does: by the number of its unit, counted over all devices, and its own
 * number in there. */
export type Activity = (unit: number, element: number) => 'works' | 'waits' | 'idle';

const ACTIVITIES: Readonly<Record<ElementState, ReturnType<Activity>>> = {
  global: 'works',
  local: 'works',
  private: 'works',
  repeat: 'works',
  busy: 'works',
  barrier: 'waits',
  dispatch: 'waits',
  idle: 'idle',
};

/** What the machine does at the cursor of the trace; nothing while no trace is walked through. Where one
 * stands for all that are like it, all do what it does. */
export function useActivity(oneForAll: boolean): Activity | undefined {
  const timeline = useTraceState((state) => state.timeline);
  const trace = useTraceState(({ layout }) => layout?.trace);
  const walking = useTraceState((state) => state.playing || state.position > 0);
  const tick = useTraceState(({ layout, seen }) => layout?.trace.columns.tick[seen.event] ?? 0);
  const units = useMemo(() => {
    if (!timeline || !trace) return undefined;
    const found: { readonly index: number; readonly lane: (typeof timeline.lanes)[number] }[][] =
      [];
    for (const lane of timeline.lanes) {
      const process = trace.process(lane.pid);
      if (process?.unit === undefined || process.index === undefined) continue;
      (found[process.unit] ??= []).push({ index: process.index, lane });
    }
    return found;
  }, [timeline, trace]);
  return useMemo(() => {
    if (!units || !walking) return undefined;
    return (unit, element) => {
      const elements = units[oneForAll ? unit % units.length : unit];
      const found = elements?.[oneForAll ? element % elements.length : element];
      return found ? ACTIVITIES[found.lane.stateAt(tick)] : 'idle';
    };
  }, [units, walking, oneForAll, tick]);
}
