import { firstIndex, lastAtMost } from '../../base/search.ts';
import { timesInWords } from '../../base/words.ts';
import { type Run, RUN_EVENT, type RunProcess } from '../../trace/index.ts';

/** A vertical line of the chart: a process, or several that stand for one. */
export interface Lifeline {
  readonly label: string;
  /** `host`, `pex`, ... */
  readonly kind: string;
  readonly pids: readonly number[];
}

/** `unit`: with its barrier and elements. `device`: with its units. */
export type Collapse = 'none' | 'class' | 'unit' | 'device';

export interface Filter {
  readonly messages: ReadonlySet<string>;
  readonly channels: ReadonlySet<string>;
  /** Labels of lanes. */
  readonly lanes: ReadonlySet<string>;
  /** Processes that all of what remains is about, the one that was chosen first; empty for all. */
  readonly only: ReadonlySet<number>;
  /** Words that all have to stand in what remains: a message, a channel, a process, a value. */
  readonly text: string;
  /** Hides steps that are no messages. */
  readonly onlyMessages: boolean;
}

/** `wait` answers only hand the baton back ("nothing more to do now"); hidden unless asked for. */
export const NO_FILTER: Filter = {
  messages: new Set(['wait']),
  channels: new Set(),
  lanes: new Set(),
  only: new Set(),
  text: '',
  onlyMessages: false,
};

/** A run laid out in rows. Arrays are flat: a run may have a million events. */
export interface SequenceLayout {
  readonly run: Run;
  readonly lanes: readonly Lifeline[];
  /** Lane by process number; undefined for processes that are not drawn. */
  readonly laneOf: readonly (number | undefined)[];
  /** Event of each row. */
  readonly rows: readonly number[];
  /** Rows of messages that are taken in a later row. */
  readonly crossing: readonly { readonly row: number; readonly until: number }[];
  /** For each row, whether model time moved on between the row before and this one. */
  readonly opensTick: Uint8Array;
  /** Events that playback stops at, in order. */
  readonly stops: readonly number[];
  /** Row of each stop. */
  readonly stopRow: readonly number[];
  /** By process number. */
  readonly bars: readonly (Bars | undefined)[];
}

