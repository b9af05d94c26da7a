import { FinalBlock, type FinalState } from '../spin/pan-final-state.ts';
import { parseProblem, type PanProblem } from '../spin/pan-output.ts';

/** A message that a step sends or receives. */
interface ReplayedMessage {
  readonly direction: 'send' | 'receive';
  /** Over a channel without a buffer: the receive is in the next step. SPIN tells this at the
   * sender only; a receive has the flag of the send before it on the same queue. */
  readonly rendezvous: boolean;
  /** The channel as the statement names it, such as `c` or `q[0]`; a parameter's own name where a
   * process was handed the channel. */
  readonly channel: string;
  /** Number of the queue, the same for all names of a channel. */
  readonly queue: number;
  /** Numbers and mtype names, as text. */
  readonly fields: readonly string[];
}

/** One statement that a trail executes. An atomic chain and a d_step give several of one depth. */
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
  /** The statement as SPIN prints it, such as `x = (x+1)`. */
  readonly statement: string;
  readonly message?: ReplayedMessage;
  /** What the statement printed, by line. */
  readonly output: readonly string[];
  /** Values that this step set: globals by name, locals as `P(0):i`. Fields of structures are
   * missing here, since SPIN prints them at the end only. */
  readonly values: Readonly<Record<string, number | string>>;
}

/** What a verifier printed about a trail (`pan -r trail -g`; `getrail` in pangen1.h). */
export type PanReplay =
  | ({
      readonly ok: true;
      /** In the same form as SPIN's own replay. Statements that SPIN merged into one transition are
       * one step, under the first one's text; what they printed stands with that step. `values` are
       * empty: pan tells values at the end only. */
      readonly steps: readonly ReplayedStep[];
      /** How many steps stand before the part that repeats for ever; absent without a cycle. */
      readonly cycleStart?: number;
      /** What pan met at the end of the trail, such as the assertion. */
      readonly problems: readonly PanProblem[];
      /** What was printed after the last step. */
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

// A printf without a line break stands before the number.
const stepPattern = /^(.*?)( *\d+):\tproc +(\d+) \((.*?)\) (\S*?):(\d+) \(state (\d+)\)\t\[([^]*)$/;

/** A parser that is fed line by line: a long trail prints tens of megabytes. */
export function createReplayParser(): { push(line: string): void; end(): PanReplay } {
  const steps: OpenStep[] = [];
  const problems: PanProblem[] = [];
  const tail: string[] = [];
  let output: string[] = [];
  let cycleStart: number | undefined;
  let message: OpenStep['message'];
  /** The statement of C that goes on over several lines. */
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

/** Takes a step's line apart. Where the text before the number ends in a digit, the number that
 * follows the last step's decides. */
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
    ...{ printed, depth, process, rest },
    ...{ pid: Number(pid), line: Number(atLine), state: Number(state) },
  };
}

/** Whether the bracket that opened before this text is closed at its end. */
function isFinished(text: string): boolean {
  if (!text.endsWith(']')) return false;
  let open = 1;
  for (const char of text) open += char === '[' ? 1 : char === ']' ? -1 : 0;
  return open <= 0;
}

/** Names the fields of messages, and tells which queues are rendezvous channels: those where every
 * send of the trail is taken up by another process in the very next step. */
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
