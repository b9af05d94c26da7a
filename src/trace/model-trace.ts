import { TUNING_CLAIM } from '../promela/index.ts';
import { lastAtMost } from '../base/search.ts';
import type { Loop } from './run.ts';
import type { RunProcess, RunStep, RunVariable, StepRun } from '../spin/step-run.ts';

/** A process of a run, as it is called in the views. */
export interface ModelProcess extends RunProcess {
  readonly label: string;
  readonly isClaim: boolean;
}

/** A message from the statement that sent it to the one that received it. */
export interface Transfer {
  /** Indices of steps. */
  readonly send: number;
  /** Absent of a message that nobody has received by the end. */
  readonly receive?: number | undefined;
  readonly queue: number;
  /** `toR`, as the channel is declared where that is known. */
  readonly channel: string;
  readonly fields: readonly string[];
  readonly isRendezvous: boolean;
}

/** A variable at a step. */
export interface VariableAt {
  readonly variable: RunVariable;
  readonly value: string;
  /** Before the step, where the step has changed it. */
  readonly before?: string | undefined;
}

/** The way back from the end of a loop, which SPIN's simulator counts as a step. */
const JUMP = '.(goto)';

/** Steps between two kept states. */
const KEPT = 64;

/** A run of any model. Steps are indices; those of a claim are no stops. */
export class ModelTrace {
  readonly run: StepRun;
  readonly processes: readonly ModelProcess[];
  /** Steps of the system, in order. */
  readonly stops: readonly number[];
  readonly transfers: readonly Transfer[];
  readonly loop: Loop | undefined;
  readonly #kept: (readonly string[])[] = [];
  readonly #transferOf = new Map<number, Transfer>();

  constructor(run: StepRun) {
    this.run = run;
    this.processes = labelled(run.processes);
    this.stops = run.steps.flatMap(({ process, statement }, index) =>
      this.processes[process]?.isClaim === true || statement === JUMP ? [] : index,
    );
    const { cycleStart } = run;
    const first = cycleStart === undefined ? -1 : this.stops.find((stop) => stop >= cycleStart);
    const last = this.stops.at(-1);
    if (first !== undefined && first >= 0 && last !== undefined) this.loop = { first, last };
    this.transfers = transfersOf(run);
    for (const transfer of this.transfers) {
      this.#transferOf.set(transfer.send, transfer);
      if (transfer.receive !== undefined) this.#transferOf.set(transfer.receive, transfer);
    }
  }

  get count(): number {
    return this.run.steps.length;
  }

  step(index: number): RunStep | undefined {
    return this.run.steps[index];
  }

  processOf(index: number): ModelProcess | undefined {
    return this.processes[this.step(index)?.process ?? -1];
  }

  /** The message that a step sends or receives. */
  transferAt(index: number): Transfer | undefined {
    return this.#transferOf.get(index);
  }

  /** The last stop at a step or before it, as an index into the stops. */
  stopAt(index: number): number {
    return Math.max(0, lastAtMost(this.stops, index));
  }

  /** The variables after a step, those of processes that have ended left out. */
  variablesAt(index: number): readonly VariableAt[] {
    const { variables, steps } = this.run;
    const values = this.#valuesAt(index);
    const before = new Map<number, string | undefined>();
    // The statements of one step of SPIN's are one change.
    const { number, process } = steps[index] ?? {};
    let from = index;
    while (from > 0 && steps[from - 1]?.number === number && steps[from - 1]?.process === process)
      from -= 1;
    const was = from > 0 ? this.#valuesAt(from - 1) : [];
    for (let at = from; at <= index; at += 1)
      for (const [variable] of steps[at]?.changes ?? []) before.set(variable, was[variable]);
    const gone = this.#endedBy(index);
    return variables.flatMap((variable, at) => {
      const value = values[at];
      if (value === undefined || gone.has(variable.process ?? -1)) return [];
      const old = before.get(at);
      const has = old !== undefined && old !== value;
      return { variable, value, ...(has && { before: old }) };
    });
  }

