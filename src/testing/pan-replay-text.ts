import { FinalBlock, type FinalState } from '../spin/pan-final-state.ts';
import { parseProblem, type PanProblem } from '../spin/pan-output.ts';

/** A message that a step sends or receives. */
interface ReplayedMessage {
  readonly direction: 'send' | 'receive';
  /** Unbuffered: received in the next step. SPIN says so at the sender; a receive inherits its
   * sender's flag. */
  readonly rendezvous: boolean;
  /** The channel as named in the statement: `c`, `q[0]`, or a parameter. */
  readonly channel: string;
  /** Queue number, whatever the channel's name. */
  readonly queue: number;
  /** Numbers and mtype names, as text. */
  readonly fields: readonly string[];
}

/** An executed statement; atomic chains and d_steps share a depth. */
interface ReplayedStep {
  /** Number of the transition in the trail, from 1. */
  readonly depth: number;
  /** Name of the process type; `:init:` for init. */
  readonly process: string;
  readonly pid: number;
  /** 1-based Promela line. */
  readonly line: number;
  /** SPIN's number of the statement within its process type. */
  readonly state: number;
  /** SPIN's print of the statement: `x = (x+1)`. */
  readonly statement: string;
  readonly message?: ReplayedMessage;
  /** Lines it printed. */
  readonly output: readonly string[];
  /** Values set: globals by name, locals as `P(0):i`; structure fields appear only at the end. */
  readonly values: Readonly<Record<string, number | string>>;
}

/** pan's print of a trail (`pan -r trail -g`; `getrail` in pangen1.h). */
export type PanReplay =
  | ({
      readonly ok: true;
      /** As SPIN's own replay, with merged statements as one step under the first one's text.
       * `values` stay empty: pan prints them only at the end. */
      readonly steps: readonly ReplayedStep[];
      /** Steps before the repeating part; absent without a cycle. */
      readonly cycleStart?: number;
      /** Problems at the trail's end, such as the assertion. */
      readonly problems: readonly PanProblem[];
      /** Printed after the last step. */
      readonly output: readonly string[];
    } & Omit<FinalState, 'mtypes'>)
  | { readonly ok: false; readonly reason: string; readonly tail: readonly string[] };

interface OpenStep {
  depth: number;
  process: string;
  pid: number;
  line: number;
  state: number;
  statement: string;
  output: string[];
  message?: { direction: 'send' | 'receive'; queue: number; fields: string[] };
}

