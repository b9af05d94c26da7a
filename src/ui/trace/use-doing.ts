import { useCallback, useMemo } from 'react';
import type { ElementState, TimelineLane } from '../../session/index.ts';
import { usePlayback, playback } from './playback.ts';

/** What each unit and element does at the cursor, asked while a chart is drawn. */
export function useDoing(): (pid: number) => ElementState | undefined {
  const timeline = usePlayback((state) => state.timeline);
  const lanes = useMemo(
    () => new Map(timeline?.lanes.map((lane) => [lane.pid, lane] as const)),
    [timeline],
  );
  return useCallback(
    (pid) => {
      const lane = lanes.get(pid);
      return lane && doingAt(lane, cursorTick());
    },
    [lanes],
  );
}

export const doingAt = (lane: TimelineLane, tick: number): ElementState =>
  lane.stateOf(lane.at(tick));

/** Model time at the cursor, as near as a double comes. */
export function cursorTick(): number {
  const { layout, event } = playback();
  return layout?.trace.columns.tick[event] ?? 0;
}
