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
  /** Queues by name, with pan's own text of their contents, such as `[done8,]`. */
  readonly channels: readonly {
    readonly name: string;
    readonly queue: number;
    readonly length: number;
    readonly text: string;
  }[];
  /** Names that are values: pan lists the elements of mtype between the global variables. */
  readonly mtypes: Readonly<Record<string, number>>;
}

/** Where a process stands at the end of a trail. */
export interface EndProcess {
  readonly pid: number;
  readonly process: string;
  /** 1-based Promela line; undefined at the process's very end. */
  readonly line: number | undefined;
  readonly state: number;
  /** It may stop here: its end, or a label that begins with `end`. */
  readonly mayEnd: boolean;
  /** Statements that would be next, executable or not. */
  readonly next: readonly string[];
}

const endPattern =
  /^ *-?\d+:\tproc (\d+) \((.*?)\) {1,2}(\S*?):(\d+) \(state +(\d+)\)( \(invalid end state\))?$/;

/** What follows `#processes 1:`: where the processes stand, then all values. */
export class FinalBlock {
  readonly processes: EndProcess[] = [];
  readonly globals: Record<string, number> = {};
  /** Names that are values: pan lists the elements of mtype between the global variables. */
  readonly mtypes: Record<string, number> = {};
  readonly locals: { pid: number; process: string; values: Record<string, number> }[] = [];
  readonly channels: { name: string; queue: number; length: number; text: string }[] = [];
  unknown: string | undefined;
  #next: string[] = [];
  #values: Record<string, number> | undefined;
  #prefix = '';

  state(): FinalState {
    const { processes, globals, locals, channels, mtypes } = this;
    return { processes, globals, locals, channels, mtypes };
  }

  push(line: string): void {
    if (line === '' || line.startsWith('pan: elapsed time') || line.startsWith('pan: rate')) return;
    const process = endPattern.exec(line);
    if (process) {
      const [, pid, name = '', , atLine, state, invalid] = process;
      this.#next = [];
      this.processes.push({
        pid: Number(pid),
        process: name,
        line: Number(atLine) === 0 ? undefined : Number(atLine),
        state: Number(state),
        mayEnd: invalid === undefined,
        next: this.#next,
      });
      return;
    }
    if (line === 'global vars:') {
      this.#begin(this.globals);
      return;
    }
    const local = /^local vars proc (\d+) \((.*)\):$/.exec(line);
    if (local) {
      const values = {};
      this.locals.push({ pid: Number(local[1]), process: local[2] ?? '', values });
      this.#begin(values);
      return;
    }
    if (!this.#values) {
      if (line.startsWith('\t\t')) this.#next.push(line.slice(2));
      else this.unknown ??= line;
      return;
    }
    this.#value(line, this.#values);
  }

  #begin(values: Record<string, number>): void {
    this.#values = values;
    this.#prefix = '';
  }

  #value(line: string, values: Record<string, number>): void {
    const structure = /^\t\(struct (.*)\)$/.exec(line);
    if (structure) {
      this.#prefix = `${structure[1]}.`;
      return;
    }
    const queue = /^\tchan (\S+) \(=(\d+)\):\tlen (\d+):\t ?(.*)$/.exec(line);
    if (queue) {
      const [, name = '', number, length, text = ''] = queue;
      this.channels.push({ name, queue: Number(number), length: Number(length), text });
      return;
    }
    // A null channel has no contents to print.
    if (line.startsWith('pan: bad qid') || /^\tchan \S+ \(=/.test(line)) return;
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
    if (type === 'mtype') this.mtypes[name] = Number(number);
  }
}
