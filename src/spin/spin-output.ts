import { parseProblems, type SpinProblem } from './spin-problems.ts';

/** Values by name: `a[2]`, `s.b[0]`. */
type Values = Readonly<Record<string, number>>;

/** The end of a simulation. */
export type SimulationOutcome =
  /** Every process ended or is at an end label. */
  | { readonly kind: 'finished' }
  /** Nothing can run, and a process is not at an end state. */
  | { readonly kind: 'deadlock' }
  | { readonly kind: 'step-limit' }
  | { readonly kind: 'assertion-violated'; readonly line: number; readonly assertion: string };

/** Output of a random simulation (`spin -g -T`). */
export interface SimulationText {
  readonly outcome: SimulationOutcome;
  /** Absent if all processes ended: SPIN prints no final state then. */
  readonly final: { readonly variables: Values; readonly steps: number } | undefined;
  /** Runtime errors and warnings, such as an index out of range. */
  readonly problems: readonly SpinProblem[];
  /** Printed by the model. */
  readonly output: readonly string[];
}

/** A parsed value, or the unexpected line. */
export type Parsed<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly unexpected: string };

const namePattern = String.raw`[A-Za-z_][\w.[\]]*`;
const valueLine = new RegExp(String.raw`^\t\t(${namePattern}) = (\S+)$`);
const localLine = new RegExp(String.raw`^\t\t(\S+)\((-?\d+)\):(${namePattern}) = (\S+)$`);
const queueLine = /^\t\tqueue \d+ \(.*\): ?.*$/;
const processLine =
  /^\s*(-?\d+):\tproc +\d+ \(.*?:\d+\) \S+?:-?\d+ \(state -?\d+\)( <valid end state>)?$/;
const created = /^\d+ process(?:es)? created$/;

/** Reads a value line; skips mtype names, channel contents and locals. */
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

/** Splits off the final block, `#processes: 2` and below. */
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
      // SPIN's own remark: everything blocked, so `timeout` may fire.
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

/** The last step number in `spin -p` output, or 0. */
export function lastStep(text: string): number {
  const last = [...text.matchAll(/^\s*(\d+):\tproc /gm)].at(-1);
  return last ? Number(last[1]) : 0;
}

/** The last value of each variable anywhere in the text. */
export function lastValues(text: string): Values {
  const variables: Record<string, number> = {};
  for (const line of text.split('\n')) readValue(line, variables);
  return variables;
}
