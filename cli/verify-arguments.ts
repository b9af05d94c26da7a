import { type Constants, CONSTANTS } from '../src/platform/index.ts';
import type { Configuration } from '../src/tuning/index.ts';
import {
  constantHelp,
  line,
  MOST_MEMORY,
  MOST_SECONDS,
  optionOf,
  readConstants,
  USUAL_MEMORY,
} from './arguments.ts';
import { readOptions, UsageError } from './command.ts';
import { readDefines, upTo } from './option-values.ts';

export interface VerifyArguments {
  /** Name of an example, or a path. */
  readonly kernel: string;
  readonly kernelName?: string | undefined;
  /** Macros, by name. */
  readonly defines: Readonly<Record<string, string>>;
  /** Folders in which included files are looked for. */
  readonly folders: readonly string[];
  readonly constants: Constants;
  /** Fixed tuning parameters; the others are checked at all values. */
  readonly given: Configuration;
  /** Seconds after which what is undecided stays so. */
  readonly timeout: number;
  readonly memory: number;
  /** Without SPIN: by running alone. */
  readonly quick: boolean;
  readonly json: boolean;
  readonly strict: boolean;
}

/** Small, since schedules and inputs are many. */
const USUAL_SIZE = 16;
const USUAL_SECONDS = 120;

const USAGE = [
  'Usage: npm run -s verify -- [options]',
  '',
  'Asks whether the values of a kernel are right for every schedule: races, accesses beyond the ends of arrays,',
  'reads of what nobody wrote, endless loops, barrier divergence, and what #pragma tuner ensures says.',
  '',
  line('--kernel NAME|FILE', 'an example by name, or a kernel of your own (default minimum)'),
  line('--promela FILE', 'instead, any Promela model (--promela FILE --help tells of its options)'),
  line('--kernel-name K', 'which kernel of the file (default the first)'),
  line('-D NAME[=VALUE]', 'a macro that is defined before the text; may be repeated'),
  line('-I FOLDER', 'where included files are, besides the folder of the file; may be repeated'),
  line('--WG N, --TS N, ...', 'a value of a tuning parameter; without it all its values'),
  ...CONSTANTS.map((row) =>
    constantHelp(row.name === 'size' ? { ...row, usual: USUAL_SIZE } : row),
  ),
  line('--timeout S', `what is undecided after S seconds stays so (default ${USUAL_SECONDS})`),
  line('--memory MB', `the most memory of the verifier (default ${USUAL_MEMORY})`),
  line('--quick', 'run the work-items without a search by SPIN'),
  line('--json', 'print one JSON object'),
  line('--strict', 'a warning about the kernel is bad input'),
  '',
  'Exit status 0 when right, 1 when wrong, 3 when it depends on what nobody states or could not be checked,',
  '2 on bad input.',
].join('\n');

const string = { type: 'string' } as const;
const OPTIONS = {
  json: { type: 'boolean' },
  strict: { type: 'boolean' },
  quick: { type: 'boolean' },
  kernel: string,
  timeout: string,
  memory: string,
  'kernel-name': string,
  define: { type: 'string', short: 'D', multiple: true },
  include: { type: 'string', short: 'I', multiple: true },
  ...(Object.fromEntries(CONSTANTS.map(({ name }) => [optionOf(name), string])) as object),
} as const;

/** Reads the command line. @throws {UsageError} */
export function readVerifyArguments(args: readonly string[]): VerifyArguments {
  const { rest, given } = takeParameters(args);
  const typed = readOptions(USAGE, OPTIONS, rest);
  const { json = false, strict = false, quick = false, kernel = 'minimum' } = typed;
  const constants = new Map<string, unknown>(Object.entries(typed));
  if (!constants.has('size')) constants.set('size', String(USUAL_SIZE));
  return {
    kernel,
    kernelName: typed['kernel-name'],
    defines: readDefines(typed.define ?? []),
    folders: typed.include ?? [],
    constants: readConstants(constants),
    given,
    timeout: upTo(MOST_SECONDS, typed.timeout, '--timeout') ?? USUAL_SECONDS,
    memory: upTo(MOST_MEMORY, typed.memory, '--memory') ?? USUAL_MEMORY,
    quick,
    json,
    strict,
  };
}

/** Takes out tuning parameters: `--WG 4` or `--WG=4`. The kernel declares their names, which cannot
 * clash with our lower-case options. */
function takeParameters(args: readonly string[]): { rest: string[]; given: Configuration } {
  const rest: string[] = [];
  const given: Record<string, number> = {};
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? '';
    const [, name, inline] = /^--([A-Za-z_]\w*)(?:=(.*))?$/.exec(word) ?? [];
    const next = args[i + 1];
    const constant = CONSTANTS.find((row) => row.name === name);
    if (constant) {
      rest.push(word.replace(constant.name, optionOf(constant.name)));
      continue;
    }
    const isParameter =
      name !== undefined &&
      !NAMES.has(name) &&
      (inline !== undefined || /^[A-Z]/.test(name) || /^\d/.test(next ?? ''));
    if (!isParameter) {
      rest.push(word);
      continue;
    }
    if (inline === undefined && (next === undefined || next.startsWith('--')))
      throw new UsageError(`--${name} must be a whole number; it has no value`);
    const value = inline ?? next ?? '';
    if (!/^\d+$/.test(value) || !Number.isSafeInteger(Number(value)))
      throw new UsageError(`--${name} must be a whole number; it is '${value}'`);
    if (Object.hasOwn(given, name)) throw new UsageError(`--${name} is given twice`);
    given[name] = Number(value);
    if (inline === undefined) i += 1;
  }
  return { rest, given };
}

const NAMES: ReadonlySet<string> = new Set([...Object.keys(OPTIONS), 'help']);
