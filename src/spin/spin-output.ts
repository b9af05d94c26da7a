import { parseProblems, type SpinProblem } from './spin-problems.ts';

/** Where a process stands when a simulation or a replay ends. */
export interface SpinProcessState {
  /** Name of the process type; `:init:` for init. */
  readonly name: string;
  readonly pid: number;
  /** 1-based Promela line of the statement that would be next. */
  readonly line: number;
  /** It may stop here: its end, or a label that begins with `end`. */
  readonly mayEnd: boolean;
}

/** The contents of a buffered channel. Rendezvous channels are always empty and not listed. */
export interface SpinChannelState {
  readonly name: string;
  readonly queue: number;
  /** The fields of each message, numbers and mtype names, oldest message first. */
  readonly messages: readonly (readonly string[])[];
}

/** Values at one moment. Elements and fields have names such as `a[2]` and `s.b[0]`. */
export interface SpinValues {
  readonly variables: Readonly<Record<string, number>>;
  /** Variables whose value is the name of an mtype. */
  readonly symbols: Readonly<Record<string, string>>;
  readonly channels: readonly SpinChannelState[];
}

/** How a simulation ended. */
export type SimulationOutcome =
  /** Every process is at its end or at an end label. */
  | { readonly kind: 'finished' }
  /** Nothing can run, and `blocked` are not where they may end. */
  | { readonly kind: 'deadlock'; readonly blocked: readonly SpinProcessState[] }
  | { readonly kind: 'step-limit' }
  | { readonly kind: 'assertion-violated'; readonly line: number; readonly assertion: string };

/** What SPIN printed about a random simulation (`spin -g -T`). */
export interface SimulationText {
  readonly outcome: SimulationOutcome;
  /** Absent where all processes have ended: SPIN then prints no final state. */
  readonly final: (SpinValues & { readonly steps: number }) | undefined;
  readonly processes: readonly SpinProcessState[];
  /** Errors and warnings while running, such as an index out of range. */
  readonly problems: readonly SpinProblem[];
  /** What the model printed. */
  readonly output: readonly string[];
}

/** A parser's answer: the value, or the line that it did not expect. */
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly unexpected: string };

const namePattern = String.raw`[A-Za-z_][\w.[\]]*`;
const valueLine = new RegExp(String.raw`^\t\t(${namePattern}) = (\S+)$`);
const localLine = new RegExp(String.raw`^\t\t(\S+)\((-?\d+)\):(${namePattern}) = (\S+)$`);
const queueLine = /^\t\tqueue (\d+) \((.*)\): ?(.*)$/;
const processLine =
  /^\s*(-?\d+):\tproc +(\d+) \((.*?):\d+\) (\S+?):(-?\d+) \(state -?\d+\)( <valid end state>)?$/;
const created = /^\d+ process(?:es)? created$/;

/** Collects values line by line; says whether a line was one. */
class ValueReader {
  readonly variables: Record<string, number> = {};
  readonly symbols: Record<string, string> = {};
  readonly channels = new Map<number, SpinChannelState>();

  read(line: string): boolean {
    const value = valueLine.exec(line);
    if (value) {
      const [, name = '', text = ''] = value;
      if (/^-?\d+$/.test(text)) this.variables[name] = Number(text);
      else this.symbols[name] = text;
      return true;
    }
    const queue = queueLine.exec(line);
    if (queue) {
      const number = Number(queue[1]);
      const messages = [...(queue[3] ?? '').matchAll(/\[([^\]]*)\]/g)].map((m) =>
        (m[1] ?? '').split(','),
      );
      this.channels.set(number, { name: queue[2] ?? '', queue: number, messages });
      return true;
    }
    return localLine.test(line);
  }

  values(): SpinValues {
    const { variables, symbols } = this;
    return { variables, symbols, channels: [...this.channels.values()] };
  }
}

interface FinalBlock extends SpinValues {
  readonly steps: number;
  readonly processes: readonly SpinProcessState[];
}

