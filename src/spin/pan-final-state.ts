/** Where a replay stands when it stops: processes, and all values. */
export interface FinalState {
  readonly processes: readonly EndProcess[];
  /** Values by name, elements as `a[2]`, fields of structures as `g.b[1]`. Where there are structures
   * there are names too many, never too few. */
  readonly globals: Readonly<Record<string, number>>;
  readonly locals: readonly {
    readonly pid: number;
    readonly process: string;
    readonly values: Readonly<Record<string, number>>;
  }[];
  /** Names that are values: pan lists the elements of mtype between the global variables. */
  readonly mtypes: Readonly<Record<string, number>>;
}

/** Where a process stands at the end of a trail. */
export interface EndProcess {
  readonly pid: number;
  /** 1-based Promela line; undefined at the process's very end. */
  readonly line: number | undefined;
  /** Statements that would be next, executable or not. */
  readonly next: readonly string[];
}

/** pan's complaint about a channel that nobody has given yet, such as one that hands the baton back before it was ever
 * taken. It comes once, between the values, and means nothing for them. */
const NO_CHANNEL = /^pan:\d+: ref to uninitialized chan name /;

const endPattern =
  /^ *-?\d+:\tproc (\d+) \(.*?\) {1,2}\S*?:(\d+) \(state +\d+\)(?: \(invalid end state\))?$/;

/** What follows `#processes 1:`: where the processes stand, then all values. */
export class FinalBlock {
  readonly #processes: EndProcess[] = [];
  readonly #locals: FinalState['locals'][number][] = [];
  readonly #globals: Record<string, number> = {};
  readonly #mtypes: Record<string, number> = {};
  readonly state: FinalState = {
    ...{ processes: this.#processes, locals: this.#locals },
    ...{ globals: this.#globals, mtypes: this.#mtypes },
  };
  unknown: string | undefined;
  #next: string[] = [];
  #values: Record<string, number> | undefined;
  #prefix = '';

  /** Values of C, which pan does not list: globals of process -1, and locals. */
  readonly #told: { pid: number; name: string; value: number }[] = [];

  /** Takes up a line `@variable PID NAME VALUE`, which stands before all that pan lists. */
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
    // The contents of channels, of which a null channel has none to print.
    if (NO_CHANNEL.test(line) || line.startsWith('pan: bad qid') || /^\tchan \S+ \(=/.test(line))
      return;
    const value = /^\t(\S+) +(\S+):\t(-?\d+)$/.exec(line);
    if (!value) {
      this.unknown ??= line;
      return;
    }
    const [, type, name = '', number] = value;
    // pan does not say where a structure ends: what follows one is there under both names. A field
    // comes first, so its full name is taken; a variable of its own has the last word on the short one.
    values[this.#prefix + name] ??= Number(number);
    values[name] = Number(number);
    if (type === 'mtype') this.#mtypes[name] = Number(number);
  }
}
