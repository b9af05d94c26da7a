import { parseProblems, type SpinProblem } from './spin-problems.ts';

/** Values at one moment. Elements and fields have names such as `a[2]` and `s.b[0]`. */
type Values = Readonly<Record<string, number>>;

/** How a simulation ended. */
export type SimulationOutcome =
  /** Every process is at its end or at an end label. */
  | { readonly kind: 'finished' }
  /** Nothing can run, and some process is not where it may end. */
  | { readonly kind: 'deadlock' }
  | { readonly kind: 'step-limit' }
  | { readonly kind: 'assertion-violated'; readonly line: number; readonly assertion: string };

/** What SPIN printed about a random simulation (`spin -g -T`). */
export interface SimulationText {
  readonly outcome: SimulationOutcome;
  /** Absent where all processes have ended: SPIN then prints no final state. */
  readonly final: { readonly variables: Values; readonly steps: number } | undefined;
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
const queueLine = /^\t\tqueue \d+ \(.*\): ?.*$/;
const processLine =
  /^\s*(-?\d+):\tproc +\d+ \(.*?:\d+\) \S+?:-?\d+ \(state -?\d+\)( <valid end state>)?$/;
const created = /^\d+ process(?:es)? created$/;

/** Takes up the value that a line tells; says whether it told one. The names of mtypes, the contents of
 * channels and local variables are passed over. */
function readValue(line: string, variables: Record<string, number>): boolean {
  const [, name, text = ''] = valueLine.exec(line) ?? [];
  if (name === undefined) return queueLine.test(line) || localLine.test(line);
  if (/^-?\d+$/.test(text)) variables[name] = Number(text);
  return true;
}

interface Ending {
  readonly variables: Values;
  readonly steps: number;
  /** Some process is not where it may end. */
  readonly isBlocked: boolean;
}

/** Splits off the block that begins with `#processes: 2`, the last thing SPIN prints. */
function splitFinalBlock(text: string): Parsed<{ before: string; block: Ending | undefined }> {
  const at = [...text.matchAll(/#processes: \d+\n/g)].at(-1);
  if (!at) {
    const lines = text.split('\n');
    const last = lines.findLastIndex((line) => created.test(line));
    if (last < 0) return { ok: false, unexpected: lines.findLast((line) => line !== '') ?? '' };
    const before = lines.slice(0, last).map((line) => `${line}\n`);
    return { ok: true, value: { before: before.join(''), block: undefined } };
  }
  const variables: Record<string, number> = {};
  let isBlocked = false;
  let steps = 0;
  let ended = false;
  const { rest } = parseProblems(text.slice(at.index + at[0].length));
  for (const line of rest) {
    const process = processLine.exec(line);
    if (process) {
      steps = Number(process[1]);
      isBlocked ||= process[2] === undefined;
    } else if (created.test(line)) ended = true;
    else if (!readValue(line, variables) && line !== '') return { ok: false, unexpected: line };
  }
  if (!ended) return { ok: false, unexpected: rest.at(-1) ?? '' };
  const block = { variables, steps, isBlocked };
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
  const outcome: SimulationOutcome =
    violated && assertion !== undefined
      ? { kind: 'assertion-violated', line: violated.line ?? 0, assertion }
      : limited
        ? { kind: 'step-limit' }
        : block?.isBlocked
          ? { kind: 'deadlock' }
          : { kind: 'finished' };
  return {
    ok: true,
    value: {
      outcome,
      final: block && { variables: block.variables, steps: block.steps },
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
export function lastValues(text: string): Values {
  const variables: Record<string, number> = {};
  for (const line of text.split('\n')) readValue(line, variables);
  return variables;
}