/** Splits off the block that begins with `#processes: 2`, the last thing SPIN prints. */
function splitFinalBlock(text: string): Parsed<{ before: string; block: FinalBlock | undefined }> {
  const at = [...text.matchAll(/#processes: \d+\n/g)].at(-1);
  if (!at) {
    const lines = text.split('\n');
    const last = lines.findLastIndex((line) => created.test(line));
    if (last < 0) return { ok: false, unexpected: lines.findLast((line) => line !== '') ?? '' };
    const before = lines.slice(0, last).map((line) => `${line}\n`);
    return { ok: true, value: { before: before.join(''), block: undefined } };
  }
  const reader = new ValueReader();
  const processes: SpinProcessState[] = [];
  let steps = 0;
  let ended = false;
  const { rest } = parseProblems(text.slice(at.index + at[0].length));
  for (const line of rest) {
    const process = processLine.exec(line);
    if (process) {
      const [, depth, pid, name = '', , atLine, mayEnd] = process;
      steps = Number(depth);
      const state = { name, pid: Number(pid), line: Number(atLine), mayEnd: mayEnd !== undefined };
      processes.push(state);
    } else if (created.test(line)) ended = true;
    else if (!reader.read(line) && line !== '') return { ok: false, unexpected: line };
  }
  if (!ended) return { ok: false, unexpected: rest.at(-1) ?? '' };
  processes.reverse();
  const block = { ...reader.values(), steps, processes };
  return { ok: true, value: { before: text.slice(0, at.index), block } };
}

/** Reads what `spin -nSEED -g -T [-uLIMIT] model` printed. */
export function parseSimulation(text: string): Parsed<SimulationText> {
  const split = splitFinalBlock(text);
  if (!split.ok) return split;
  const { before, block } = split.value;
  const { problems, rest } = parseProblems(before);
  const failed = /^spin: text of failed assertion: assert\((.*)\)$/;
  const limit = /^depth-limit \(-u\d+ steps\) reached$/;
  const limited = rest.some((line) => limit.test(line));
  const assertion = rest.map((line) => failed.exec(line)?.[1]).find((found) => found !== undefined);
  const violated = problems.find((problem) => problem.original.startsWith('assertion violated'));
  const output = rest.filter(
    (line, index) =>
      !failed.test(line) &&
      !limit.test(line) &&
      !(line === '-------------' && limit.test(rest[index + 1] ?? '')) &&
      // SPIN's own: everything was blocked, and statements that wait for `timeout` may go on.
      line !== 'timeout' &&
      !/^warning: (never claim|trace assertion) not used in random simulation$/.test(line) &&
      !/^ltl \w+: /.test(line),
  );
  const blocked = (block?.processes ?? []).filter((process) => !process.mayEnd);
  const outcome: SimulationOutcome =
    violated && assertion !== undefined
      ? { kind: 'assertion-violated', line: violated.line ?? 0, assertion }
      : limited
        ? { kind: 'step-limit' }
        : blocked.length > 0
          ? { kind: 'deadlock', blocked }
          : { kind: 'finished' };
  const final = block && {
    variables: block.variables,
    symbols: block.symbols,
    channels: block.channels,
    steps: block.steps,
  };
  return {
    ok: true,
    value: {
      outcome,
      final,
      processes: block?.processes ?? [],
      problems: problems.filter((problem) => problem !== violated),
      output,
    },
  };
}

/** The number of the last step in the output of `spin -p`; 0 where there is none. */
export function lastStep(text: string): number {
  const last = [...text.matchAll(/^\s*(\d+):\tproc /gm)].at(-1);
  return last ? Number(last[1]) : 0;
}

/** All values that stand anywhere in the text; of a variable that stands there often, the last. */
export function lastValues(text: string): SpinValues {
  const reader = new ValueReader();
  for (const line of text.split('\n')) reader.read(line);
  return reader.values();
}
