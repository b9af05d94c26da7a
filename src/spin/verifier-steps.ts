import { type RunMessage, type StepRun, StepRunBuilder } from './step-run.ts';
import { modelFileName } from './spin-problems.ts';

export interface VerifierStepsOptions {
  /** The checked claim, which is the first process. */
  readonly claim?: string | undefined;
  /** Names of messages, which stand among the variables. */
  readonly mtypes: readonly string[];
}

const HEAD =
  /^\s*(\d+): proc +(\d+) \((.*?)\) +(\S+?):(-?\d+) \(state (-?\d+)\) trans \{(\d+),\d+\} \[(.*)$/;
const OWNER = /^local vars proc (\d+) \((.*)\):$/;
const VALUE = /^\t(?:\w+) +([A-Za-z_][\w.[\]]*):\t(-?\w+)$/;
const QUEUE = /^\tchan (\S+) \(=(\d+)\):\tlen \d+:\t(.*)$/;
const STRUCTURE = /^\t\(struct (.*)\)$/;
const ENDS = /^\s*(\d+):\tproc +(\d+) \((.*?)\) +(\S+?):(-?\d+) \(state +(-?\d+)\)/;
const FAULT = /^pan:\d+: (.*) \(at depth -?\d+\)$/;
/** `q!one,x`, `q??[1,9]`, `q?<x>` */
const TRANSFER = /^([A-Za-z_][\w.[\]]*)(!!?|\?\??)([[<]?)(.*?)[\]>]?$/;

/** Parses a verifier's `-r -v`, for models with C that SPIN does not run. */
export function parseVerifierSteps(text: string, options: VerifierStepsOptions): StepRun {
  return new Reader(options).read(text);
}

class Reader {
  readonly #run = new StepRunBuilder();
  readonly #claim: string | undefined;
  readonly #mtypes: ReadonlySet<string>;
  #printed: string[] = [];
  /** A statement that goes on in the next line. */
  #open: { head: RegExpExecArray; text: string } | undefined;
  /** Owner and structure of the variables being listed. */
  #owner: number | undefined;
  #structure = '';
  #isAtEnd = false;
  /** Channels by owner and name, with contents. */
  readonly #queues = new Map<string, { queue: number; content: string }>();

  constructor({ claim, mtypes }: VerifierStepsOptions) {
    this.#claim = claim;
    this.#mtypes = new Set(mtypes);
  }

  read(text: string): StepRun {
    for (const line of text.split('\n')) this.#line(line);
    this.#transfers();
    return this.#run.run();
  }

  #line(line: string): void {
    if (this.#open) {
      this.#open.text += `\n${line}`;
      return this.#closeHead();
    }
    const head = HEAD.exec(line);
    if (head) {
      this.#open = { head, text: head[8] ?? '' };
      return this.#closeHead();
    }
    if (line.startsWith('\t')) return this.#value(line);
    const fault = FAULT.exec(line);
    const owner = OWNER.exec(line);
    if (fault) this.#run.problem = fault[1] ?? '';
    else if (owner) this.#owns(this.#who(Number(owner[1]), owner[2] ?? ''));
    else if (line === 'global vars:') this.#owns(undefined);
    else if (line.startsWith('spin: trail ends')) this.#isAtEnd = true;
    else if (line.includes('<<<<<START OF CYCLE>>>>>'))
      this.#run.cycleStart = this.#run.steps.length;
    else if (this.#isAtEnd) this.#last(line);
    else if (!/^(?:depth \d+: Claim|MSC: |pan: |\s*$|.*unfinished)/.test(line))
      this.#printed.push(line);
  }

  #owns(process: number | undefined): void {
    [this.#owner, this.#structure] = [process, ''];
  }

  #who(number: number, name: string): number {
    const plain = name.replace(/^:(\w+):$/, '$1');
    if (this.#claim === undefined) return this.#run.process(number, plain);
    return this.#run.process(number === 0 ? undefined : number - 1, plain);
  }

  #closeHead(): void {
    if (!this.#open?.text.endsWith(']')) return;
    const { head, text } = this.#open;
    this.#open = undefined;
    const [, number, pid, name = '', file = '', line, state, transition] = head;
    const process = this.#who(Number(pid), name);
    const statement = text.slice(0, -1);
    if (statement === '-end-') {
      const last = this.#run.lastOf(process);
      if (last) last.ends = true;
      this.#run.ended(this.#run.processes[process]?.pid);
      this.#owns(undefined);
      return;
    }
    this.#run.add({
      number: Number(number),
      process,
      line: Number(line),
      statement,
      state: Number(state),
      transition: Number(transition),
      printed: this.#printed,
      ...(file !== modelFileName && file !== '-' && { file }),
    });
    this.#printed = [];
  }

  /** A process's final place: a failed statement is no step. */
  #last(line: string): void {
    const ends = ENDS.exec(line);
    if (!ends) return;
    const [, number, pid, name = '', file = '', at, state] = ends;
    const process = this.#who(Number(pid), name);
    this.#failing = {
      number: Number(number),
      process,
      file,
      line: Number(at),
      state: Number(state),
    };
  }

  #failing:
    { number: number; process: number; file: string; line: number; state: number } | undefined;

  #value(line: string): void {
    if (this.#isAtEnd) {
      const statement = /^\t\t(assert\(.*\))$/.exec(line)?.[1];
      const failing = this.#failing;
      if (statement === undefined || !failing || this.#run.problem?.startsWith('assert') !== true)
        return;
      const { file, ...at } = failing;
      this.#run.add({ ...at, statement, ...(file !== modelFileName && { file }) });
      this.#failing = undefined;
      return;
    }
    const queue = QUEUE.exec(line);
    if (queue) {
      const [, name = '', number, content = ''] = queue;
      const known = content.trim().replaceAll(/,\]/g, ']').replaceAll(/\],/g, ']');
      this.#run.channel(Number(number), name, this.#named(known), this.#owner);
      this.#queues.set(`${this.#owner ?? ''} ${name}`, { queue: Number(number), content: known });
      return;
    }
    const structure = STRUCTURE.exec(line);
    if (structure) {
      this.#structure = `${structure[1] ?? ''}.`;
      return;
    }
    const value = VALUE.exec(line);
    if (!value) return;
    const [, name = '', is = ''] = value;
    if (this.#owner === undefined && this.#mtypes.has(name)) return;
    this.#run.value(`${this.#structure}${name}`, is, this.#owner);
  }

  /** `[one3]`: pan omits the comma after a message name. */
  #named(content: string): string {
    const names = [...this.#mtypes].toSorted((a, b) => b.length - a.length);
    if (names.length === 0) return content;
    const glued = new RegExp(String.raw`\b(${names.join('|')})(?=-?\d)`, 'g');
    return content.replace(glued, '$1,');
  }

  /** Infers messages from statements, since pan does not print them. */
  #transfers(): void {
    let offered: { queue: number; fields: readonly string[]; at: number } | undefined;
    const held = new Map<number, string>();
    const { steps, variables } = this.#run;
    for (const [at, step] of steps.entries()) {
      const parts = TRANSFER.exec(step.statement);
      const before = new Map(held);
      for (const [variable, value] of step.changes) {
        const { queue } = variables[variable] ?? {};
        if (queue !== undefined) held.set(queue, value);
      }
      if (!parts) continue;
      const [, channel = '', sign = '', bracket] = parts;
      const { queue } =
        this.#queues.get(`${step.process} ${channel}`) ?? this.#queues.get(` ${channel}`) ?? {};
      if (queue === undefined) continue;
      const [was, is] = [entries(before.get(queue)), entries(held.get(queue))];
      const message = (
        kind: RunMessage['kind'],
        entry: string | undefined,
        isRendezvous = false,
      ): void => {
        const fields = entry?.split(',') ?? [];
        step.message = { kind, queue, channel, fields, isRendezvous };
      };
      if (sign.startsWith('!')) {
        const entry = missing(is, was);
        message('send', entry);
        offered = { queue, fields: entry?.split(',') ?? [], at };
      } else if (bracket !== '') message('poll', was[0]);
      else {
        const entry = missing(was, is);
        // The other half of a rendezvous is the next step.
        const sent = steps[at - 1];
        const isRendezvous =
          offered?.at === at - 1 &&
          offered.queue === queue &&
          sent?.process !== step.process &&
          was.length === 1 &&
          is.length === 0 &&
          this.#neverHolds(queue);
        message('receive', entry, isRendezvous);
        if (isRendezvous && sent?.message) sent.message = { ...sent.message, isRendezvous };
      }
    }
  }

  /** True if every message is received in the step after it is sent. */
  #neverHolds(queue: number): boolean {
    const { steps, variables } = this.#run;
    return steps.every((step, at) => {
      const puts = step.changes.some(
        ([variable, value]) => variables[variable]?.queue === queue && value !== '',
      );
      const next = steps[at + 1];
      return (
        !puts ||
        !next ||
        next.changes.some(
          ([variable, value]) => variables[variable]?.queue === queue && value === '',
        )
      );
    });
  }
}

const entries = (content = ''): readonly string[] =>
  [...content.matchAll(/\[([^\]]*)\]/g)].map(([, entry = '']) => entry);

/** The first element that occurs less often in the other list. */
function missing(of: readonly string[], from: readonly string[]): string | undefined {
  const rest = [...from];
  for (const each of of) {
    const at = rest.indexOf(each);
    if (at < 0) return each;
    rest.splice(at, 1);
  }
  return undefined;
}