  #endedBy(index: number): ReadonlySet<number> {
    const ended = new Set<number>();
    for (let at = 0; at <= index; at += 1) {
      const { ends, process } = this.run.steps[at] ?? {};
      if (ends === true && process !== undefined) ended.add(process);
    }
    return ended;
  }

  #valuesAt(index: number): readonly string[] {
    const block = Math.floor(index / KEPT);
    if (this.#kept.length === 0) this.#kept.push([]);
    while (this.#kept.length <= block) {
      const from = this.#kept.length - 1;
      this.#kept.push(this.#moved(this.#kept[from] ?? [], from * KEPT, (from + 1) * KEPT));
    }
    return this.#moved(this.#kept[block] ?? [], block * KEPT, index + 1);
  }

  /** Values with the changes of some steps, the last not included. */
  #moved(values: readonly string[], from: number, to: number): readonly string[] {
    const moved = [...values];
    for (let at = from; at < to; at += 1)
      for (const [variable, value] of this.run.steps[at]?.changes ?? []) moved[variable] = value;
    return moved;
  }

  /** The step with which a process begins: another runs it, or it is there from the beginning, -1. */
  startOf(process: number): number {
    const { pid, name } = this.processes[process] ?? {};
    const { steps } = this.run;
    const first = steps.findIndex((step) => step.process === process);
    const until = first < 0 ? steps.length : first;
    // SPIN does not tell the number that `run` returns: take the last one before its first step.
    const runs = new RegExp(String.raw`\brun ${name ?? ''}\(`);
    const began = steps.slice(0, until).findLastIndex(({ statement }) => runs.test(statement));
    return pid === undefined || began < 0 ? -1 : began;
  }

  /** The last statement that a process has executed at a step or before it. */
  lastOf(process: number, index: number): RunStep | undefined {
    for (let at = Math.min(index, this.count - 1); at >= 0; at -= 1)
      if (this.run.steps[at]?.process === process) return this.run.steps[at];
    return undefined;
  }
}

/** The claim that a tuning adds is not in the model's text. */
export const claimLabel = (name: string): string =>
  name === TUNING_CLAIM ? 'claim of the tuning' : `claim ${name}`;

/** Processes of a proctype are told apart by their numbers, where there are several. */
function labelled(processes: readonly RunProcess[]): ModelProcess[] {
  return processes.map((process) => {
    const { pid, name } = process;
    if (pid === undefined) return { ...process, label: claimLabel(name), isClaim: true };
    const several = processes.filter((each) => each.pid !== undefined && each.name === name);
    const same = several.filter((each) => each.pid === pid);
    const nth = same.length > 1 ? `.${same.indexOf(process) + 1}` : '';
    return {
      ...process,
      label: several.length > 1 ? `${name} ${pid}${nth}` : name,
      isClaim: false,
    };
  });
}

/** Pairs sends with receives: the oldest with equal fields, though channels may be sorted or searched. */
function transfersOf({ steps, variables }: StepRun): Transfer[] {
  const names = new Map(
    variables.flatMap(({ queue, name, process }) =>
      queue === undefined || process !== undefined ? [] : [[queue, name] as const],
    ),
  );
  const transfers: Transfer[] = [];
  const waiting = new Map<number, number[]>();
  steps.forEach(({ message }, index) => {
    if (!message || message.kind === 'poll') return;
    const { queue, fields, isRendezvous } = message;
    const inside = waiting.get(queue) ?? [];
    waiting.set(queue, inside);
    if (message.kind === 'send') {
      const channel = names.get(queue) ?? message.channel;
      inside.push(transfers.push({ send: index, queue, channel, fields, isRendezvous }) - 1);
      return;
    }
    const same = (at: number): boolean => transfers[at]?.fields.join() === fields.join();
    const place = inside.findIndex(same);
    const [at] = inside.splice(Math.max(0, place), 1);
    const sent = at === undefined ? undefined : transfers[at];
    if (sent && at !== undefined) transfers[at] = { ...sent, receive: index };
  });
  return transfers;
}

/** `n`, or of a process's own variable `Sender.seq`. */
export const fullName = (trace: ModelTrace, { name, process }: RunVariable): string =>
  process === undefined ? name : `${trace.processes[process]?.label ?? ''}.${name}`;
