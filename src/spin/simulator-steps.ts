import { modelFileName } from './spin-problems.ts';
import type { WalkChoice } from './spin-walk.ts';
import { type RunMessage, type StepRun, StepRunBuilder } from './step-run.ts';
import { innerChoice, innerHead } from './spin-walk.ts';

/** A simulated run and, if SPIN waits for a decision, the choices. */
export interface SimulatorSteps extends StepRun {
  readonly choices?: readonly WalkChoice[] | undefined;
}

const WHO = String.raw`proc +(?<pid>\d+|-) \((?<name>.*?):\d+\)`;
const PLACE = String.raw`(?<file>\S+?):(?<line>-?\d+)`;
const STEP = new RegExp(
  String.raw`^\s*(?<number>\d+):\t${WHO} ${PLACE} \(state (?<state>-?\d+)\)(?: <valid end state>)?(?:\t\[(?<statement>.*)\](?:\t<merge .*>)?)?$`,
);
const MESSAGE = new RegExp(
  String.raw`^\s*(?<number>\d+):\t${WHO} ${PLACE} (?<verb>Send|Sent|Recv|\[Recv\]) +(?<fields>.*)\t(?:->|<-) queue (?<queue>\d+) \((?<channel>.*)\)$`,
);
const VALUE = /^\t\t([A-Za-z_][\w.[\]]*) = (.*)$/;
const LOCAL = /^\t\t(\S+?)\((-?\d+)\):([A-Za-z_][\w.[\]]*) = (.*)$/;
const QUEUE = /^\t\tqueue (\d+) \((?:(.*)\((-?\d+)\):)?([^()]*)\): ?(.*)$/;
const CREATES = new RegExp(
  String.raw`^\s*\d+:\tproc +(?:\d+|-) \(.*?\) creates proc +(\d+) \((.*)\)$`,
);
const ENDS = new RegExp(
  String.raw`^\s*\d+:\t?(?: ?proc (?<by>\d+) terminates| claim terminates|${WHO} terminates)$`,
);
const CHOICE = new RegExp(
  String.raw`^\tchoice (?<number>\d+): ${WHO} ${PLACE} \(state -?\d+\)(?: <valid end state>)? \[(?<statement>.*)\]$`,
);
const CLAIM = /^Never claim moves to line (-?\d+)\t\[(.*)\]$/;
const FAILED = /^spin: text of failed assertion: (.*)$/;
/** SPIN's remarks on the run, not printed by the model. */
const SAID =
  /^(?:ltl \w+: |starting claim |using statement merging|Starting \S+ with pid |\d+ process(?:es)? created|-------------|depth-limit |spin: |warning: |Select |#processes: |timeout$|\s*$|\ttransition failed|Stmnt \[.* has escape|no executable choices|\s*\d+: (?:no process|error: invalid|no matching) |\s*max \d+ \(|\tpid \d+\tproctype |\t\d+ = \S+$)/;

/** Parses `-p -g -l -s -r -T`, optionally `-w` and `-v`, of a trail (`-t`), a seed or an interactive
 * run (`-i`).
 * @param model its text: SPIN lists a label named in a formula (`user[0]@critical`) as a variable. */
export function parseSimulatorSteps(text: string, model = ''): SimulatorSteps {
  return new Reader([...model.matchAll(/@\s*(\w+)/g)].map(([, label = '']) => label)).read(text);
}

class Reader {
  readonly #run = new StepRunBuilder();
  /** Messages printed before their steps, by process. */
  readonly #messages = new Map<number, RunMessage>();
  #printed: string[] = [];
  #choices: WalkChoice[] | undefined;
  #asked: { pid: number; process: string } | undefined;
  #isAtEnd = false;
  /** Processes not at an end state. */
  #waiting = 0;
  /** Ended for a reason other than deadlock. */
  #isStopped = false;
  readonly #labels: ReadonlySet<string>;

  constructor(labels: readonly string[]) {
    this.#labels = new Set(labels);
  }

  read(text: string): SimulatorSteps {
    for (const line of text.split('\n')) {
      // Answers are not echoed, so text follows the question on its line.
      this.#line(line.replace(/^Select \[\d+-\d+\]: (?:\d+$)?/, ''));
    }
    const choices = this.#choices;
    this.#run.isBlocked = this.#isAtEnd && this.#waiting > 0 && !this.#isStopped;
    return { ...this.#run.run(), ...(choices && choices.length > 0 && { choices }) };
  }

  #line(line: string): void {
    if (line.startsWith('\t\t')) return this.#value(line);
    if (line.startsWith('\tchoice ')) return this.#choice(line);
    const step = STEP.exec(line)?.groups;
    if (step) return this.#step(step, line);
    const message = MESSAGE.exec(line)?.groups;
    if (message) return this.#message(message);
    if (line.includes('<<<<<START OF CYCLE>>>>>')) {
      this.#run.cycleStart = this.#run.steps.length;
      return;
    }
    const created = CREATES.exec(line);
    if (created) {
      this.#run.process(Number(created[1]), named(created[2]));
      return;
    }
    const ended = ENDS.exec(line)?.groups;
    if (ended) return this.#ended(ended['by'] ?? ended['pid']);
    if (line.startsWith('Select a statement')) [this.#choices, this.#asked] = [[], undefined];
    const head = innerHead.exec(line);
    if (head) {
      const asked = { pid: Number(head[1]), process: named(head[2]) };
      [this.#choices, this.#asked] = [[], asked];
    }
    this.#said(line);
  }

  /** Reads a line about the whole run, or printed by the model. */
  #said(line: string): void {
    if (line.startsWith('#processes: ')) this.#isAtEnd = true;
    const failed = FAILED.exec(line);
    if (failed) this.#run.problem = `assertion violated: ${failed[1] ?? ''}`;
    this.#isStopped ||= failed !== null || /^(?:spin: trail ends|depth-limit )/.test(line);
    // The claim moves silently unless SPIN shows everything.
    if (CLAIM.test(line) || SAID.test(line)) return;
    if (!this.#isAtEnd) this.#printed.push(line);
  }

  #who(groups: Readonly<Record<string, string>>): number {
    const { pid = '-', name = '' } = groups;
    return this.#run.process(pid === '-' ? undefined : Number(pid), named(name));
  }

  #step(groups: Readonly<Record<string, string>>, told: string): void {
    const { number, file = '', line, state, statement } = groups;
    if (this.#isAtEnd || statement === undefined) {
      // Where every process stands at the end.
      this.#who(groups);
      if (!told.includes('<valid end state>') && groups['pid'] !== '-') this.#waiting += 1;
      return;
    }
    const process = this.#who(groups);
    const message = this.#messages.get(process);
    this.#messages.delete(process);
    this.#choices = undefined;
    this.#asked = undefined;
    this.#run.add({
      number: Number(number),
      process,
      line: Number(line),
      statement,
      ...(file !== modelFileName && { file }),
      state: Number(state),
      ...(message && { message }),
      printed: this.#printed,
    });
    this.#printed = [];
  }

  #message(groups: Readonly<Record<string, string>>): void {
    const { verb = '', fields = '', queue, channel = '' } = groups;
    const process = this.#who(groups);
    const message: RunMessage = {
      kind: verb === 'Recv' ? 'receive' : verb === '[Recv]' ? 'poll' : 'send',
      queue: Number(queue),
      channel,
      fields: fields.split(','),
      isRendezvous: verb === 'Sent',
    };
    // Simulations print rendezvous messages after both halves, others before.
    const last = this.#run.lastOf(process);
    const isTold =
      last !== undefined &&
      !last.message &&
      /[!?]/.test(last.statement) &&
      this.#run.steps.slice(-2).includes(last) &&
      Number(groups['number']) === last.number &&
      this.#isHalf(last.number);
    if (isTold) last.message = message;
    else this.#messages.set(process, message);
  }

  /** True if the last two steps form a rendezvous: one number. */
  #isHalf(number: number): boolean {
    const [a, b] = this.#run.steps.slice(-2);
    return a?.number === number && b?.number === number && a.process !== b.process;
  }

  #ended(pid: string | undefined): void {
    const number = pid === undefined || pid === '-' ? undefined : Number(pid);
    const last = this.#run.lastOf(this.#run.processOf(number));
    if (last) last.ends = true;
    this.#run.ended(number);
  }

  #value(line: string): void {
    const value = VALUE.exec(line);
    if (value) {
      const [, name = '', now = ''] = value;
      if (!this.#labels.has(name)) this.#run.value(name, now);
      return;
    }
    const local = LOCAL.exec(line);
    if (local) {
      const process = this.#run.process(Number(local[2]), named(local[1]));
      return this.#run.value(local[3] ?? '', local[4] ?? '', process);
    }
    const queue = QUEUE.exec(line);
    if (!queue) return;
    const [, number, owner, pid, name = '', content = ''] = queue;
    const process = owner === undefined ? undefined : this.#run.process(Number(pid), named(owner));
    this.#run.channel(Number(number), name, content, process);
  }

  #choice(line: string): void {
    const outer = CHOICE.exec(line)?.groups;
    if (outer) {
      const { number, pid, name, line: at, statement = '' } = outer;
      this.#choices?.push({
        number: Number(number),
        pid: Number(pid),
        process: named(name),
        line: Number(at),
        statement,
      });
      return;
    }
    const inner = innerChoice.exec(line);
    if (!inner || !this.#asked || /unexecutable/.test(line)) return;
    const statement = inner[2] === '(else)' ? 'else' : (inner[2] ?? '');
    this.#choices?.push({ number: Number(inner[1]), ...this.#asked, statement });
  }
}

/** SPIN calls the process of `init` `:init:`. */
const named = (name = ''): string => name.replace(/^:(\w+):$/, '$1');
