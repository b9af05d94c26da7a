/** A run of any Promela model, statement by statement, as SPIN's simulator or a verifier tells it. */
export interface StepRun {
  readonly processes: readonly RunProcess[];
  readonly variables: readonly RunVariable[];
  readonly steps: readonly RunStep[];
  /** Index of the first step of the part that repeats for ever; absent of a run that ends. */
  readonly cycleStart?: number | undefined;
  /** What is wrong at the end, in SPIN's words: an assertion, a statement that cannot run. */
  readonly problem?: string | undefined;
  /** Whether some process has not ended and nobody can go on. */
  readonly isBlocked?: boolean | undefined;
  /** Whether only the beginning was read, because the run is too long. */
  readonly isCut?: boolean | undefined;
}

export interface RunProcess {
  /** SPIN's number; absent of a claim, which watches and has none. */
  readonly pid?: number | undefined;
  /** Of its proctype; `init`; of a claim its name. */
  readonly name: string;
}

export interface RunVariable {
  /** `n`, `arr[2]`, `rec.a[1]`; of a channel how it was declared. */
  readonly name: string;
  /** Whose it is, an index into the processes; absent of what all see. */
  readonly process?: number | undefined;
  /** SPIN's number of a channel; absent of other variables. */
  readonly queue?: number | undefined;
}

/** A message put into a channel or taken out of it. A `poll` only looks. */
export interface RunMessage {
  readonly kind: 'send' | 'receive' | 'poll';
  readonly queue: number;
  /** As the process calls the channel. */
  readonly channel: string;
  readonly fields: readonly string[];
  readonly isRendezvous: boolean;
}

/** One statement that was executed. */
export interface RunStep {
  /** SPIN's number, from 1: statements of a `d_step` and those that are merged share one. */
  readonly number: number;
  /** Index into the processes. */
  readonly process: number;
  /** 1-based; of a file that was included where `file` says so. */
  readonly line: number;
  readonly file?: string | undefined;
  readonly statement: string;
  /** SPIN's number of the statement in its proctype, as state tables have it. */
  readonly state?: number | undefined;
  /** SPIN's number of the transition, where a verifier tells the run. */
  readonly transition?: number | undefined;
  readonly message?: RunMessage | undefined;
  /** What it printed. */
  readonly printed: readonly string[];
  /** Variables that have another value after it, indices, and the values. Those that are first heard of are among
   * them. */
  readonly changes: readonly (readonly [variable: number, value: string])[];
  /** The process has come to its end with this step. */
  readonly ends?: boolean | undefined;
}

interface OpenStep {
  number: number;
  process: number;
  line: number;
  file?: string | undefined;
  statement: string;
  state?: number | undefined;
  transition?: number | undefined;
  message?: RunMessage | undefined;
  printed: string[];
  changes: (readonly [number, string])[];
  ends?: boolean;
}

/** A run that grows as its lines are read. */
export class StepRunBuilder {
  readonly processes: RunProcess[] = [];
  readonly variables: RunVariable[] = [];
  readonly steps: OpenStep[] = [];
  cycleStart: number | undefined;
  problem: string | undefined;
  isBlocked = false;
  readonly #values: string[] = [];
  /** Who has a number now: it is given again once its process has ended. */
  readonly #alive = new Map<number | undefined, number>();
  readonly #known = new Map<string, number>();

  /** The process that has a number now. */
  process(pid: number | undefined, name: string): number {
    const found = this.#alive.get(pid);
    if (found !== undefined && this.processes[found]?.name === name) return found;
    this.processes.push({ ...(pid !== undefined && { pid }), name });
    this.#alive.set(pid, this.processes.length - 1);
    return this.processes.length - 1;
  }

  /** The process of a number; -1 where there is none. */
  processOf(pid: number | undefined): number {
    return this.#alive.get(pid) ?? -1;
  }

  /** A process has ended, and its number can be given again. */
  ended(pid: number | undefined): void {
    this.#alive.delete(pid);
  }

  add(step: Pick<OpenStep, 'number' | 'process' | 'line' | 'statement'> & Partial<OpenStep>): void {
    this.steps.push({ printed: [], changes: [], ...step });
  }

  /** The last step of a process. */
  lastOf(process: number): OpenStep | undefined {
    return this.steps.findLast((step) => step.process === process);
  }

  /** A variable has a value after the last step. */
  value(name: string, value: string, process?: number): void {
    this.#set(`${process ?? ''} ${name}`, { name, process }, value);
  }

  /** What a channel holds after the last step. What several processes call by names of their own is one channel. */
  channel(queue: number, name: string, value: string, process?: number): void {
    this.#set(`queue ${queue}`, { name, process, queue }, value);
  }

  #set(key: string, variable: RunVariable, value: string): void {
    let index = this.#known.get(key);
    if (index === undefined) {
      index = this.variables.push(variable) - 1;
      this.#known.set(key, index);
    }
    if (this.#values[index] === value) return;
    this.#values[index] = value;
    this.steps.at(-1)?.changes.push([index, value]);
  }

  run(): StepRun {
    const { processes, variables, steps, cycleStart, problem, isBlocked } = this;
    return {
      ...{ processes, variables, steps, isBlocked },
      ...(cycleStart !== undefined && { cycleStart }),
      ...(problem !== undefined && { problem }),
    };
  }
}
