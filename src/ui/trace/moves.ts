import { EVENT, timelineOf, type Trace } from '../../session/index.ts';
import {
  type Filter,
  layOut,
  messagesWith,
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
  step: layout.trace.columns.step[event] ?? 0,
  line: undefined,
  position: stopAtOrBefore(layout, event),
  process: layout.trace.columns.pid[event] ?? 0,
});

/** The last stop; -1 where there is none. */
export const lastStop = (): number => (get().layout?.stops.length ?? 0) - 1;

/** The nearest stop in a direction whose event is wanted. */
function nearest(
  direction: Direction,
  isWanted: (event: number, trace: Trace) => boolean,
  from = get().position,
): number | undefined {
  const { layout } = get();
  for (let stop = from + direction; stop >= 0 && stop <= lastStop(); stop += direction) {
    if (layout && isWanted(layout.stops[stop] ?? 0, layout.trace)) return stop;
  }
  return undefined;
}

/** What moves the cursor. */
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
    if (!layout) return;
    const event = layout.trace.eventAtStep(step);
    move({ event, step, line, position: stopAtOrBefore(layout, event), playing: false });
  },

  seekTick(tick: number): void {
    moves.seekEvent(get().layout?.trace.eventAtTick(tick));
  },

  advance(by: number): void {
    const { position, playing } = get();
    moves.seek(position + by);
    if (playing && get().position === lastStop()) set({ playing: false });
  },

  /** To the next message of the process at the cursor, or the one before. */
  advanceInProcess(direction: Direction): void {
    const { process } = get();
    const found = nearest(direction, (event, { columns: { kind, pid, other } }) => {
      const isOfProcess = pid[event] === process || other[event] === process;
      return kind[event] === EVENT.message && isOfProcess;
    });
    moves.seek(found);
    set({ process }); // still this one, whoever sends
  },

  advanceToBarrier(direction: Direction): void {
    const { timeline, event } = get();
    if (!timeline) return;
    const { event: released } = timeline.releases;
    moves.seekEvent(
      direction > 0
        ? released.find((each) => each > event)
        : released.findLast((each) => each < event),
    );
  },

  advanceToTick(direction: Direction): void {
    const { layout, event } = get();
    const tick = layout?.trace.columns.tick ?? [];
    const found = nearest(direction, (each) => tick[each] !== tick[event]);
    if (found === undefined || direction > 0) return moves.seek(found);
    // The beginning of the tick before, not its end.
    const then = tick[layout?.stops[found] ?? 0];
    moves.seek(1 + (nearest(-1, (each) => tick[each] !== then, found) ?? -1));
  },

  /** To the next message with all these words, or the one before. Says whether there is one. */
  find(text: string, direction: Direction): boolean {
    if (text.trim() === '') return false;
    const isWanted = messagesWith(text);
    const found = nearest(
      direction,
      (event, trace) => trace.columns.kind[event] === EVENT.message && isWanted(trace, event),
    );
    moves.seek(found);
    return found !== undefined;
  },

  /** Says which process "next message of this process" goes by. */
  setProcess(process: number): void {
    set({ process });
  },
};
export type Moves = typeof moves;

export function setPlaying(playing: boolean): void {
  if (lastStop() < 0) return;
  // Play at the end means once more from the start.
  if (playing && get().position === lastStop()) moves.seek(0);
  set({ playing });
}

/** Lays the run out anew, with the cursor where it is. */
export function setLayout(changes: Partial<Pick<TraceState, 'collapse' | 'filter'>>): void {
  const { layout, event, collapse, filter } = get();
  const options = { collapse, filter, ...changes };
  const next = layout && layOut(layout.trace, options);
  const position = next ? stopAtOrBefore(next, event) : 0;
  place({ ...options, layout: next, position });
}

export const setFilter = (changes: Partial<Filter>): void =>
  setLayout({ filter: { ...get().filter, ...changes } });

/** More lifelines than this are shown by class at first: they would not fit side by side. */
const MANY_LANES = 24;

/** The same for the same run of the same model, and hardly for another. */
const nameOf = ({ columns: { steps, count }, endTick, finish = {} }: Trace): string =>
  [steps, count, endTick, ...Object.entries(finish).flat()].join(' ');

/** Shows another run, or none. */
export function load(trace: Trace | undefined): void {
  if (get().layout?.trace === trace) return;
  const fresh = { playing: false, range: null, stretch: 1, unfolding: null };
  if (!trace) return place({ layout: null, timeline: null, ...START, ...fresh });
  const collapse = trace.processes.length > MANY_LANES ? 'class' : 'none';
  // Lanes of another run are others; the rest of the filter is the reader's own.
  const filter = { ...get().filter, lanes: new Set<string>(), only: new Set<number>(), text: '' };
  const layout = layOut(trace, { collapse, filter });
  // Later runs than the one that was left begin at their beginning.
  const { left } = useTraceView.getState();
  const isLeft = left?.of === nameOf(trace) && left.event < trace.count;
  const event = isLeft ? left.event : (layout.stops[0] ?? 0);
  const timeline = timelineOf(trace);
  place({ layout, timeline, collapse, filter, ...fresh, ...at(layout, event) });
  useTraceView.setState({ left: undefined });
}

/** Shows the run in another way, at one of its events; it is looked at as before. */
export function replaceRun(
  trace: Trace,
  event: number,
  changes: Pick<TraceState, 'unfolding' | 'range'>,
): void {
  const { collapse, filter } = get();
  const layout = layOut(trace, { collapse, filter });
  place({ layout, timeline: timelineOf(trace), playing: false, ...changes, ...at(layout, event) });
}

/** Remembers where the cursor is, for the next visit. */
export function leave(): void {
  const { layout, event } = get();
  if (layout) useTraceView.setState({ left: { of: nameOf(layout.trace), event } });
}
