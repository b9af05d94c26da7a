import {
  blankRow,
  ColumnBuilder,
  EVENT,
  type EventRow,
  type ReplayColumns,
} from './replay-columns.ts';

/** A choice offered by `spin -i`. */
export interface WalkChoice {
  /** SPIN's number for it. */
  readonly number: number;
  readonly pid: number;
  readonly process: string;
  /** 1-based Promela line; absent if SPIN offers another process. */
  readonly line?: number;
  readonly statement: string;
}

/** A run of SPIN's simulator, step by step. */
export interface Walk {
  readonly columns: ReplayColumns;
  /** Our own numbers for message names, which the simulator prints as words. */
  readonly mtypes: Readonly<Record<string, number>>;
  /** Every assignment: step, name (`WG`, `pex(4):wake`), value. */
  readonly changes: readonly (readonly [number, string, number])[];
  /** Every statement that was executed: step, process, line. */
  readonly steps: readonly (readonly [number, number, number])[];
  /** The next choices, if SPIN waits. */
  readonly choices?: readonly WalkChoice[];
}

const stepLine =
  /^\s*(\d+):\tproc +(\d+) \((.*?):\d+\) \S+?:(-?\d+) \(state -?\d+\)(?: <valid end state>)?\t\[(.*)\](?:\t<merge .*>)?$/;
const messageLine =
  /^\s*(\d+):\tproc +(\d+) \(.*?:\d+\) \S+?:-?\d+ (Sent|Recv) (.*)\t(?:->|<-) queue \d+ \((.*)\)$/;
const valueLine = /^\t\t([A-Za-z_][\w.[\]():]*) = (-?\d+)$/;
const choiceLine =
  /^\tchoice (\d+): proc +(\d+) \((.*?):\d+\) \S+?:(-?\d+) \(state -?\d+\)(?: <valid end state>)? \[(.*)\]$/;
export const innerChoice = /^\tchoice (\d+): (.*)$/;
export const innerHead = /^Select stmnt \(proc +(\d+) \((.*?):\d+\) \)$/;

/** Parses `-p -g -l -s -r -T`, with or without `-i`. */
export function parseWalk(text: string): Walk {
  const builder = new ColumnBuilder();
  const ids = new Map<string, number>();
  const names = new Map<string, number>();
  const known = new Set<number>();
  const changes: (readonly [number, string, number])[] = [];
  const steps: (readonly [number, number, number])[] = [];
  let choices: WalkChoice[] | undefined;
  let asked: { pid: number; process: string } | undefined;
  let printed: string[] = [];
  let step = 0;
  /** The statements of the two halves of a rendezvous. */
  let statements: { pid: number; id: number; text: string }[] = [];
  let sent: { pid: number; fields: string } | undefined;

  const rowOf = (given: Partial<EventRow>): EventRow => ({ ...blankRow(), step, ...given });
  const idOf = (process: string, line: number, statement: string): number => {
    const key = `${process} ${line} ${statement}`;
    let id = ids.get(key);
    if (id === undefined) {
      id = ids.size + 1;
      ids.set(key, id);
      builder.transitions.set(id, { line, text: statement });
    }
    return id;
  };
  const numberOf = (word: string): number => {
    if (/^-?\d+$/.test(word)) return Number(word);
    let number = names.get(word);
    if (number === undefined) names.set(word, (number = 1_000_000 + names.size));
    return number;
  };

  for (const line of text.split('\n')) {
    // Answers are not echoed, so text follows the question on its line.
    const plain = line.replace(/^Select \[\d+-\d+\]: (?:\d+$)?/, '');
    const taken = stepLine.exec(plain);
    if (taken) {
      const [, number, pid, process = '', at, statement = ''] = taken;
      if (Number(number) !== step) statements = [];
      step = Number(number);
      choices = undefined;
      asked = undefined;
      const id = idOf(process, Number(at), statement);
      const who = Number(pid);
      statements.push({ pid: who, id, text: statement });
      steps.push([step, who, Number(at)]);
      if (!known.has(who)) {
        known.add(who);
        builder.processes.push([who, process]);
        builder.addAt(rowOf({ kind: EVENT.start, pid: who, transition: id }));
      }
      for (const each of printed) builder.tell(each, rowOf({ pid: who, transition: id }));
      printed = [];
      continue;
    }
    const message = messageLine.exec(plain);
    if (message) {
      const [, , pid, verb, fields = ''] = message;
      if (verb === 'Sent') sent = { pid: Number(pid), fields };
      else if (sent) {
        for (const field of sent.fields.split(',')) builder.field(numberOf(field));
        const transition = statements.find((each) => each.pid === sent?.pid)?.id ?? 0;
        const received = statements.find((each) => each.pid === Number(pid))?.id ?? 0;
        const other = Number(pid);
        const row = { kind: EVENT.message, pid: sent.pid, other, transition, received };
        builder.addAt(rowOf(row));
        sent = undefined;
      }
      continue;
    }
    const value = valueLine.exec(plain);
    const head = innerHead.exec(plain);
    const outer = choiceLine.exec(plain);
    const inner = innerChoice.exec(plain);
    if (value) changes.push([step, value[1] ?? '', Number(value[2])]);
    else if (plain.startsWith('Select a statement')) [choices, asked] = [[], undefined];
    else if (head) [choices, asked] = [[], { pid: Number(head[1]), process: head[2] ?? '' }];
    else if (outer) {
      const [, number, pid, process = '', at, statement = ''] = outer;
      choices?.push({
        number: Number(number),
        pid: Number(pid),
        process,
        line: Number(at),
        statement,
      });
    } else if (inner && asked && !/unexecutable/.test(plain)) {
      choices?.push({ number: Number(inner[1]), ...asked, statement: inner[2] ?? '' });
    } else if (plain.startsWith('@')) printed.push(plain);
  }
  return {
    columns: builder.columns(step),
    mtypes: Object.fromEntries(names),
    changes,
    steps,
    ...(choices && choices.length > 0 && { choices }),
  };
}
