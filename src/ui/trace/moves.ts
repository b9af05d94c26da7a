import { type Run, timelineOf } from '../../trace/index.ts';
import {
  eventsWith,
  type Filter,
  isDeed,
  layOut,
  type SequenceLayout,
  stopAtOrBefore,
} from './sequence-layout.ts';
import { START, traceStore, type TraceState, useTraceView } from './trace-state.ts';

const { getState: get, setState: set } = traceStore;

type Direction = 1 | -1;

/** Milliseconds between two places of the cursor that anybody could read, or React could lay out. */
const READING = 100;
let seenAt = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;

function place(changes: Partial<TraceState>): void {
  clearTimeout(timer);
  timer = undefined;
  seenAt = performance.now();
  const { event, step, line, position } = { ...get(), ...changes };
  set({ ...changes, seen: { event, step, line, position } });
}

/** Moves the cursor within its trace; texts follow a single step at once. */
function move(changes: Partial<TraceState>, often = get().playing): void {
  const wait = seenAt + READING - performance.now();
  if (!often || wait <= 0) return place(changes);
  set(changes);
  timer ??= setTimeout(() => place({}), wait);
}

/** The cursor at an event, and the process that it is about: who sends, or works. */
const at = (layout: SequenceLayout, event: number): Partial<TraceState> => ({
  event,
  step: layout.run.columns.step[event] ?? 0,
  line: undefined,
  position: stopAtOrBefore(layout, event),
  process: layout.run.columns.pid[event] ?? 0,
});

/** The last stop; -1 where there is none. */
export const lastStop = (): number => (get().layout?.stops.length ?? 0) - 1;

/** The nearest stop in a direction whose event is wanted. */
function nearest(
  direction: Direction,
  isWanted: (event: number, run: Run) => boolean,
  from = get().position,
): number | undefined {
  const { layout } = get();
  for (let stop = from + direction; stop >= 0 && stop <= lastStop(); stop += direction) {
    if (layout && isWanted(layout.stops[stop] ?? 0, layout.run)) return stop;
  }
  return undefined;
}

export const moves = {
  /** To a stop. @param often many times a second, so that texts follow less often. */
  seek(position: number | undefined, often?: boolean): void {
    const { layout } = get();
    if (position === undefined || !layout || lastStop() < 0) return;
    const within = Math.max(0, Math.min(Math.round(position), lastStop()));
    move({ ...at(layout, layout.stops[within] ?? 0), position: within }, often);
  },

  seekEvent(event: number | undefined): void {
    const { layout } = get();
    if (layout && event !== undefined) move(at(layout, event));
  },

  /** To a step that ran a Promela line. */
  seekStep(step: number, line: number): void {
    const { layout } = get();
    if (!layout?.run.timed) return;
    const event = layout.run.timed.eventAtStep(step);
    move({ event, step, line, position: stopAtOrBefore(layout, event), playing: false });
  },

  seekTick(tick: number): void {
    moves.seekEvent(get().layout?.run.timed?.eventAtTick(tick));
  },

  /** Round the loop, where the run has one. */
  advance(by: number): void {
    const { layout, playing, position } = get();
    const loop = layout?.run.loop;
    if (!layout || !loop || by < 0 || position + by <= lastStop()) moves.seek(position + by);
    else {
      const first = stopAtOrBefore(layout, loop.first);
      const length = lastStop() + 1 - first;
      const beyond = position + by - lastStop() - 1;
      set(({ rounds }) => ({ rounds: rounds + 1 + Math.floor(beyond / length) }));
      moves.seek(first + (beyond % length));
    }
    if (playing && !loop && get().position === lastStop()) set({ playing: false });
  },

  /** To the next deed of the process at the cursor, or the one before. */
  advanceInProcess(direction: Direction): void {
    const { process } = get();
    const found = nearest(direction, (event, { columns: { kind, pid, other }, timed }) => {
      // A message over model time is one event of both of its ends.
      const isReceived = timed !== undefined && other[event] === process;
      return isDeed(kind[event]) && (pid[event] === process || isReceived);
    });
    moves.seek(found);
    set({ process }); // still this one, whoever sends
  },

  advanceToBarrier(direction: Direction): void {
    const { layout, event } = get();
    if (!layout?.run.timed) return;
    const { event: released } = timelineOf(layout.run.timed).releases;
    moves.seekEvent(
      direction > 0
        ? released.find((each) => each > event)
        : released.findLast((each) => each < event),
    );
  },

  advanceToTick(direction: Direction): void {
    const { layout, event } = get();
    const tick = layout?.run.columns.tick ?? [];
    const found = nearest(direction, (each) => tick[each] !== tick[event]);
    if (found === undefined || direction > 0) return moves.seek(found);
    // The beginning of the tick before, not its end.
    const then = tick[layout?.stops[found] ?? 0];
    moves.seek(1 + (nearest(-1, (each) => tick[each] !== then, found) ?? -1));
  },

  /** To the next message or step with all these words, or the one before. Says whether there is one. */
  find(text: string, direction: Direction): boolean {
    if (text.trim() === '') return false;
    const isWanted = eventsWith(text);
    const found = nearest(
      direction,
      (event, run) => isDeed(run.columns.kind[event]) && isWanted(run, event),
    );
    moves.seek(found);
    return found !== undefined;
  },

  /** Measures from a tick on, or no more. */
  mark(tick: number | null): void {
    set({ mark: tick });
  },

  /** Says which process "next message of this process" goes by. */
  setProcess(process: number): void {
    set({ process });
  },
};
export type Moves = typeof moves;

