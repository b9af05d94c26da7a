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
 * stands for others like it, all of them do what it does. */
export function useActivity(): Activity | undefined {
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
    const { units: ofUnit = 1, elements: ofElements = [] } = trace?.standsFor ?? {};
    return (unit, element) => {
      const elements = units[ofUnit > 1 && unit < ofUnit ? 0 : unit];
      const found = elements?.[ofElements.length > 0 ? likeOf(element, ofElements) : element];
      return found ? ACTIVITIES[found.lane.stateAt(tick)] : 'idle';
    };
  }, [units, trace, walking, tick]);
}

/** The element that is run for one of all, by how many each stands for; none for those without work. */
function likeOf(element: number, standsFor: readonly number[]): number {
  let before = 0;
  return standsFor.findIndex((number) => element < (before += number));
}
