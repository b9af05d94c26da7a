import { parseProblem, type PanProblem } from './pan-output.ts';
import { FinalBlock, type FinalState } from './pan-final-state.ts';
import {
  blankRow,
  ColumnBuilder,
  EVENT,
  type EventRow,
  type ReplayColumns,
} from './replay-columns.ts';

/** A verifier's account of a trail (see `replayUnit`). */
export type Replay =
  | (FinalState & {
      readonly ok: true;
      /** Problems at the trail's end, such as the assertion. */
      readonly problems: readonly PanProblem[];
      readonly columns: ReplayColumns;
      /** Lines with the requested prefix. */
      readonly output: readonly string[];
      /** Events before the part that repeats forever; absent without a cycle. */
      readonly cycleStart?: number;
    })
  | { readonly ok: false; readonly reason: string; readonly tail: readonly string[] };

interface Statement {
  readonly id: number;
  readonly line: number;
  readonly bytes: number;
  text: string;
}

const NEWLINE = 10;
const MINUS = 45;
const ZERO = 48;

/** Reads replay lines from raw bytes: trails print tens of megabytes, so only non-numeric lines
 * become text. */
export class ReplayReader {
  readonly #prefix: string;
  readonly #builder = new ColumnBuilder();
  readonly #decoder = new TextDecoder();
  readonly #problems: PanProblem[] = [];
  readonly #tail: string[] = [];
  /** Reused, so no row is allocated per event. */
  readonly #row = blankRow();
  #rest: Uint8Array = new Uint8Array(0);
  /** Where the number that is read next begins. */
  #at = 0;
  #bytes = this.#rest;
  /** Lines that still lack the step that printed them. */
  #printed: string[] = [];
  readonly #output: string[] = [];
  #step = 0;
  #sending = false;
  /** A process starting in the other half of the current message. */
  #starting: Pick<EventRow, 'pid' | 'transition' | 'step'> | undefined;
  #statement: Statement | undefined;
  #steps: number | undefined;
  #cycleStart: number | undefined;
  /** All values, C's first. */
  readonly #final = new FinalBlock();
  #isAtEnd = false;
  #fault: string | undefined;

  /** @param prefix of lines kept as `output`. */
  constructor(prefix = '@finish ') {
    this.#prefix = prefix;
  }

