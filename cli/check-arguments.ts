import { ALLOWABLE, type Allowed } from './check-answer.ts';
import { BUILD_HELP, BUILD_OPTIONS, readBuildOptions } from './build-options.ts';
import type { CheckSettings } from './check-source.ts';
import { readWords } from './command.ts';
import { readText } from './files.ts';
import { UsageError } from './usage-error.ts';
import { count, upTo, line, string, several } from './option-values.ts';
import { readValueSettings, takeParameters, VALUE_HELP, VALUE_OPTIONS } from './value-arguments.ts';

export interface CheckArguments {
  /** Files, folders, and `-` for standard input. */
  readonly paths: readonly string[];
  readonly settings: CheckSettings;
  readonly allowed: readonly Allowed[];
  /** Threads; as many as there are cores without it. */
  readonly threads?: number | undefined;
  readonly json: boolean;
  /** Files that reports are written to. */
  readonly sarif?: string | undefined;
  readonly junit?: string | undefined;
  readonly certificate?: string | undefined;
}

const USAGE = [
  'Usage: npm run -s check-kernel -- [options] FILE|FOLDER|-...',
  '',
  'Says of every kernel of files, folders or standard input (-) whether it is right for every schedule:',
  'what verify says of one, for many at once. A verdict is right, wrong, depends (on what nobody states),',
  'not-checked, refused (the text is at fault) or limit (time or memory ran out).',
  '',
  line('--reference FILE[:NAME]', 'a plain kernel or function that each must equal'),
  line(
    '--tolerance R',
    'how far apart fractional numbers may be, relative or absolute (default 0)',
  ),
  line('--state "LINE"', 'what you state, as behind #pragma tuner: --state "value n = 16"; may be'),
  line('', 'repeated, and wins over what the text says'),
  line('--distrust', 'leave out what a text states of itself in #pragma tuner'),
  line('--kernel-name K', 'only this kernel of each file (default all)'),
  line('--allow A,B', `let pass besides right: ${ALLOWABLE.join(', ')}`),
  line('', '(conditions: right, if something that nobody states is so)'),
  line('--jobs N', 'kernels at once, also --threads N (default as many as there are cores)'),
  line('--sarif FILE', 'write the findings as SARIF 2.1.0; - for standard output'),
  line('--junit FILE', 'write the verdicts as JUnit XML; - for standard output'),
  line('--certificate FILE', 'write question and verdicts, for recheck; - for standard output'),
  ...VALUE_HELP,
  ...BUILD_HELP,
  '',
  'Exit status 0 when all are right or allowed, 1 when one is wrong, 3 when one is neither, 2 on bad input.',
].join('\n');

const OPTIONS = {
  ...VALUE_OPTIONS,
  ...BUILD_OPTIONS,
  reference: string,
  tolerance: string,
  state: several,
  distrust: { type: 'boolean' },
  allow: string,
  jobs: string,
  threads: string,
  sarif: string,
  junit: string,
  certificate: string,
} as const;

const MOST_THREADS = 64;
const MOST_TOLERANCE = 1e30;

/** Reads the command line, and the reference. @throws {UsageError} */
export function readCheckArguments(args: readonly string[]): CheckArguments {
  const { rest, given } = takeParameters(args, OPTIONS);
  const { values: typed, files } = readWords(USAGE, OPTIONS, rest, true);
  if (files.length === 0)
    throw new UsageError('name what to check: files, folders, or - for standard input');
  const {
    json = false,
    sarif,
    junit,
    certificate,
    reference,
    state = [],
    distrust = false,
  } = typed;
  if ([json ? '-' : undefined, sarif, junit, certificate].filter((to) => to === '-').length > 1)
    throw new UsageError(
      'standard output takes one report: --json, --sarif -, --junit - or --certificate -',
    );
  const tolerance = upTo(MOST_TOLERANCE, typed.tolerance, '--tolerance');
  if (tolerance !== undefined && reference === undefined)
    throw new UsageError('--tolerance is for --reference');
  const settings = readValueSettings(typed, given);
  if (settings.allLaunches && reference !== undefined)
    throw new UsageError(
      '--all-launches and --reference exclude each other: a reference is for one kernel',
    );
  const read = reference === undefined ? undefined : readReference(reference);
  const sets = readBuildOptions(typed);
  if (certificate !== undefined && sets.length > 0)
    throw new UsageError(
      '--certificate is of one question: say the macros of one set with -D, and its folders with -I',
    );
  return {
    paths: files,
    settings: {
      ...settings,
      stated: [...settings.stated, ...state.map(readStated)],
      distrusts: distrust,
      ...(sets.length > 0 && { sets }),
      ...(read && { reference: { ...read, tolerance } }),
    },
    allowed: readAllowed(typed.allow),
    threads:
      count(MOST_THREADS, typed.jobs, '--jobs') ?? count(MOST_THREADS, typed.threads, '--threads'),
    json,
    sarif,
    junit,
    certificate,
  };
}

/** `FILE` or `FILE:NAME`. */
function readReference(typed: string) {
  const [, file = typed, named] = /^(.+):([A-Za-z_]\w*)$/.exec(typed) ?? [];
  return { name: file, text: readText(file), named, path: file };
}

/** A line behind `#pragma tuner`, with or without it. @throws {UsageError} */
export function readStated(typed: string): string {
  const line = typed.replace(/^\s*#\s*pragma\s+tuner\s+/, '').trim();
  if (line !== '' && !/[\r\n]/.test(line)) return line;
  throw new UsageError(`--state takes one line such as "value n = 16"; it is '${typed}'`);
}

function readAllowed(typed: string | undefined): readonly Allowed[] {
  return (typed?.split(',') ?? []).map((word) => {
    const found = ALLOWABLE.find((each) => each === word.trim());
    if (found !== undefined) return found;
    throw new UsageError(`--allow takes some of ${ALLOWABLE.join(', ')}; it is '${typed}'`);
  });
}
