import {
  EVENT,
  firstIndex,
  lastAtMost,
  type Trace,
  type TraceProcess,
  messageLabel,
} from '../../session/index.ts';
import { timesInWords } from '../shared/format.ts';

/** A vertical line of the chart: a process, or several that stand for one. */
export interface Lifeline {
  readonly label: string;
  /** What the process is, for its style: `host`, `pex`, ... */
  readonly kind: string;
  readonly pids: readonly number[];
}

/** Which processes share a lifeline. `class`: those of a kind. `unit`: a unit with its barrier and its
 * elements. `device`: a device with its units. */
export type Collapse = 'none' | 'class' | 'unit' | 'device';

/** What is left out of the chart. */
export interface Filter {
  readonly messages: ReadonlySet<string>;
  readonly channels: ReadonlySet<string>;
  /** Labels of lanes. */
  readonly lanes: ReadonlySet<string>;
  /** Processes that all of what remains is about, the one that was chosen first; empty for all. */
  readonly only: ReadonlySet<number>;
  /** Words that all have to stand in what remains: a message, a channel, a process, a value. */
  readonly text: string;
}

/** `wait` answers only hand the baton back ("nothing more to do now"); hidden unless asked for. */
export const NO_FILTER: Filter = {
  messages: new Set(['wait']),
  channels: new Set(),
  lanes: new Set(),
  only: new Set(),
  text: '',
};

/** A run laid out for drawing: which event stands in which row, and where playback stops. Arrays are
 * flat, of small numbers, because a run may have a million events. */
export interface SequenceLayout {
  readonly trace: Trace;
  readonly lanes: readonly Lifeline[];
  /** Lane by process number; -1 for processes that are not drawn. */
  readonly laneOf: Int16Array;
  /** Event of each row. */
  readonly rows: readonly number[];
  /** For each row, whether model time moved on between the row before and this one. */
  readonly opensTick: Uint8Array;
  /** Events that playback stops at, in order. */
  readonly stops: readonly number[];
  /** Row of each stop. */
  readonly stopRow: readonly number[];
  /** By process number. */
  readonly bars: readonly (Bars | undefined)[];
}

const RANK: Readonly<Record<string, number>> = { host: 0, clock: 9 };

/** Lanes from left to right: host, then each device with its units, each unit with its barrier and
 * elements (the order in which they are created), then the clock. `main` only creates the others and
 * is left out. */
export function lifelinesOf(processes: readonly TraceProcess[], collapse: Collapse): Lifeline[] {
  const lanes = new Map<string, { first: TraceProcess; count: number; pids: number[] }>();
  const shown = processes
    .filter(({ name }) => name !== 'main')
    .toSorted((a, b) => (RANK[a.name] ?? 1) - (RANK[b.name] ?? 1) || a.pid - b.pid);
  for (const process of shown) {
    const key = KEYS[collapse](process);
    const lane = lanes.get(key);
    if (lane) {
      lane.pids.push(process.pid);
      // A unit or a device comes before what belongs to it, and is what is counted.
      if (collapse === 'class') lane.count += process.count;
    } else lanes.set(key, { first: process, count: process.count, pids: [process.pid] });
  }
  return [...lanes].map(([key, { first, count, pids }]) => ({
    label: timesInWords(pids.length === 1 ? first.label : key, count),
    kind: first.name,
    pids,
  }));
}

/** What the processes of a lifeline have in common. */
const KEYS: Readonly<Record<Collapse, (process: TraceProcess) => string>> = {
  none: ({ pid }) => `${pid}`,
  class: ({ name }) => name,
  unit: ({ unit, label }) => (unit === undefined ? label : `unit ${unit}`),
  device: ({ device, label }) => (device === undefined ? label : `device ${device}`),
};

/** Tells the messages in which all words of a text stand: of message, values, channel and processes, and of what
 * stands beside the arrow. */
export function messagesWith(text: string): (trace: Trace, index: number) => boolean {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (trace, index) => {
    if (wanted.length === 0) return true;
    const { pid, other } = trace.columns;
    const ends = [trace.label(pid[index] ?? 0), trace.label(other[index] ?? 0)];
    const words = [
      trace.messageAt(index),
      ...trace.valuesAt(index),
      trace.channelAt(index),
      messageLabel(trace, index),
      ...ends,
    ];
    const all = words.join(' ').toLowerCase();
    return wanted.every((word) => all.includes(word));
  };
}

/** The processes that the chart is filtered to, and those that they exchange messages with. */
function withPartners(trace: Trace, { only, messages }: Filter): ReadonlySet<number> {
  const { kind, pid, other } = trace.columns;
  const found = new Set(only);
  for (let index = 0; index < trace.count; index += 1) {
    if (kind[index] !== EVENT.message) continue;
    const [from, to] = [pid[index] ?? 0, other[index] ?? 0];
    if (only.has(from) === only.has(to) || (found.has(from) && found.has(to))) continue;
    if (!messages.has(trace.messageAt(index))) found.add(from).add(to);
  }
  return found;
}

/** Work and waits of one process by row: from the row of the event that began it to the first row after
 * it. They follow each other. */
export class Bars {
  readonly event: number[] = [];
  readonly startRow: number[] = [];
  readonly endRow: number[] = [];
  /** 0 for waiting at a barrier, 1 and more for work: an index into the trace's words, plus 1. */
  readonly code: number[] = [];

  open(event: number, row: number, code: number): void {
    this.event.push(event);
    this.startRow.push(row);
    this.endRow.push(-1);
    this.code.push(code);
  }

