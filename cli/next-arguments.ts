import { MACHINE_SEMANTICS } from '../src/platform/index.ts';
import { SCRIPTS, type ScriptId } from '../src/exchange/index.ts';
import {
  type KernelArguments,
  KERNEL_HELP,
  KERNEL_OPTIONS,
  PLATFORM_HELP,
  readKernelArguments,
  SEMANTICS_HELP,
  USUAL_MEMORY,
} from './kernel-arguments.ts';
import { line, readPairs, string } from './option-values.ts';
import { readOptions } from './command.ts';
import { UsageError } from './usage-error.ts';

export interface NextArguments extends KernelArguments {
  /** Path of what was measured; without it, or where it is not there, nothing was. */
  readonly measured?: string | undefined;
  /** Path of another GPU's times of the same kernel. */
  readonly prior?: string | undefined;
  readonly columns: readonly (readonly [string, string])[];
  readonly count: number;
  readonly seed: number;
  readonly script?: ScriptId | undefined;
  readonly isServing: boolean;
  readonly isWithoutModel: boolean;
}

const USAGE = [
  'Usage: npm run -s next -- [NAME|FILE] --measured FILE.csv [options]',
  '',
  'Proposes which configurations to measure next on a GPU, learning from what was measured.',
  '',
  line('--measured FILE', 'what was measured: CSV with a column for each parameter and time_ms,'),
  line('', 'T4, Kernel Tuner cache or JSON of KTT; without it, or without rows, it begins'),
  line('--prior FILE', 'times of the same kernel on another GPU, in any of these formats'),
  line('--columns A=B,...', 'which column B has the values of parameter A; guessed without it'),
  line('', '(A=1: the file leaves A out, it was 1; time=B: the times of a CSV file)'),
  line('--count N', 'how many to propose (default 5, at most 100)'),
  line('--seed N', 'what chance decides is decided by it (default 1)'),
  line('--no-model', 'from the parameters alone, without the times of the model'),
  line('--script TOOL', 'instead, print a program that measures them and adds them to FILE:'),
  ...SCRIPTS.map(({ id, help }) => line(`  ${id}`, help)),
  line('--serve', 'instead, answer on a pipe: each line of standard input is JSON,'),
  line('', '{"measured": [{"values": {...}, "time_ms": 1.5}], "count": 1}; a null is a failure'),
  ...KERNEL_HELP,
  ...SEMANTICS_HELP,
  line('--level NAME', 'as of tune (default accelerated)'),
  ...PLATFORM_HELP,
  line('--timeout S', 'give up on the times of the model after S seconds'),
  line('--memory MB', `the most memory of the verifier (default ${USUAL_MEMORY})`),
  line('--json', 'print one JSON object'),
  line('--strict', 'a warning about the kernel is bad input'),
  '',
  'Exit status 0 when something is proposed, 1 when not, 2 on bad input.',
].join('\n');

const MOST_PROPOSED = 100;

/** Reads the words of the command line. @throws {UsageError} */
export function readNextArguments(args?: readonly string[]): NextArguments {
  const boolean = { type: 'boolean' } as const;
  const own = { measured: string, prior: string, columns: string, count: string, seed: string };
  const typed = readOptions(
    USAGE,
    { ...KERNEL_OPTIONS, ...own, script: string, serve: boolean, 'no-model': boolean },
    args,
  );
  const { measured, prior, serve = false, 'no-model': isWithoutModel = false, script } = typed;
  const target = script === undefined ? undefined : SCRIPTS.find(({ id }) => id === script);
  if (script !== undefined && !target)
    throw new UsageError(
      `--script takes one of ${SCRIPTS.map(({ id }) => id).join(', ')}, not ${script}`,
    );
  if (target && measured === undefined)
    throw new UsageError('--script needs --measured FILE: the file that it adds its times to');
  if (serve && target)
    throw new UsageError('--serve and --script exclude each other: leave one of them out');
  return {
    ...readKernelArguments(
      { ...typed, semantics: typed.semantics ?? MACHINE_SEMANTICS },
      'accelerated',
    ),
    measured,
    prior,
    columns: readPairs(typed.columns),
    count: readCount(typed.count),
    seed: readSeed(typed.seed),
    script: target?.id,
    isServing: serve,
    isWithoutModel,
  };
}

export const readCount = (typed = '5'): number => wholeNumber('--count', typed, 1, MOST_PROPOSED);
export const readSeed = (typed = '1'): number => wholeNumber('--seed', typed, 0, 2 ** 31);

/** @throws {UsageError} */
function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`${option} takes a whole number from ${least} to ${most}, not ${text}`);
}
