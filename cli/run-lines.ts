import type { RunStep, StepRun } from '../src/spin/step-run.ts';
import { fullName, ModelTrace } from '../src/trace/index.ts';
import { aligned } from './aligned.ts';

/** A run in lines, as `spin -p -g -l` has it: step, process, line, statement, and the values after it.
 * @param most lines; of a longer run the beginning and the end. */
export function linesOfRun(run: StepRun, most: number): readonly string[] {
  const trace = new ModelTrace(run);
  const lines = run.steps.flatMap((step, at): string[] => {
    const { number, line, file, statement, changes, printed } = step;
    const values = changes.flatMap(([of, value]) => {
      const variable = run.variables[of];
      return variable ? [`${fullName(trace, variable)} = ${value}`] : [];
    });
    const place = file === undefined ? String(line) : `${file}:${line}`;
    const head = `${String(number).padStart(5)}  ${trace.processOf(at)?.label ?? ''}  line ${place}  ${statement}`;
    return [
      ...(at === run.cycleStart ? [CYCLE] : []),
      values.length === 0 ? head : `${head}  [${values.join(', ')}]`,
      ...printed.map((text) => `         ${text}`),
    ];
  });
  return [...shortened(lines, most), ...endOf(run)];
}

const CYCLE = '       <<<<<START OF CYCLE>>>>>';

const endOf = ({ problem, isCut }: StepRun): readonly string[] => [
  ...(problem === undefined ? [] : [`       ${problem}`]),
  ...(isCut === true ? ['       and so on: only the beginning was read'] : []),
];

function shortened(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  const half = Math.floor(most / 2);
  const left = `       ... ${lines.length - 2 * half} lines (all of them with --steps ${lines.length})`;
  return [...lines.slice(0, half), left, ...lines.slice(lines.length - half)];
}

/** A run's messages as a chart in text, one column for each process, as `spin -c` has it. */
export function chartOf(run: StepRun, most: number): readonly string[] {
  const trace = new ModelTrace(run);
  const talking = [
    ...new Set(run.steps.flatMap(({ message, process }) => (message ? [process] : []))),
  ].sort((a, b) => a - b);
  if (talking.length === 0) return ['No message is sent.'];
  const labels = talking.map((process) => {
    const at = run.steps.findIndex((step) => step.process === process);
    return trace.processOf(at)?.label ?? run.processes[process]?.name ?? '';
  });
  const rows = run.steps.flatMap((step, at) => {
    const row = talking.map((process) => (process === step.process ? saidIn(step) : '.'));
    const mark = at === run.cycleStart ? [talking.map(() => '=')] : [];
    return step.message ? [...mark, row] : mark;
  });
  const [head = '', ...lines] = aligned([labels, ...rows]).map((line) => `  ${line}`.trimEnd());
  return [head, ...shortened(lines, most)];
}

const MARKS = { send: '!', receive: '?', poll: '??' } as const;

function saidIn({ message }: RunStep): string {
  if (!message) return '';
  return `${message.channel}${MARKS[message.kind]}${message.fields.join(',')}`;
}