/** Lifelines from left to right, of which several may share one. */
export function lifelinesOf(processes: readonly RunProcess[], collapse: Collapse): Lifeline[] {
  const lanes = new Map<string, { first: RunProcess; count: number; pids: number[] }>();
  for (const process of processes) {
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

const KEYS: Readonly<Record<Collapse, (process: RunProcess) => string>> = {
  none: ({ pid }) => `${pid}`,
  class: ({ name }) => name,
  unit: ({ unit, label }) => (unit === undefined ? label : `unit ${unit}`),
  device: ({ device, label }) => (device === undefined ? label : `device ${device}`),
};

/** Tells the events in which all words of a text stand. */
export function eventsWith(text: string): (run: Run, event: number) => boolean {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return (run, event) => {
    if (wanted.length === 0) return true;
    const all = run.textAt(event).toLowerCase();
    return wanted.every((word) => all.includes(word));
  };
}

/** Messages and steps of processes: what is found, filtered and gone through by process. */
export const isDeed = (kind: number | undefined): boolean =>
  kind === RUN_EVENT.message || kind === RUN_EVENT.step || kind === RUN_EVENT.take;

/** The processes that the chart is filtered to, and those that they exchange messages with. */
function withPartners(run: Run, { only, messages }: Filter): ReadonlySet<number> {
  const { kind, pid, other } = run.columns;
  const found = new Set(only);
  for (let index = 0; index < run.count; index += 1) {
    if (kind[index] !== RUN_EVENT.message) continue;
    const [from, to] = [pid[index] ?? 0, other[index] ?? 0];
    if (only.has(from) === only.has(to) || (found.has(from) && found.has(to))) continue;
    if (!messages.has(run.messageAt(index))) found.add(from).add(to);
  }
  return found;
}

/** Work and waits of one process, from the row of its event to the first row after it. */
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

/** Collects bars as the events of a run go by. */
class BarKeeper {
  readonly bars: (Bars | undefined)[] = [];
  readonly #run: Run;
  readonly #nameOf: string[] = [];
  /** Ends of work that is not over, by process; Infinity for a wait. */
  readonly #ends: number[] = [];
  readonly #working: number[] = [];

  constructor(run: Run) {
    this.#run = run;
    for (const { pid, name } of run.lanes) this.#nameOf[pid] = name;
  }

  open(event: number, process: number, row: number, code: number, end: number): void {
    const list = (this.bars[process] ??= new Bars());
    list.close(row);
    list.open(event, row, code);
    if ((this.#ends[process] ?? -1) < 0) this.#working.push(process);
    this.#ends[process] = end;
  }

  /** An element waits from its arrival at a barrier until that lets it go. */
  message(event: number, from: number, to: number, row: number, isSeen: boolean): void {
    if (this.#nameOf[from] === 'pex' && this.#nameOf[to]?.endsWith('barrier') === true && isSeen) {
      if (this.#run.messageAt(event) === 'done') this.open(event, from, row, 0, Infinity);
    } else if (
      this.#nameOf[to] === 'pex' &&
      this.#ends[to] === Infinity &&
      this.#run.messageAt(event) === 'go'
    ) {
      this.bars[to]?.close(row);
      this.#ends[to] = 0;
    }
  }

  /** Work that ends by a tick ends above the next row. */
  time(now: number, row: number): void {
    const working = this.#working;
    for (let at = working.length - 1; at >= 0; at -= 1) {
      const process = working[at] ?? 0;
      if ((this.#ends[process] ?? 0) > now) continue;
      this.bars[process]?.close(row);
      this.#ends[process] = -1;
      working[at] = working.at(-1) ?? 0;
      working.pop();
    }
  }

  close(row: number): void {
    for (const list of this.bars) list?.close(row);
  }
}

/** Tells the events that a filter leaves, of processes that are drawn. */
function shownBy(
  run: Run,
  filter: Filter,
  isOf: (process: number) => boolean,
): (event: number) => boolean {
  const { pid, other } = run.columns;
  const isWanted = eventsWith(filter.text);
  const hidesNames = filter.messages.size > 0 || filter.channels.size > 0;
  return (event) =>
    (isOf(pid[event] ?? 0) || isOf(other[event] ?? 0)) &&
    !(
      hidesNames &&
      (filter.messages.has(run.messageAt(event)) || filter.channels.has(run.channelAt(event)))
    ) &&
    isWanted(run, event);
}

/** Lays out a run. Messages, steps and the end have rows; work hangs from the message that set it off. */
export function layOut(
  run: Run,
  { collapse, filter }: { readonly collapse: Collapse; readonly filter: Filter },
): SequenceLayout {
  const { kind, pid, other, tick, until } = run.columns;
  const partners = filter.only.size > 0 ? withPartners(run, filter) : undefined;
  const lanes = lifelinesOf(run.lanes, collapse).filter(
    ({ label, pids }) =>
      !filter.lanes.has(label) && (!partners || pids.some((each) => partners.has(each))),
  );
  const laneOf: number[] = [];
  lanes.forEach(({ pids }, lane) => pids.forEach((each) => (laneOf[each] = lane)));
  const isOf = (process: number): boolean => !partners || filter.only.has(process);
  const isShown = shownBy(run, filter, isOf);
  const isFiltered = filter.text.trim() !== '';
  const keeper = new BarKeeper(run);
  const rows: number[] = [];
  const opensTick = new Uint8Array(run.count + 1);
  const stops: number[] = [];
  const stopRow: number[] = [];
  const lastRow = (): number => Math.max(0, rows.length - 1);
  const addStop = (event: number): void => {
    stops.push(event);
    stopRow.push(lastRow());
  };
  const addRow = (event: number): void => {
    rows.push(event);
    addStop(event);
  };

  for (let event = 0; event < run.count; event += 1) {
    const from = pid[event] ?? 0;
    const isDrawn = (laneOf[from] ?? -1) >= 0;
    switch (kind[event]) {
      case RUN_EVENT.message: {
        const to = other[event] ?? 0;
        // Within a lifeline there is no arrow.
        const hasArrow = laneOf[to] !== undefined && (laneOf[to] !== laneOf[from] || to === from);
        if (isDrawn && hasArrow && isShown(event)) addRow(event);
        keeper.message(event, from, to, lastRow(), isDrawn && isOf(from));
        break;
      }
      case RUN_EVENT.step:
        if (isDrawn && !filter.onlyMessages && isShown(event)) addRow(event);
        break;
      case RUN_EVENT.take:
        if (isDrawn && isShown(event)) addRow(event);
        break;
      case RUN_EVENT.work:
        if (!isDrawn || !isOf(from)) break;
        if (!isFiltered) (rows.length === 0 ? addRow : addStop)(event);
        keeper.open(event, from, lastRow(), 1 + (other[event] ?? 0), until[event] ?? 0);
        break;
      case RUN_EVENT.repeat:
        if (isDrawn && isOf(from) && !isFiltered) addStop(event);
        break;
      case RUN_EVENT.time:
        if ((tick[event] ?? 0) > (until[event] ?? 0)) opensTick[rows.length] = 1;
        keeper.time(tick[event] ?? 0, rows.length);
        break;
      case RUN_EVENT.finish:
      case RUN_EVENT.stuck:
        addRow(event);
    }
  }
  keeper.close(rows.length);
  return {
    run,
    lanes,
    laneOf,
    rows,
    crossing: crossingIn(run, rows),
    opensTick: opensTick.slice(0, rows.length),
    stops,
    stopRow,
    bars: keeper.bars,
  };
}

/** Rows of messages that are taken in a later row. */
function crossingIn(run: Run, rows: readonly number[]): SequenceLayout['crossing'] {
  // Over model time all messages are rendezvous.
  if (run.timed) return [];
  return rows.flatMap((event, row) => {
    const mark = run.markAt(event);
    return mark.kind === 'message' && mark.taken !== undefined
      ? { row, until: lastAtMost(rows, mark.taken) }
      : [];
  });
}

/** The rows of a loop, the last included; undefined where a run has none or nothing of it is shown. */
export function loopRows({ run: { loop }, rows }: SequenceLayout) {
  const first = loop ? firstIndex(rows.length, (row) => (rows[row] ?? 0) >= loop.first) : Infinity;
  return first < rows.length ? { first, last: rows.length - 1 } : undefined;
}

/** The last stop at or before an event, so that a place in the run survives a change of filter. */
export const stopAtOrBefore = ({ stops }: SequenceLayout, event: number): number =>
  lastAtMost(stops, event);

/** The first stop of a row: the message itself, before the work it sets off. */
export function firstStopInRow({ stops, stopRow }: SequenceLayout, row: number): number {
  const first = firstIndex(stops.length, (stop) => (stopRow[stop] ?? 0) >= row);
  return Math.min(first, stops.length - 1);
}
