import { cut, doubled } from '../base/columns.ts';
import { parseTicks, ticks, type Ticks } from '../base/ticks.ts';

/** Codes in `ReplayColumns.kind`. */
export const EVENT = {
  message: 0,
  work: 1,
  start: 2,
  time: 3,
  finish: 4,
  repeat: 5,
  /** A run that cannot continue; added by `withStop`, never by a verifier. */
  stuck: 6,
} as const;

/** Work the model skips: `count` repetitions of the process's activity since it last began, at a
 * tick and event. */
export interface Repeat {
  readonly began: Ticks;
  readonly event: number;
  readonly count: number;
}

/** A warp's work in one phase of its scheduler. */
export interface WarpWork {
  readonly warp: number;
  readonly ticks: number;
  /** Ticks of all its lanes that took part, together. */
  readonly laneTicks: number;
}

/** A model statement by its transition number in pan. */
export interface ReplayedTransition {
  /** 1-based Promela line. */
  readonly line: number;
  /** Such as `u_pex!go,i`. */
  readonly text: string;
}

/** Replay events in columns, in step order: a million take 30 MB and transfer without copying. */
export interface ReplayColumns {
  readonly count: number;
  readonly kind: Uint8Array<ArrayBuffer>;
  /** Trail step, from 1; several events may share one. */
  readonly step: Uint32Array<ArrayBuffer>;
  /** The statement; of a message, that of its sender. */
  readonly transition: Uint16Array<ArrayBuffer>;
  /** The process; of a message, its sender. */
  readonly pid: Uint8Array<ArrayBuffer>;
  /** Message: the receiver. Work: an index into `words`. */
  readonly other: Uint8Array<ArrayBuffer>;
  /** Message: the receiver's statement. */
  readonly received: Uint16Array<ArrayBuffer>;
  /** Model time in ticks, as a double; the start of work. */
  readonly tick: Float64Array<ArrayBuffer>;
  /** End of work or repetition; for time, the previous time. */
  readonly until: Float64Array<ArrayBuffer>;
  /** Exact `tick` and `until` beyond a double's integers. */
  readonly exact?: {
    readonly tick: BigInt64Array<ArrayBuffer>;
    readonly until: BigInt64Array<ArrayBuffer>;
  };
  /** Message fields, those of event i ending before `fieldEnd[i]`. Warp work: step, warp, and delay
   * after the event. */
  readonly fields: Int32Array<ArrayBuffer>;
  readonly fieldEnd: Uint32Array<ArrayBuffer>;
  /** Memory spaces of work. */
  readonly words: readonly string[];
  /** By number. */
  readonly transitions: ReadonlyMap<number, ReplayedTransition>;
  /** Process numbers and names, by first step. */
  readonly processes: readonly (readonly [number, string])[];
  /** The values that `@finish` told, by event. */
  readonly finishes: ReadonlyMap<number, Readonly<Record<string, number>>>;
  /** Repetitions by event. */
  readonly repeats: ReadonlyMap<number, Repeat>;
  /** Work by event: the scheduler's warps in turn, if lanes diverged. */
  readonly warps: ReadonlyMap<number, readonly WarpWork[]>;
  /** Kinds of work-groups in the model, if it distinguishes them. */
  readonly kinds?: number;
  /** Length of the trail. */
  readonly steps: number;
}

/** The numbers of statements have 16 bits. */
const LAST_TRANSITION = 65_535;
/** Statements that C code may stand for: half a message each. */
const MOST_TOLD = 64;

/** True for statements told by C, many in one step. */
export const isTold = (transition: number): boolean => transition > LAST_TRANSITION - MOST_TOLD;

/** Appends a "stuck" event to a run that cannot continue. */
export function withStop(columns: ReplayColumns): ReplayColumns {
  const { count, tick, exact, steps, fieldEnd } = columns;
  const last = count - 1;
  const longer = <C extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
    column: C,
    make: (length: number) => C,
    value: number,
  ): C => {
    const copy = make(count + 1);
    copy.set(column.subarray(0, count));
    copy[count] = value;
    return copy;
  };
  const small = (length: number) => new Uint8Array(length);
  const middle = (length: number) => new Uint16Array(length);
  const wide = (length: number) => new Uint32Array(length);
  const doubles = (length: number) => new Float64Array(length);
  return {
    ...columns,
    count: count + 1,
    kind: longer(columns.kind, small, EVENT.stuck),
    step: longer(columns.step, wide, steps),
    transition: longer(columns.transition, middle, columns.transition[last] ?? 0),
    pid: longer(columns.pid, small, columns.pid[last] ?? 0),
    other: longer(columns.other, small, 0),
    received: longer(columns.received, middle, 0),
    tick: longer(tick, doubles, tick[last] ?? 0),
    until: longer(columns.until, doubles, 0),
    fieldEnd: longer(fieldEnd, wide, fieldEnd[last] ?? 0),
    ...(exact && {
      exact: {
        tick: BigInt64Array.from([...exact.tick.subarray(0, count), exact.tick[last] ?? 0n]),
        until: BigInt64Array.from([...exact.until.subarray(0, count), 0n]),
      },
    }),
  };
}