  /** The last one ends, if it has not. */
  close(row: number): void {
    if (this.endRow.at(-1) === -1) this.endRow[this.endRow.length - 1] = row;
  }

  /** Those that show between two rows (both included): the first of them, and the first that is none. */
  between(first: number, last: number): readonly [number, number] {
    const { startRow, endRow } = this;
    // Both grow from bar to bar.
    return [
      firstIndex(endRow.length, (bar) => (endRow[bar] ?? 0) >= first),
      firstIndex(startRow.length, (bar) => (startRow[bar] ?? 0) > last),
    ];
  }
}

/** Lays out a run. Messages and the end have rows of their own; work begins in the row of the message
 * that set it off, so that a bar hangs from its arrow. */
export function layOut(
  trace: Trace,
  options: { readonly collapse: Collapse; readonly filter: Filter },
): SequenceLayout {
  const { columns, count } = trace;
  const { kind, pid, other, tick, until, transition, received } = columns;
  const { filter } = options;
  const partners = filter.only.size > 0 ? withPartners(trace, filter) : undefined;
  const lanes = lifelinesOf(trace.processes, options.collapse).filter(
    ({ label, pids }) =>
      !filter.lanes.has(label) && (!partners || pids.some((each) => partners.has(each))),
  );
  const laneOf = new Int16Array(256).fill(-1);
  lanes.forEach(({ pids }, lane) => pids.forEach((each) => (laneOf[each] = lane)));
  const isElement: boolean[] = [];
  const isBarrier: boolean[] = [];
  for (const { pid: each, name } of trace.processes) {
    isElement[each] = name === 'pex';
    isBarrier[each] = name.endsWith('barrier');
  }
  const isWanted = messagesWith(filter.text);
  const isFiltered = filter.text.trim() !== '';
  const rows: number[] = [];
  const opensTick = new Uint8Array(count + 1);
  const stops: number[] = [];
  const stopRow: number[] = [];
  const bars: (Bars | undefined)[] = [];
  /** Ends of work that is not over, by process; Infinity for a wait. */
  const ends = new Float64Array(256).fill(-1);
  const working: number[] = [];
  const shown = new Map<number, boolean>();
  const isOf = (process: number): boolean => !partners || filter.only.has(process);
  const isShown = (index: number): boolean => {
    if (!isOf(pid[index] ?? 0) && !isOf(other[index] ?? 0)) return false;
    const key = (transition[index] ?? 0) * 65536 + (received[index] ?? 0);
    let found = shown.get(key);
    if (found === undefined) {
      found =
        !filter.messages.has(trace.messageAt(index)) &&
        !filter.channels.has(trace.channelAt(index));
      shown.set(key, found);
    }
    return found && isWanted(trace, index);
  };
  const lastRow = (): number => Math.max(0, rows.length - 1);
  const addStop = (event: number): void => {
    stops.push(event);
    stopRow.push(lastRow());
  };
  const addRow = (event: number): void => {
    rows.push(event);
    addStop(event);
  };
  const open = (event: number, process: number, code: number, end: number): void => {
    const list = (bars[process] ??= new Bars());
    const row = lastRow();
    list.close(row);
    list.open(event, row, code);
    if ((ends[process] ?? -1) < 0) working.push(process);
    ends[process] = end;
  };

  for (let index = 0; index < count; index += 1) {
    const from = pid[index] ?? 0;
    const lane = laneOf[from] ?? -1;
    switch (kind[index]) {
      case EVENT.message: {
        const to = other[index] ?? 0;
        const target = laneOf[to] ?? -1;
        if (lane >= 0 && target >= 0 && lane !== target && isShown(index)) addRow(index);
        if (isElement[from] === true && isBarrier[to] === true && lane >= 0 && isOf(from)) {
          if (trace.messageAt(index) === 'done') open(index, from, 0, Infinity);
        } else if (
          isElement[to] === true &&
          ends[to] === Infinity &&
          trace.messageAt(index) === 'go'
        ) {
          bars[to]?.close(lastRow());
          ends[to] = 0;
        }
        break;
      }
      case EVENT.work:
        if (lane < 0 || !isOf(from)) break;
        if (!isFiltered) (rows.length === 0 ? addRow : addStop)(index);
        open(index, from, 1 + (other[index] ?? 0), until[index] ?? 0);
        break;
      case EVENT.repeat:
        if (lane >= 0 && isOf(from) && !isFiltered) addStop(index);
        break;
      case EVENT.time: {
        const now = tick[index] ?? 0;
        if (now > (until[index] ?? 0)) opensTick[rows.length] = 1;
        for (let at = working.length - 1; at >= 0; at -= 1) {
          const process = working[at] ?? 0;
          if ((ends[process] ?? 0) > now) continue;
          bars[process]?.close(rows.length);
          ends[process] = -1;
          working[at] = working.at(-1) ?? 0;
          working.pop();
        }
        break;
      }
      case EVENT.finish:
      case EVENT.stuck:
        addRow(index);
    }
  }
  for (const list of bars) list?.close(rows.length);
  return {
    trace,
    lanes,
    laneOf,
    rows,
    opensTick: opensTick.slice(0, rows.length),
    stops,
    stopRow,
    bars,
  };
}

/** The last stop at or before an event, so that a place in the run survives a change of filter. */
export const stopAtOrBefore = ({ stops }: SequenceLayout, event: number): number =>
  lastAtMost(stops, event);

/** The first stop of a row: the message itself, before the work it sets off. */
export function firstStopInRow({ stops, stopRow }: SequenceLayout, row: number): number {
  const first = firstIndex(stops.length, (stop) => (stopRow[stop] ?? 0) >= row);
  return Math.min(first, stops.length - 1);
}
