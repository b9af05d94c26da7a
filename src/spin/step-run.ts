/** A run of any Promela model by statements, from the simulator or a verifier. */
export interface StepRun {
  readonly processes: readonly RunProcess[];
  readonly variables: readonly RunVariable[];
  readonly steps: readonly RunStep[];
  /** First step of the repeating part; absent if the run ends. */
  readonly cycleStart?: number | undefined;
  /** The final problem in SPIN's words. */
  readonly problem?: string | undefined;
  /** True if some process is stuck and none can move. */
  readonly isBlocked?: boolean | undefined;
  /** True if only the beginning of a long run was read. */
  readonly isCut?: boolean | undefined;
}

export interface RunProcess {
  /** SPIN's number; absent for a never claim. */
  readonly pid?: number | undefined;
  /** Proctype, `init`, or the claim's name. */
  readonly name: string;
}

export interface RunVariable {
  /** `n`, `arr[2]`, `rec.a[1]`; for channels, as declared. */
  readonly name: string;
  /** Owner, an index into the processes; absent for globals. */
  readonly process?: number | undefined;
  /** SPIN's number of a channel; absent of other variables. */
  readonly queue?: number | undefined;
}

/** A message sent or received; `poll` only looks. */
export interface RunMessage {
  readonly kind: 'send' | 'receive' | 'poll';
  readonly queue: number;
  /** The channel's name in this process. */
  readonly channel: string;
  readonly fields: readonly string[];
  readonly isRendezvous: boolean;
}

/** One statement that was executed. */
export interface RunStep {
  /** SPIN's number, from 1; shared inside a `d_step` and by merged statements. */
  readonly number: number;
  /** Index into the processes. */
  readonly process: number;
  /** 1-based, in `file` if it was included. */
  readonly line: number;
  readonly file?: string | undefined;
  readonly statement: string;
  /** SPIN's state number in the proctype, as in state tables. */
  readonly state?: number | undefined;
  /** The verifier's transition number, if it told the run. */
  readonly transition?: number | undefined;
  readonly message?: RunMessage | undefined;
  /** Lines printed by it. */
  readonly printed: readonly string[];
  /** Changed or new variables: index and value. */
  readonly changes: readonly (readonly [variable: number, value: string])[];
  /** The process ends with this step. */
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
  /** Process by number; numbers are reused after a process ends. */
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

  /** Index of a process; -1 for unknown numbers. */
  processOf(pid: number | undefined): number {
    return this.#alive.get(pid) ?? -1;
  }

  /** Frees an ended process's number. */
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

  /** Sets a channel's contents after the last step; local names of one channel are merged. */
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
      processes,
      variables,
      steps,
      isBlocked,
      ...(cycleStart !== undefined && { cycleStart }),
      ...(problem !== undefined && { problem }),
    };
  }
}