/** Buffers to transfer. */
export const buffersOf = (columns: ReplayColumns): ArrayBuffer[] =>
  [...Object.values(columns), ...Object.values(columns.exact ?? {})].flatMap((column: unknown) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  );

/** An event in numbers; unused fields are 0. */
export function blankRow() {
  const times = { tick: 0, until: 0 };
  return { kind: 0, step: 0, transition: 0, pid: 0, other: 0, received: 0, ...times };
}
export type EventRow = ReturnType<typeof blankRow>;

/** Columns that grow by one event at a time. */
export class ColumnBuilder {
  readonly words: string[] = [];
  readonly transitions = new Map<number, ReplayedTransition>();
  readonly processes: (readonly [number, string])[] = [];
  readonly finishes = new Map<number, Readonly<Record<string, number>>>();
  readonly repeats = new Map<number, Repeat>();
  readonly warps = new Map<number, readonly WarpWork[]>();
  /** Warps' announced work for the next phase, by process and memory space. */
  readonly #lanes = new Map<string, WarpWork[]>();
  /** Model time so far. */
  now: Ticks = 0;
  /** Measuring is not part of the run (see the model's `kinds.ts`). */
  #measuring = false;
  #kinds: number | undefined;
  readonly #toldIds = new Map<string, number>();
  /** Times beyond a double's integers: [tick, until] by event. */
  readonly #large = new Map<number, readonly [bigint, bigint]>();
  count = 0;
  /** Where each process last began what it may repeat. */
  readonly #begun = new Map<string, Omit<Repeat, 'count'>>();
  #columns = {
    kind: new Uint8Array(4096),
    step: new Uint32Array(4096),
    transition: new Uint16Array(4096),
    pid: new Uint8Array(4096),
    other: new Uint8Array(4096),
    received: new Uint16Array(4096),
    tick: new Float64Array(4096),
    until: new Float64Array(4096),
    fieldEnd: new Uint32Array(4096),
  };
  #fields = { value: new Int32Array(4096) };
  #fieldCount = 0;

  /** A field of the message that is added next. */
  field(value: number): void {
    if (this.#measuring) return;
    if (this.#fieldCount === this.#fields.value.length) this.#fields = doubled(this.#fields);
    this.#fields.value[this.#fieldCount] = value;
    this.#fieldCount += 1;
  }

  /** Reads a line `@WORD ...` printed by the process and step in `row`; changes `row`. */
  tell(line: string, row: EventRow): void {
    const [word, ...rest] = line.trim().split(' ');
    const [pid = '', name = 'private', from = '', to = ''] = rest;
    const time = (text: string): Ticks => parseTicks(text) ?? 0;
    if (word === '@measure') this.#measuring = true;
    else if (word === '@perform') {
      this.#measuring = false;
      this.#kinds = Number(rest[1]);
    }
    if (this.#measuring) return;
    switch (word) {
      case '@time': {
        const since = this.now;
        this.now = time(pid);
        row.kind = EVENT.time;
        return this.addAt(row, this.now, since);
      }
      case '@work': {
        const { pid: printer } = row;
        const [, , , , step, warp] = rest;
        row.kind = EVENT.work;
        row.pid = Number(pid);
        row.other = this.#word(name);
        if (step === undefined) {
          this.#takeLanes(`${pid} ${name}`);
          this.addAt(row, time(from), time(to));
        } else {
          // Work may begin later; the delay is stored.
          const wait = BigInt(time(from)) - BigInt(this.now);
          for (const field of [step, warp, wait]) this.field(Number(field));
          this.addAt(row, this.now, time(to));
        }
        row.pid = printer;
        return;
      }
      case '@lanes':
        return this.#addLanes(`${pid} ${name}`, Number(from), Number(to), Number(rest[4]));
      case '@message':
        return this.#message(row, Number(pid), Number(name), from, to);
      case '@lane':
        this.processes.push([Number(pid), name]);
        return;
      case '@begin':
        return this.#begin(pid, rest[1] ?? '');
      case '@repeat': {
        row.kind = EVENT.repeat;
        return this.addAt(row, this.now, this.#repeat(pid, rest[1] ?? '', Number(from)));
      }
      case '@finish': {
        row.kind = EVENT.finish;
        this.#finish(rest);
        return this.addAt(row);
      }
    }
  }

  /** A message told by a C statement. */
  #message(row: EventRow, from: number, to: number, channel: string, message: string): void {
    const { pid, other, transition, received } = row;
    row.kind = EVENT.message;
    row.pid = from;
    row.other = to;
    row.transition = this.#told(`${channel}!${message}`, transition);
    row.received = this.#told(`${channel}?${message}`, transition);
    this.field(0);
    this.addAt(row);
    Object.assign(row, { pid, other, transition, received });
  }

  /** Numbers a statement told by C, placed at the statement that told it. */
  #told(text: string, by: number): number {
    let id = this.#toldIds.get(text);
    if (id === undefined) {
      id = LAST_TRANSITION - this.#toldIds.size;
      this.#toldIds.set(text, id);
      this.transitions.set(id, { line: this.transitions.get(by)?.line ?? 0, text });
    }
    return id;
  }

  /** Ends the program: `@finish` gives model time, then tuning parameters, one of which may be named
   * `time`. */
  #finish([, ...values]: readonly string[]): void {
    const parameters = values.map((word) => word.split('='));
    this.finishes.set(
      this.count,
      Object.fromEntries(parameters.map(([name = '', value]) => [name, Number(value)])),
    );
  }

  /** Adds a warp's part to the coming phase; sums are cumulative. */
  #addLanes(phase: string, warp: number, ticks: number, laneTicks: number): void {
    let before = this.#lanes.get(phase) ?? [];
    // An empty phase was never taken.
    if (warp <= (before.at(-1)?.warp ?? -1)) before = [];
    this.#lanes.set(phase, [...before, { warp, ticks, laneTicks }]);
  }

  /** The next event is the announced phase. */
  #takeLanes(phase: string): void {
    const sums = this.#lanes.get(phase);
    if (!sums) return;
    this.#lanes.delete(phase);
    const parts = sums.map(({ warp, ticks, laneTicks }, index) => {
      const before = sums[index - 1];
      return {
        warp,
        ticks: ticks - (before?.ticks ?? 0),
        laneTicks: laneTicks - (before?.laneTicks ?? 0),
      };
    });
    this.warps.set(
      this.count,
      parts.filter((part) => part.ticks > 0),
    );
  }

  /** A process starts something named anew, such as a loop iteration. */
  #begin(pid: string, name: string): void {
    this.#begun.set(`${pid} ${name}`, { began: this.now, event: this.count });
  }

  /** The next event repeats the process's activity since its last start; returns the end time. */
  #repeat(pid: string, name: string, count: number): Ticks {
    const { now } = this;
    const begun = this.#begun.get(`${pid} ${name}`) ?? { began: now, event: this.count };
    this.repeats.set(this.count, { ...begun, count });
    return ticks(BigInt(now) + BigInt(count) * (BigInt(now) - BigInt(begun.began)));
  }

  #word(word: string): number {
    const known = this.words.indexOf(word);
    return known < 0 ? this.words.push(word) - 1 : known;
  }

  /** Adds an event, now by default. */
  addAt(row: EventRow, tick = this.now, until: Ticks = 0): void {
    if (this.#measuring && row.kind !== EVENT.start) return;
    if (typeof tick === 'bigint' || typeof until === 'bigint') {
      this.#large.set(this.count, [BigInt(tick), BigInt(until)]);
    }
    row.tick = Number(tick);
    row.until = Number(until);
    const at = this.count;
    if (at === this.#columns.kind.length) this.#columns = doubled(this.#columns);
    const columns = this.#columns;
    columns.kind[at] = row.kind;
    columns.step[at] = row.step;
    columns.transition[at] = row.transition;
    columns.pid[at] = row.pid;
    columns.other[at] = row.other;
    columns.received[at] = row.received;
    columns.tick[at] = row.tick;
    columns.until[at] = row.until;
    columns.fieldEnd[at] = this.#fieldCount;
    this.count = at + 1;
  }

  columns(steps: number): ReplayColumns {
    const { count, words, transitions, processes, finishes, repeats, warps } = this;
    const columns = cut(this.#columns, count);
    return {
      ...columns,
      count,
      ...(this.#large.size > 0 && { exact: this.#exact(columns.tick, columns.until) }),
      fields: this.#fields.value.slice(0, this.#fieldCount),
      words,
      transitions,
      processes,
      finishes,
      repeats,
      warps,
      ...(this.#kinds !== undefined && { kinds: this.#kinds }),
      steps,
    };
  }

  #exact(tick: Float64Array, until: Float64Array): NonNullable<ReplayColumns['exact']> {
    const exact = {
      tick: BigInt64Array.from(tick, (value) => BigInt(value)),
      until: BigInt64Array.from(until, (value) => BigInt(value)),
    };
    for (const [at, [begin, end]] of this.#large) {
      exact.tick[at] = begin;
      exact.until[at] = end;
    }
    return exact;
  }
}