/** True where the cursor can go on: always, round a loop. */
export const canMove = (direction: Direction): boolean =>
  direction < 0
    ? get().position > 0
    : get().position < lastStop() || get().layout?.run.loop !== undefined;

export function setPlaying(playing: boolean): void {
  if (lastStop() < 0) return;
  // Play at the end means once more from the start.
  if (playing && !canMove(1)) moves.seek(0);
  set({ playing });
}

/** Lays the run out anew, with the cursor where it is. */
export function setLayout(changes: Partial<Pick<TraceState, 'collapse' | 'filter'>>): void {
  const { layout, event, collapse, filter } = get();
  const options = { collapse, filter, ...changes };
  const next = layout && layOut(layout.run, options);
  const position = next ? stopAtOrBefore(next, event) : 0;
  place({ ...options, layout: next, position });
}

export const setFilter = (changes: Partial<Filter>): void =>
  setLayout({ filter: { ...get().filter, ...changes } });

/** More lifelines than this are shown by class at first: they would not fit side by side. */
const MANY_LANES = 24;

/** The same for the same run of the same model, and hardly for another; none of runs that are not kept. */
const nameOf = ({ timed }: Run): string | undefined =>
  timed &&
  [
    timed.columns.steps,
    timed.count,
    timed.endTick,
    ...Object.entries(timed.finish ?? {}).flat(),
  ].join(' ');

/** Shows another run, or none. @param opensAt its event, where that is not the run's own. */
export function load(run: Run | undefined, opensAt?: number): void {
  const { layout: before, filter: old, kept } = get();
  if (before?.run === run) return;
  const fresh = { playing: false, range: null, mark: null, stretch: 1, unfolding: null, rounds: 0 };
  // Runs of another kind are looked at in between.
  if (run && !run.timed) leave();
  if (!run) return place({ layout: null, ...START, ...fresh });
  const collapse = run.timed && run.timed.processes.length > MANY_LANES ? 'class' : 'none';
  // Lanes of another run are others; the rest of the filter is the reader's own.
  const filter = { ...old, lanes: new Set<string>(), only: new Set<number>(), text: '' };
  const layout = layOut(run, { collapse, filter });
  const { left } = useTraceView.getState();
  const isLeft = left !== undefined && left.of === nameOf(run) && left.event < run.count;
  const stop = layout.stops[stopAtOrBefore(layout, opensAt ?? run.opensAt)];
  const event = isLeft ? left.event : (stop ?? 0);
  const isOfKind = (kept?.run.timed === undefined) === (run.timed === undefined);
  const compared = { kept: isOfKind ? kept : null };
  place({ layout, collapse, filter, ...compared, ...fresh, ...at(layout, event) });
  // Later runs than the one that was left begin at their beginning.
  if (run.timed) useTraceView.setState({ left: undefined });
}

/** Shows the run in another way, at one of its events; it is looked at as before. */
export function replaceRun(
  run: Run,
  event: number,
  changes: Pick<TraceState, 'unfolding' | 'range'>,
): void {
  const { collapse, filter } = get();
  const layout = layOut(run, { collapse, filter });
  place({ layout, playing: false, ...changes, ...at(layout, event) });
}

/** Remembers where the cursor is, for the next visit. */
export function leave(): void {
  const { layout, event } = get();
  const of = layout ? nameOf(layout.run) : undefined;
  if (of !== undefined) useTraceView.setState({ left: { of, event } });
}
