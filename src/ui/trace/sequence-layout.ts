import type { Trace, TraceEvent, TraceProcess } from '../../session/index.ts';

/** A vertical line of the chart: one process. */
export interface Lane {
  readonly pid: number;
  readonly label: string;
  /** What the process is, for its style: `host`, `pex`, ... */
  readonly kind: string;
}

/** Work on a lane, as a bar from one row down to another. Row numbers are those of the chart. */
export interface Bar {
  readonly event: number;
  readonly startRow: number;
  /** The first row after the work; the bar reaches its upper edge. */
  endRow: number;
}

/** A run laid out for drawing: which event stands in which row, and where playback stops. Arrays are
 * typed and flat because a run may have a million events. */
export interface SequenceLayout {
  readonly trace: Trace;
  readonly lanes: readonly Lane[];
  /** Lane by process number; -1 for processes that are not drawn. */
  readonly laneOf: ReadonlyMap<number, number>;
  /** Event of each row. */
  readonly rows: Int32Array;
  /** For each row, whether model time moved on between the row before and this one. */
  readonly opensTick: Uint8Array;
  /** Events that playback stops at, in order. */
  readonly stops: Int32Array;
  /** Row of each stop. */
  readonly stopRow: Int32Array;
  /** Bars of each lane by row; those of a lane do not overlap. */
  readonly bars: readonly (readonly Bar[])[];
}

/** Lanes from left to right: host, then each device with its units, each unit with its barrier and
 * elements (the order in which they are created), then the clock. `main` only creates the others and
 * is left out. */
export function lanesOf(processes: readonly TraceProcess[]): Lane[] {
  const rank = (name: string): number => (name === 'host' ? 0 : name === 'clock' ? 2 : 1);
  return processes
    .filter(({ name }) => name !== 'main')
    .toSorted((a, b) => rank(a.name) - rank(b.name) || a.pid - b.pid)
    .map(({ pid, label, name }) => ({ pid, label, kind: name }));
}

/** Messages that only hand the baton back ("nothing more to do now"); hidden unless asked for. */
const isAnswer = (event: TraceEvent): boolean =>
  event.kind === 'message' && event.message === 'wait';

/** Lays out a run. Messages and the end have rows of their own; work begins in the row of the message
 * that set it off, so that a bar hangs from its arrow. */
export function layOut(trace: Trace, options: { readonly answers: boolean }): SequenceLayout {
  const { events } = trace;
  const lanes = lanesOf(trace.processes);
  const laneOf = new Map(lanes.map(({ pid }, index) => [pid, index]));
  const rows = new Int32Array(events.length);
  const opensTick = new Uint8Array(events.length + 1);
  const stops = new Int32Array(events.length);
  const stopRow = new Int32Array(events.length);
  const bars: Bar[][] = lanes.map(() => []);
  let rowCount = 0;
  let stopCount = 0;
  // Bars whose work is not over yet, by lane: their end is the row where time has passed it.
  const open = new Map<number, { bar: Bar; until: number }>();

  const addStop = (event: number, row: number): void => {
    stops[stopCount] = event;
    stopRow[stopCount] = row;
    stopCount += 1;
  };
  const addRow = (event: number): void => {
    addStop(event, rowCount);
    rows[rowCount] = event;
    rowCount += 1;
  };

  events.forEach((event, index) => {
    switch (event.kind) {
      case 'message':
        if (!laneOf.has(event.from) || !laneOf.has(event.to)) return;
        if (isAnswer(event) && !options.answers) return;
        addRow(index);
        return;
      case 'work': {
        const lane = laneOf.get(event.pid);
        if (lane === undefined) return;
        if (rowCount === 0) addRow(index);
        else addStop(index, rowCount - 1);
        const bar: Bar = { event: index, startRow: Math.max(0, rowCount - 1), endRow: -1 };
        const before = open.get(lane);
        if (before) before.bar.endRow = bar.startRow;
        bars[lane]?.push(bar);
        open.set(lane, { bar, until: event.until });
        return;
      }
      case 'time':
        if (event.tick > event.since) opensTick[rowCount] = 1;
        for (const [lane, { bar, until }] of open) {
          if (until > event.tick) continue;
          bar.endRow = rowCount;
          open.delete(lane);
        }
        return;
      case 'finish':
        addRow(index);
        return;
      case 'start':
        return;
    }
  });
  for (const { bar } of open.values()) bar.endRow = rowCount;
  return {
    trace,
    lanes,
    laneOf,
    rows: rows.slice(0, rowCount),
    opensTick: opensTick.slice(0, rowCount),
    stops: stops.slice(0, stopCount),
    stopRow: stopRow.slice(0, stopCount),
    bars,
  };
}

/** The bars of a lane that show between two rows (both included). */
export function barsBetween(bars: readonly Bar[], first: number, last: number): readonly Bar[] {
  // Ends grow with starts, so the first bar that reaches `first` is found by halving.
  let low = 0;
  let high = bars.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const bar = bars[middle];
    if (bar && bar.endRow < first) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < bars.length && (bars[end]?.startRow ?? Infinity) <= last) end += 1;
  return bars.slice(low, end);
}

/** The last stop at or before an event, so that a place in the run survives a change of filter. */
export function stopAtOrBefore(layout: SequenceLayout, event: number): number {
  let low = 0;
  let high = layout.stops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((layout.stops[middle] ?? Infinity) <= event) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
