/** Processes and values at the end of a replay. */
export interface FinalState {
  readonly processes: readonly EndProcess[];
  /** Values by name: `a[2]`, `g.b[1]`. Structures may add extra names, never lose one. */
  readonly globals: Readonly<Record<string, number>>;
  readonly locals: readonly {
    readonly pid: number;
    readonly process: string;
    readonly values: Readonly<Record<string, number>>;
  }[];
  /** pan lists mtype's elements among the globals. */
  readonly mtypes: Readonly<Record<string, number>>;
}

/** A process's place at the trail's end. */
export interface EndProcess {
  readonly pid: number;
  /** 1-based Promela line; undefined at the process's very end. */
  readonly line: number | undefined;
  /** Statements that would be next, executable or not. */
  readonly next: readonly string[];
}

/** pan's remark on an unset channel, printed once among the values; meaningless for them. */
const NO_CHANNEL = /^pan:\d+: ref to uninitialized chan name /;

const endPattern =
  /^ *-?\d+:\tproc (\d+) \(.*?\) {1,2}\S*?:(\d+) \(state +\d+\)(?: \(invalid end state\))?$/;

/** The lines after `#processes 1:`: processes, then values. */
export class FinalBlock {
  readonly #processes: EndProcess[] = [];
  readonly #locals: FinalState['locals'][number][] = [];
  readonly #globals: Record<string, number> = {};
  readonly #mtypes: Record<string, number> = {};
  readonly state: FinalState = {
    processes: this.#processes,
    locals: this.#locals,
    globals: this.#globals,
    mtypes: this.#mtypes,
  };
  unknown: string | undefined;
  #next: string[] = [];
  #values: Record<string, number> | undefined;
  #prefix = '';

  /** C values, which pan omits: globals of process -1, and locals. */
  readonly #told: { pid: number; name: string; value: number }[] = [];

  /** Reads `@variable PID NAME VALUE`, printed before pan's own list. */
  told(line: string): void {
    const [, pid, name = '', value] = line.split(' ');
    this.#told.push({ pid: Number(pid), name, value: Number(value) });
  }

  push(line: string): void {
    if (line === '' || line.startsWith('pan: elapsed time') || line.startsWith('pan: rate')) return;
    const process = endPattern.exec(line);
    if (process) {
      const [pid, line] = process.slice(1).map(Number);
      this.#next = [];
      this.#processes.push({
        pid: pid ?? 0,
        line: line === 0 ? undefined : line,
        next: this.#next,
      });
      return;
    }
    if (line === 'global vars:') return this.#begin(this.#globals);
    const local = /^local vars proc (\d+) \((.*)\):$/.exec(line);
    if (local) {
      const values = {};
      this.#locals.push({ pid: Number(local[1]), process: local[2] ?? '', values });
      return this.#begin(values, Number(local[1]));
    }
    if (!this.#values) {
      if (line.startsWith('\t\t')) this.#next.push(line.slice(2));
      else this.unknown ??= line;
      return;
    }
    this.#value(line, this.#values);
  }

  #begin(values: Record<string, number>, pid = -1): void {
    for (const each of this.#told) if (each.pid === pid) values[each.name] = each.value;
    this.#values = values;
    this.#prefix = '';
  }

  #value(line: string, values: Record<string, number>): void {
    const structure = /^\t\(struct (.*)\)$/.exec(line);
    if (structure) {
      this.#prefix = `${structure[1]}.`;
      return;
    }
    // Channel contents; a null channel prints none.
    if (NO_CHANNEL.test(line) || line.startsWith('pan: bad qid') || /^\tchan \S+ \(=/.test(line))
      return;
    const value = /^\t(\S+) +(\S+):\t(-?\d+)$/.exec(line);
    if (!value) {
      this.unknown ??= line;
      return;
    }
    const [, type, name = '', number] = value;
    // pan does not mark a structure's end, so values appear under both names; fields come first,
    // and a plain variable wins its short name.
    values[this.#prefix + name] ??= Number(number);
    values[name] = Number(number);
    if (type === 'mtype') this.#mtypes[name] = Number(number);
  }
}