// A printf without a line break precedes the number.
const stepPattern = /^(.*?)( *\d+):\tproc +(\d+) \((.*?)\) (\S*?):(\d+) \(state (\d+)\)\t\[([^]*)$/;

/** Fed line by line: long trails print tens of megabytes. */
export function createReplayParser(): { push(line: string): void; end(): PanReplay } {
  const steps: OpenStep[] = [];
  const problems: PanProblem[] = [];
  const tail: string[] = [];
  let output: string[] = [];
  let cycleStart: number | undefined;
  let message: OpenStep['message'];
  /** A C statement spanning several lines. */
  let unfinished: OpenStep | undefined;
  let finalBlock: FinalBlock | undefined;
  let ended = false;
  let fault: string | undefined;

  function step(line: string): boolean {
    const found = splitStep(line, steps.at(-1)?.depth);
    if (!found) return false;
    if (found.printed !== '') output.push(found.printed);
    const values = /^values: (\d+)([!?])(.*)\]$/.exec(found.rest);
    if (values) {
      const direction = values[2] === '!' ? 'send' : 'receive';
      const fields = (values[3] ?? '').split(',').filter((field) => field !== '');
      message = { direction, queue: Number(values[1]), fields };
      return true;
    }
    const { printed: _, rest, ...place } = found;
    const next: OpenStep = { ...place, statement: rest, output };
    if (message) next.message = message;
    message = undefined;
    output = [];
    steps.push(next);
    if (isFinished(rest)) next.statement = rest.slice(0, -1);
    else unfinished = next;
    return true;
  }

  return {
    push(line) {
      tail.push(line);
      if (tail.length > 40) tail.splice(0, 20);
      if (finalBlock) finalBlock.push(line);
      else if (unfinished) {
        unfinished.statement += `\n${line}`;
        if (!isFinished(unfinished.statement)) return;
        unfinished.statement = unfinished.statement.slice(0, -1);
        unfinished = undefined;
      } else if (/^#processes \d+:$/.test(line)) {
        finalBlock = new FinalBlock();
      } else if (line.startsWith('spin: trail ends after ')) {
        ended = true;
      } else if (line === '<<<<<START OF CYCLE>>>>>') {
        cycleStart = steps.length;
      } else if (/^pan: (?:Error|error|cannot)/.test(line)) {
        fault ??= line;
      } else if (!step(line)) {
        const problem = parseProblem(line);
        if (problem) problems.push(problem);
        else if (!/^MSC: ~[GR] /.test(line)) output.push(line);
      }
    },
    end() {
      if (fault) return { ok: false, reason: fault, tail };
      if (!ended || !finalBlock) {
        return { ok: false, reason: 'the replay did not come to its end', tail };
      }
      const { unknown } = finalBlock;
      if (unknown !== undefined) {
        return { ok: false, reason: `not understood: ${unknown}`, tail };
      }
      const { mtypes, ...state } = finalBlock.state;
      return {
        ok: true,
        steps: finishSteps(steps, mtypes),
        ...(cycleStart === undefined ? {} : { cycleStart }),
        problems,
        output,
        ...state,
      };
    },
  };
}

/** Parses a step's line; if the prefix ends in a digit, the expected step number decides. */
function splitStep(line: string, last: number | undefined) {
  const found = stepPattern.exec(line);
  if (!found) return undefined;
  const [, before = '', number = '', pid, process = '', , atLine, state, rest = ''] = found;
  const expected = [String((last ?? 0) + 1), String(last ?? 0)];
  const padded = expected.map((n) => n.padStart(3)).find((n) => `${before}${number}`.endsWith(n));
  const whole = `${before}${number}`;
  const depth = padded === undefined ? Number(number) : Number(padded);
  const printed = padded === undefined ? before : whole.slice(0, whole.length - padded.length);
  return {
    printed,
    depth,
    process,
    rest,
    pid: Number(pid),
    line: Number(atLine),
    state: Number(state),
  };
}

/** True if the bracket opened before this text closes at its end. */
function isFinished(text: string): boolean {
  if (!text.endsWith(']')) return false;
  let open = 1;
  for (const char of text) open += char === '[' ? 1 : char === ']' ? -1 : 0;
  return open <= 0;
}

/** Names message fields, and finds rendezvous channels: every send is received in the very next
 * step. */
function finishSteps(
  steps: readonly OpenStep[],
  mtypes: Readonly<Record<string, number>>,
): readonly ReplayedStep[] {
  const buffered = new Set<number>();
  steps.forEach(({ message, pid }, i) => {
    if (message?.direction !== 'send') return;
    const next = steps[i + 1];
    const taken =
      next?.message?.direction === 'receive' &&
      next.message.queue === message.queue &&
      next.pid !== pid;
    if (next && !taken) buffered.add(message.queue);
  });
  return steps.map((step): ReplayedStep => {
    const { message, ...rest } = step;
    if (!message) return { ...rest, values: {} };
    const [, channel = '', args = ''] = /^(.*?)(?:!!|!|\?\?|\?)(.*)$/.exec(step.statement) ?? [];
    const names = args.split(',');
    const fields = message.fields.map((field, i) => {
      const name = names[i]?.trim() ?? '';
      return mtypes[name] === Number(field) ? name : field;
    });
    const { direction, queue } = message;
    const rendezvous = !buffered.has(queue);
    const named: ReplayedMessage = { direction, rendezvous, channel, queue, fields };
    return { ...rest, message: named, values: {} };
  });
}
