import type { StoreApi } from 'zustand';
import {
  type Run,
  type RunColumns,
  type Timeline,
  timelineOf,
  type Trace,
} from '../../trace/index.ts';
import type { Configuration } from '../../tuning/index.ts';

/** Steps a second that playback can go at. */
export const SPEEDS = [1, 2, 8, 32, 128, 1024] as const;

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

/** The cursor and how it moves by itself. */
export interface Moving extends Cursor {
  /** The cursor as texts tell it: not as often, and where it comes to rest. */
  readonly seen: Cursor;
  readonly playing: boolean;
  readonly speed: (typeof SPEEDS)[number];
}

/** The cursor as it is now, for what follows it every frame without React. */
export type LiveCursor = Pick<StoreApi<Moving>, 'getState' | 'subscribe'>;

/** Steps a second at which each can be followed by eye. */
const FOLLOWED = 8;

/** True if the run plays too fast to be followed. */
export const isFast = ({ playing, speed }: Moving): boolean => playing && speed > FOLLOWED;

/** A run that is looked at, or kept to compare others with. */
export interface Track {
  readonly run: Run;
  /** `WG 16, TS 4` */
  readonly title: string;
  /** The configuration it is a run of. */
  readonly values?: Configuration | undefined;
  /** Ticks that are marked, and why: what is unfolded there. */
  readonly marked?: { readonly from: number; readonly until: number; readonly words: string };
}

/** A run in the chart over time. */
export interface TimedTrack extends Omit<Track, 'run'> {
  readonly trace: Trace;
  readonly timeline: Timeline;
}

/** Undefined where a run has no time. */
export function timedTrack({ run: { timed }, ...track }: Track): TimedTrack | undefined {
  return timed && { ...track, trace: timed, timeline: timelineOf(timed) };
}

/** Model time at an event, as near as a double comes. */
export const tickOf = (columns: Pick<RunColumns, 'tick'>, { event }: Cursor): number =>
  columns.tick[event] ?? 0;