  write(chunk: Uint8Array): void {
    let bytes: Uint8Array = chunk;
    if (this.#rest.length > 0) {
      bytes = new Uint8Array(this.#rest.length + chunk.length);
      bytes.set(this.#rest);
      bytes.set(chunk, this.#rest.length);
    }
    this.#bytes = bytes;
    let from = 0;
    for (;;) {
      const end = bytes.indexOf(NEWLINE, from);
      if (end < 0) break;
      this.#line(from, end);
      from = end + 1;
    }
    this.#rest = bytes.slice(from);
  }

  end(): Replay {
    if (this.#rest.length > 0) this.write(Uint8Array.of(NEWLINE));
    const tail = this.#tail;
    const failed = (reason: string): Replay => ({ ok: false, reason, tail });
    if (this.#fault !== undefined) return failed(this.#fault);
    if (this.#steps === undefined || !this.#isAtEnd) {
      return failed('the replay did not come to its end');
    }
    if (this.#final.unknown !== undefined) return failed(`not understood: ${this.#final.unknown}`);
    return {
      ok: true,
      ...this.#final.state,
      problems: this.#problems,
      columns: this.#builder.columns(this.#steps),
      output: this.#output,
      ...(this.#cycleStart !== undefined && { cycleStart: this.#cycleStart }),
    };
  }

  #line(from: number, end: number): void {
    if (this.#statement === undefined && this.#steps === undefined) {
      this.#at = from + 1;
      switch (this.#bytes[from]) {
        case 33: // !
          return this.#send(end);
        case 63: // ?
          return this.#receive();
        case 61: // =
          return this.#place();
        case 64: // @
          if (!this.#isTimed(from)) break;
          this.#printed.push(this.#decoder.decode(this.#bytes.subarray(from, end)));
          return;
      }
    }
    this.#text(this.#decoder.decode(this.#bytes.subarray(from, end)));
  }

  /** Cheap test for the frequent `@time`, `@work` and `@message`. */
  #isTimed(from: number): boolean {
    const bytes = this.#bytes;
    const second = bytes[from + 1];
    const third = bytes[from + 2];
    return (
      (second === 116 && third === 105) || // ti
      (second === 119 && third === 111) || // wo
      (second === 109 && third === 101 && bytes[from + 4] === 115) // me, and not the @measure of kinds
    );
  }

  /** The next number of the line. */
  #number(): number {
    const bytes = this.#bytes;
    let at = this.#at;
    let sign = 1;
    if (bytes[at] === MINUS) {
      sign = -1;
      at += 1;
    }
    let value = 0;
    for (;;) {
      const digit = (bytes[at] ?? 0) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      at += 1;
    }
    this.#at = at + 1;
    return sign * value;
  }

  #send(end: number): void {
    const row = this.#row;
    row.kind = EVENT.message;
    row.pid = this.#number();
    row.transition = this.#number();
    row.step = this.#number();
    this.#step = row.step;
    this.#number(); // the queue: the two halves follow each other, so it tells nothing more
    while (this.#at <= end) this.#builder.field(this.#number());
    this.#sending = true;
  }

  #receive(): void {
    const row = this.#row;
    row.other = this.#number();
    row.received = this.#number();
    this.#step = row.step + 1;
    this.#builder.addAt(row);
    this.#sending = false;
    const start = this.#starting;
    this.#starting = undefined;
    if (start) this.#started(start);
    // Statements merged with the receive share its step.
    this.#tell({ ...blankRow(), pid: row.other, transition: row.received, step: this.#step });
  }

  /** The step that printed what stands before. */
  #place(): void {
    const row = this.#row;
    row.pid = this.#number();
    row.transition = this.#number();
    row.step = this.#number();
    this.#step = row.step;
    this.#tell(row);
  }

  /** Takes up what a step has printed. */
  #tell(row: EventRow): void {
    if (this.#printed.length === 0) return;
    for (const line of this.#printed) this.#builder.tell(line, row);
    this.#printed = [];
  }

  /** A line that is no event. */
  #text(line: string): void {
    if (this.#isAtEnd) return this.#final.push(line);
    const statement = this.#statement;
    if (statement) {
      statement.text += `\n${line}`;
      this.#finishStatement(statement);
      return;
    }
    this.#tail.push(line);
    if (this.#tail.length > 80) this.#tail.splice(0, 40);
    const transition = /^@transition (\d+) (\d+) (\d+) (.*)$/.exec(line);
    if (transition) {
      const [, id, at, length, text = ''] = transition;
      const statement = { id: Number(id), line: Number(at), bytes: Number(length), text };
      this.#statement = statement;
      this.#finishStatement(statement);
      return;
    }
    const process = /^@process (\d+) (\d+) (\d+) (.*)$/.exec(line);
    const ended = /^spin: trail ends after (-?\d+) steps/.exec(line);
    if (process) {
      const [, pid, id, step, name = ''] = process;
      this.#builder.processes.push([Number(pid), name]);
      const start = { pid: Number(pid), transition: Number(id), step: Number(step) };
      // A message's other half is told after its step.
      if (this.#sending) this.#starting = start;
      else this.#started(start);
    } else if (line === '@cycle') this.#cycleStart = this.#builder.count;
    else if (ended) this.#steps = Math.max(this.#step, Number(ended[1]));
    else if (/^#processes \d+:$/.test(line)) this.#isAtEnd = true;
    else if (line.startsWith('@variable ')) this.#final.told(line);
    else if (/^pan: (?:Error|error|cannot)/.test(line)) this.#fault ??= line;
    else {
      const problem = parseProblem(line);
      if (problem) this.#problems.push(problem);
      else if (line.startsWith('@')) {
        if (line.startsWith(this.#prefix)) this.#output.push(line);
        this.#printed.push(line);
      }
    }
  }

  #started(start: Pick<EventRow, 'pid' | 'transition' | 'step'>): void {
    const row = { ...this.#row, ...start, kind: EVENT.start, other: 0, received: 0 };
    this.#step = row.step;
    this.#builder.addAt(row);
  }

  #finishStatement(statement: Statement): void {
    if (new TextEncoder().encode(statement.text).length < statement.bytes) return;
    const { id, line, text } = statement;
    this.#builder.transitions.set(id, { line, text });
    this.#statement = undefined;
  }
}
