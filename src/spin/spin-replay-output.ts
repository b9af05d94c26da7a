import { lastValues, type Parsed, type SpinProcessState, type SpinValues } from './spin-output.ts';
import { parseProblems, type SpinProblem } from './spin-problems.ts';

/** A message that a step sends or receives. */
export interface ReplayedMessage {
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
export interface ReplayedStep {
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

/** What SPIN printed about a replay (`spin -t -k trail -p -g -l -s -r -T`). */
export interface ReplayText {
  readonly steps: readonly ReplayedStep[];
  /** How many steps stand before the part that repeats for ever; absent without a cycle. */
  readonly cycleStart?: number;
  /** Assertions that failed on the way, with the index of their step. */
  readonly violations: readonly {
    readonly step: number;
    readonly line: number;
    readonly assertion: string;
  }[];
  readonly problems: readonly SpinProblem[];
  readonly processes: readonly SpinProcessState[];
  readonly final: SpinValues;
}

const stepLine =
  /^\s*(-?\d+):\tproc +(\d+) \((.*?):\d+\) (\S+?):(-?\d+) \(state (-?\d+)\)(?: <valid end state>)?\t\[(.*)\](?:\t<merge .*>)?$/;
const messageLine =
  /^\s*(-?\d+):\tproc +(\d+) \(.*?:\d+\) \S+?:-?\d+ (Send|Sent|\[?Recv\]?) (.*)\t(?:->|<-) queue (\d+) \((.*)\)$/;
const restLine =
  /^\s*(-?\d+):\tproc +(\d+) \((.*?):\d+\) (\S+?):(-?\d+) \(state -?\d+\)( <valid end state>)?$/;
const globalValue = /^\t\t([A-Za-z_][\w.[\]]*) = (\S+)$/;
const localValue = /^\t\t(\S+\(-?\d+\):[A-Za-z_][\w.[\]]*) = (\S+)$/;
const queueValue = /^\t\tqueue \d+ \(.*\): ?.*$/;
const failedAssertion = /^spin: text of failed assertion: assert\((.*)\)$/;
/** SPIN's own remarks between the steps, none of which the model printed. */
const remark =
  /^(starting claim \d+|using statement merging|Starting \S+ with pid \d+|Never claim moves to line \d+\t\[.*\]|\s*-?\d+: (?:claim|proc -?\d+) terminates|spin: trail ends after -?\d+ steps|#processes: \d+|\d+ process(es)? created|\s*-?\d+:\tproc +- .*|-------------|depth-limit .* reached|)$/;
/** SPIN says so where the trail is of another model, or of another version of it. */
const mismatch =
  /^(\ttransition failed|\s*-?\d+: proc -?\d+, no matching stmnt .*|\s*-?\d+: stop error, .*|\s*-?\d+: error: invalid statement.*|\s*-?\d+:\tproc +-?\d+ \(\?\) .*|spin: used search permutation.*|spin: cannot find trail file)$/;

/** Reads a replay. A trail that does not fit the model, or that SPIN did not follow to its end, is
 * the unexpected line. */
export function parseReplay(text: string): Parsed<ReplayText> {
  const { problems, rest } = parseProblems(text);
  const ends = /^spin: trail ends after|^depth-limit .* reached$/m.exec(text);
  const wrong = rest.find((line) => mismatch.test(line));
  if (wrong !== undefined || !ends) {
    return { ok: false, unexpected: (wrong ?? rest.at(-1) ?? '').trim() };
  }
  const steps: ReplayedStep[] = [];
  const processes: SpinProcessState[] = [];
  const violations: { step: number; line: number; assertion: string }[] = [];
  const rendezvousQueues = new Set<number>();
  let cycleStart: number | undefined;
  let output: string[] = [];
  let values: Record<string, number | string> = {};
  let message: (ReplayedMessage & { readonly depth: number }) | undefined;
  let assertion: string | undefined;
  let isOver = false;
  for (const line of rest) {
    const step = stepLine.exec(line);
    if (step) {
      const [, depth, pid, process = '', , atLine, state, statement = ''] = step;
      values = {};
      if (assertion !== undefined) {
        violations.push({ step: steps.length, line: Number(atLine), assertion });
        assertion = undefined;
      }
      steps.push({
        depth: Number(depth),
        process,
        pid: Number(pid),
        line: Number(atLine),
        state: Number(state),
        statement,
        ...(message && message.depth === Number(depth) ? { message: withoutDepth(message) } : {}),
        output,
        values,
      });
      output = [];
      message = undefined;
      continue;
    }
    const sent = messageLine.exec(line);
    if (sent) {
      const [, depth, , verb, fields = '', queue, channel = ''] = sent;
      if (verb === 'Sent') rendezvousQueues.add(Number(queue));
      message = {
        depth: Number(depth),
        direction: verb === 'Send' || verb === 'Sent' ? 'send' : 'receive',
        rendezvous: rendezvousQueues.has(Number(queue)),
        channel,
        queue: Number(queue),
        fields: fields.split(','),
      };
      continue;
    }
    const value = globalValue.exec(line) ?? localValue.exec(line);
    if (value) {
      const [, name = '', text = ''] = value;
      if (!isOver) values[name] = /^-?\d+$/.test(text) ? Number(text) : text;
      continue;
    }
    const resting = restLine.exec(line);
    if (resting) {
      const [, , pid, name = '', , atLine, mayEnd] = resting;
      const state = { name, pid: Number(pid), line: Number(atLine), mayEnd: mayEnd !== undefined };
      processes.push(state);
      continue;
    }
    const failed = failedAssertion.exec(line);
    if (failed) assertion = failed[1];
    else if (line.endsWith('<<<<<START OF CYCLE>>>>>')) cycleStart = steps.length;
    else if (line.startsWith('#processes:')) isOver = true;
    else if (!queueValue.test(line) && !remark.test(line)) output.push(line);
  }
  processes.reverse();
  return {
    ok: true,
    value: {
      steps,
      ...(cycleStart === undefined ? {} : { cycleStart }),
      violations,
      problems: problems.filter((problem) => !problem.original.startsWith('assertion violated')),
      processes,
      final: lastValues(text.slice(text.lastIndexOf('#processes: '))),
    },
  };
}

function withoutDepth(message: ReplayedMessage): ReplayedMessage {
  const { direction, rendezvous, channel, queue, fields } = message;
  return { direction, rendezvous, channel, queue, fields };
}

/** Whether this is a trail as pan writes it, lines of three numbers; if not, why. */
export function checkTrail(trail: string): string | undefined {
  const lines = trail.split('\n');
  if (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return 'The trail is empty.';
  const bad = lines.findIndex((line) => !/^-?\d+:-?\d+:-?\d+\s*$/.test(line));
  if (bad < 0) return undefined;
  const shown = JSON.stringify(lines[bad]?.slice(0, 60));
  return `Line ${bad + 1} of the trail is not three numbers with colons: ${shown}`;
}
