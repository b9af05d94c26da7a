import { useCallback, useMemo } from 'react';
import type { ElementState, TimelineLane } from '../../session/index.ts';
import { usePlayback } from './playback.ts';

/** What each unit and element does at the cursor. */
export function useDoing(): (pid: number) => ElementState | undefined {
  const timeline = usePlayback((state) => state.timeline);
  const tick = useCursorTick();
  const lanes = useMemo(
    () => new Map(timeline?.lanes.map((lane) => [lane.pid, lane] as const)),
    [timeline],
  );
  return useCallback(
    (pid) => {
      const lane = lanes.get(pid);
      return lane && doingAt(lane, tick);
    },
    [lanes, tick],
  );
}

export const doingAt = (lane: TimelineLane, tick: number): ElementState =>
  lane.stateOf(lane.at(tick));

/** Model time at the cursor, as near as a double comes. */
export function useCursorTick(): number {
  return usePlayback(({ layout, event }) => layout?.trace.columns.tick[event] ?? 0);
}
