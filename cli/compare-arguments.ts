import { ALL_TERMS, type Terms } from '../src/device/index.ts';
import { MACHINE_SEMANTICS } from '../src/platform/index.ts';
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

export interface CompareArguments extends KernelArguments {
  /** Path of the measured times. */
  readonly measured: string;
  /** Names of parameters and columns that belong together. */
  readonly columns: readonly (readonly [string, string])[];
  /** Terms of the machine's costs that are left out. */
  readonly without: readonly (keyof Terms)[];
}

const USAGE = [
  'Usage: npm run -s compare -- [NAME|FILE] --measured FILE [options]',
  '',
  'Puts the times of the model beside times that were measured, and says how well the one ranks the other.',
  '',
  line(
    '--measured FILE',
    'T4, Kernel Tuner cache, JSON of KTT, or CSV with a header; plain or gzip',
  ),
  line('--columns A=B,...', 'which column B has the values of parameter A; guessed without it'),
  line('', '(A=1: the file leaves A out, it was 1; time=B: the times of a CSV file)'),
  line('--without TERM,...', `leave out terms of a machine's costs, to see what each is worth:`),
  line('', Object.keys(ALL_TERMS).join(', ')),
  ...KERNEL_HELP,
  ...SEMANTICS_HELP,
  line(
    '--level NAME',
    'as of tune (default accelerated, where all times are proved by one search)',
  ),
  ...PLATFORM_HELP,
  line('--timeout S', 'give up after S seconds'),
  line('--memory MB', `the most memory of the verifier (default ${USUAL_MEMORY})`),
  line('--json', 'print one JSON object; shares of the measured optimum are from 0 to 1'),
  line('--strict', 'a warning about the kernel is bad input'),
  '',
  'Exit status 0 when they could be compared, 1 when not, 2 on bad input.',
].join('\n');

/** Reads the words of the command line. @throws {UsageError} */
export function readCompareArguments(args?: readonly string[]): CompareArguments {
  const typed = readOptions(
    USAGE,
    { ...KERNEL_OPTIONS, measured: string, columns: string, without: string },
    args,
  );
  if (typed.measured === undefined)
    throw new UsageError('--measured FILE is needed: the times to compare with. See --help.');
  return {
    ...readKernelArguments(
      { ...typed, semantics: typed.semantics ?? MACHINE_SEMANTICS },
      'accelerated',
    ),
    measured: typed.measured,
    columns: readPairs(typed.columns),
    without: (typed.without ?? '').split(',').filter(Boolean).map(termOf),
  };
}

function termOf(word: string): keyof Terms {
  const found = Object.keys(ALL_TERMS).find((term): term is keyof Terms => term === word);
  if (found) return found;
  throw new UsageError(`--without ${word}: there is no such term. See --help.`);
}
