import { withAssumptions, withGrid } from '../../checker/assumed-launch.ts';
import { poseValues } from '../../checker/values.ts';
import type { ValueChecker } from '../../checker/value-checker.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import type { ValueLevel } from '../../promela/values/index.ts';
import {
  conditionsOf,
  hasChoices,
  readsUnknown,
  statusOf,
  type ValueProgram,
} from '../../values/index.ts';
import { checkByRunning } from '../../values/run/check.ts';
import { platform } from '../engine.ts';
import { judgedKernels, type NativeReport } from '../oracle/native-kernels.ts';
import { plainInputs, plainRun } from '../plain-run.ts';
import type { Said } from '../verdict-of.ts';
import { readsForNothing } from '../reads-for-nothing.ts';

/** Texts that are drawn. */
export const LANGUAGES = ['opencl', 'cuda'] as const;

/** A kernel in one configuration that several judges are asked about. */
export interface Subject {
  readonly name: string;
  readonly text: string;
  readonly language: (typeof LANGUAGES)[number];
  readonly size: number;
  readonly given: Readonly<Record<string, number>>;
}

type Memory = ReadonlyMap<string, string>;

/** The workbench's answer about a subject, and the memory after each of its inputs. */
export interface Judged {
  readonly subject: Subject;
  readonly program: ValueProgram;
  readonly said: Omit<Said, 'answers' | 'configurations' | 'open'>;
  /** Of an order that stands for all; nothing where none does. */
  readonly memory: Memory | undefined;
}

/** Inputs of one kernel that are compared. */
export const MOST_INPUTS = 16;
const STEPS = 2e7;
/** Lines of code that a loop without an end may take natively. */
const NATIVE_STEPS = 200_000;

const parser = await createNodeKernelParser();

/** Asks the workbench; the reason where it follows no such kernel. */
export function judgedByRunning(subject: Subject): Judged | { readonly refused: string } {
  const { text, size, given } = subject;
  const constants = platform({ size, LM: 2 ** 20 });
  const posed = poseValues(parser, text, { constants, given });
  const [program] = posed.programs;
  if (program === undefined) {
    const said = posed.diagnostics.find(({ severity }) => severity === 'error')?.message;
    return { refused: said ?? posed.unposed[0]?.reason.why ?? posed.obstacle ?? 'no program' };
  }
  const run = checkByRunning(program, { budget: STEPS, text, constants });
  const verdict = withGrid(program, undefined, withAssumptions(program, run));
  const { findings, remarks } = verdict;
  return {
    subject,
    program,
    said: {
      status: statusOf(verdict),
      findings: findings.map(({ kind, message }) => ({ kind, message, lines: [] })),
      remarks: remarks.map(({ kind }) => kind),
      conditions: conditionsOf(verdict),
      readsForNothing: readsForNothing(verdict),
    },
    memory: statusOf(verdict) === 'right' ? memoryOf(program) : undefined,
  };
}

/** Memory after each input; nothing where the text does not state all. */
function memoryOf(program: ValueProgram): Memory | undefined {
  if (readsUnknown(program)) return undefined;
  const { count } = plainInputs(program);
  if (!hasChoices(program) ? count < 1 : count > MOST_INPUTS) return undefined;
  return new Map(
    Array.from({ length: hasChoices(program) ? count : 1 }, (_, number) => {
      const isShown = ({ object }: { readonly object: { space: string; isArgument: boolean } }) =>
        object.space === 'global' && object.isArgument;
      const [before, after] = plainRun(program, number, isShown, STEPS);
      return [before.replaceAll(' ', ''), after.replaceAll(' ', '')];
    }),
  );
}

/** A subject as the machine's own compiler has it. */
export interface Native {
  readonly kinds: ReadonlySet<string>;
  readonly memory: Memory;
}

/** No read is folded away, and private arrays have bounds. */
const CLOSER = { opencl: 'openclRead', cuda: 'cudaPrivate' } as const;

/** Asks g++, one process for all of a language. Those that it does not take are left out.
 * @param isCloser by the dialects that see more and take less */
export async function judgedNatively(
  judged: readonly Pick<Judged, 'subject' | 'program'>[],
  isCloser = false,
): Promise<ReadonlyMap<Subject, Native>> {
  const named = judged.map((each, index) => ({ ...each, name: `u${index}x` }));
  const inputs = { opencl: MOST_INPUTS, cuda: 1 };
  const reports = new Map<string, NativeReport>();
  for (const language of LANGUAGES) {
    const units = named
      .filter(({ subject }) => subject.language === language)
      .map(({ name, subject: { text, size }, program }) => ({
        name,
        text,
        values: program.configuration,
        constants: { size },
      }));
    const compiled = isCloser ? CLOSER[language] : language;
    const asked = { inputs: inputs[language], memory: true, limit: NATIVE_STEPS };
    for (const [name, report] of await judgedKernels(units, asked, compiled))
      reports.set(name, report);
  }
  return new Map(
    named.flatMap(({ name, subject }) => {
      const report = reports.get(name);
      if (report === undefined) return [];
      const kinds = new Set(report.findings.map(({ kind }) => kind));
      // A host that finds its results wrong by itself claims nothing; without one it is a division by zero.
      if (subject.language === 'cuda' && !subject.text.includes(' ensures '))
        kinds.delete('result');
      return [[subject, { kinds, memory: new Map(report.memory) }] as const];
    }),
  );
}

/** The kind that SPIN finds for each program, one verifier for all; nothing for no fault. */
export async function judgedBySpin(
  checker: ValueChecker,
  programs: readonly ValueProgram[],
  level: ValueLevel,
): Promise<readonly (string | undefined)[] | { readonly refused: string }> {
  const report = await checker.check(programs, { level, timeout: 60 });
  if (!report.ok) return { refused: report.reason };
  if (!report.exhaustive) return { refused: `cut off: ${report.cut}` };
  return report.verdicts.map(({ found }) => found?.finding.kind);
}
