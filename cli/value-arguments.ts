import { USUAL_CONFIGURATIONS } from '../src/checker/values.ts';
import { CONSTANTS } from '../src/platform/index.ts';
import type { Configuration } from '../src/tuning/index.ts';
import {
  constantHelp,
  LAUNCH_HELP,
  MOST_SECONDS,
  optionOf,
  readConstants,
  readMemory,
  USUAL_MEMORY,
} from './kernel-arguments.ts';
import type { CheckSettings } from './check-source.ts';
import { UsageError } from './usage-error.ts';
import { scriptOf } from './kernel-tuner.ts';
import { count, readDefines, upTo, line, string, several, type Typed } from './option-values.ts';

/** Small, since schedules and inputs are many. */
const USUAL_SIZE = 16;
const USUAL_SECONDS = 120;
const MOST_CONFIGURATIONS = 100_000;

const MOST_LINES = 1_000_000;

const flag = { type: 'boolean' } as const;

/** Options of a question about values. */
export const VALUE_OPTIONS = {
  json: flag,
  strict: flag,
  quick: flag,
  lockstep: flag,
  timeout: string,
  memory: string,
  configurations: string,
  'kernel-name': string,
  launch: string,
  'launch-line': string,
  'all-launches': flag,
  'kernel-tuner': string,
  define: { ...several, short: 'D' },
  include: { ...several, short: 'I' },
  ...(Object.fromEntries(CONSTANTS.map(({ name }) => [optionOf(name), string])) as object),
} as const;

/** `--help` on them. */
export const VALUE_HELP = [
  line('-D NAME[=VALUE]', 'a macro that is defined before the text; may be repeated'),
  line('-I FOLDER', 'where included files are, besides the folder of the file; may be repeated'),
  ...LAUNCH_HELP,
  line('--launch-line N', 'of CUDA, the launch of the host in line N, where there are several'),
  line(
    '--all-launches',
    "of CUDA, the host's launches in their order, the arrays handed on from one to",
  ),
  line('', 'the next; right only if all are'),
  line('--WG N, --TS N, ...', 'a value of a tuning parameter; without it all its values'),
  ...CONSTANTS.map((row) =>
    constantHelp(row.name === 'size' ? { ...row, usual: USUAL_SIZE } : row),
  ),
  line('--timeout S', `what is undecided after S seconds stays so (default ${USUAL_SECONDS})`),
  line('--memory MB', `the most memory of the verifier (default ${USUAL_MEMORY})`),
  line(
    '--configurations N',
    `the most configurations of tuning parameters; of more so many are drawn (default ${USUAL_CONFIGURATIONS})`,
  ),
  line('--quick', 'run the work-items without a search by SPIN'),
  line(
    '--lockstep',
    'judge by the older convention: the threads of a warp of 32 go in lockstep, so',
  ),
  line('', 'that what they exchange needs no barrier; as #pragma tuner lockstep'),
  line('--json', 'print one JSON object'),
  line('--strict', 'a warning about the kernel is bad input'),
];

/** What typed options say; nothing about references and the caller's facts.
 * @throws {UsageError} */
export function readValueSettings(
  typed: Typed<typeof VALUE_OPTIONS>,
  given: Configuration,
): CheckSettings {
  const script = scriptOf(typed['kernel-tuner']);
  if (typed['all-launches'] === true)
    for (const other of ['kernel-name', 'launch', 'launch-line'] as const)
      if (typed[other] !== undefined)
        throw new UsageError(
          `--all-launches takes all kernels as the host launches them: leave out --${other}`,
        );
  if (typed['launch-line'] !== undefined)
    for (const other of ['kernel-name', 'launch'] as const)
      if (typed[other] !== undefined)
        throw new UsageError(`--launch-line takes the kernel of that launch: leave out --${other}`);
  const constants = new Map<string, unknown>(Object.entries(typed));
  if (!constants.has('size')) constants.set('size', String(USUAL_SIZE));
  return {
    kernelName: typed['kernel-name'] ?? script.kernel,
    defines: readDefines(typed.define ?? []),
    folders: typed.include ?? [],
    constants: readConstants(constants),
    given,
    seconds: upTo(MOST_SECONDS, typed.timeout, '--timeout') ?? USUAL_SECONDS,
    memory: readMemory(typed),
    mostConfigurations:
      count(MOST_CONFIGURATIONS, typed.configurations, '--configurations') ?? USUAL_CONFIGURATIONS,
    quick: typed.quick === true,
    strict: typed.strict === true,
    stated: [...(typed.lockstep === true ? ['lockstep'] : []), ...script.lines],
    launch: typed.launch,
    launchLine: count(MOST_LINES, typed['launch-line'], '--launch-line'),
    allLaunches: typed['all-launches'] === true,
    distrusts: false,
  };
}

/** Takes out tuning parameters: `--WG 4` or `--WG=4`. The kernel declares their names, which cannot
 * clash with our lower-case options.
 * @param options those that are ours. */
export function takeParameters(
  args: readonly string[],
  options: object,
): { readonly rest: string[]; readonly given: Configuration } {
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
      !Object.hasOwn(options, name) &&
      name !== 'help' &&
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
