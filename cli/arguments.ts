import { parseArgs } from 'node:util';
import {
  checkConstants,
  CONSTANT_NAMES,
  type Constants,
  CONSTANTS,
  perConstant,
  type SemanticsId,
  SEMANTICS_IDS,
  USUAL_SEMANTICS,
} from '../src/platform/index.ts';
import { LEVEL_IDS } from '../src/promela/index.ts';
import { type MethodId, METHODS } from '../src/tuning/index.ts';
import type { LevelChoice } from '../src/checker/index.ts';

/** What the command line asks for. */
export interface TuneArguments {
  /** Name of an example, or a path that ends in `.cl`. */
  readonly kernel?: string;
  /** Path of a Promela model to check instead of a kernel. */
  readonly promela?: string;
  readonly constants: Constants;
  readonly semantics: SemanticsId;
  readonly level: LevelChoice;
  readonly method: MethodId;
  /** The configuration of which all schedules are searched instead. */
  readonly longest?: Readonly<Record<string, number>>;
  /** Seconds after which the run is cancelled. */
  readonly timeout?: number;
  /** The most memory of a verifier, or of all the workers of a swarm together, in MB. */
  readonly memory: number;
  /** Workers of a swarm, and the seed of their random order. */
  readonly workers: number;
  readonly seed: number;
  readonly json: boolean;
}

/** The command line is wrong; the message says how. */
export class UsageError extends Error {}

const LEVELS: readonly LevelChoice[] = ['auto', ...LEVEL_IDS];
const METHOD_IDS = METHODS.map(({ id }) => id);
const [USUAL_METHOD] = METHODS;

const SEMANTICS = [
  USUAL_SEMANTICS,
  ...SEMANTICS_IDS.filter((id) => id !== USUAL_SEMANTICS),
] as const;

const LIST = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** `a (default), b or c` */
const choices = ([usual = '', ...others]: readonly string[]): string =>
  LIST.format([`${usual} (default)`, ...others]);

/** One line for each constant of the platform. */
const CONSTANT_OPTIONS = CONSTANTS.map(({ name, meaning, unit, usual }) => {
  const inUnit = meaning.toLowerCase().includes(unit) ? '' : `, in ${unit}`;
  const option = `  --${name.toLowerCase()} N`.padEnd(26);
  return `${option}${meaning.charAt(0).toLowerCase()}${meaning.slice(1)}${inUnit} (default ${usual})`;
}).join('\n');

export const USAGE = `Usage: npm run -s tune -- [options]

  --kernel NAME|FILE.cl   an example by name, or a kernel of your own (default abstract)
  --promela FILE.pml      any model with the variables time, FIN, WG and TS instead
  --semantics NAME        ${choices(SEMANTICS)}
  --level NAME            ${LIST.format(LEVEL_IDS)}; auto (default) takes the first
                          of them that is estimated to be quick
  --method NAME           ${choices(METHOD_IDS)}
  --longest WG=16,TS=4    instead, the longest time of one configuration over all schedules
                          (at level free unless --level says otherwise)
${CONSTANT_OPTIONS}
  --timeout S             give up after S seconds; a swarm then answers with its best
  --memory MB             the most memory of all verifiers together (default 3072)
  --workers N             workers of a swarm (default 2)
  --seed N                seed of a swarm's random order (default 1)
  --json                  print one JSON object

Exit status 0 when an answer was reached, 1 when not, 2 on bad input.`;

/** Reads the command line. @throws {UsageError} */
export function readArguments(argv: readonly string[]): TuneArguments | 'help' {
  const values = parse(argv);
  if (values['help'] === true) return 'help';
  const text = (name: string): string | undefined => {
    const value = values[name];
    return typeof value === 'string' ? value : undefined;
  };
  const kernel = text('kernel');
  const promela = text('promela');
  if (kernel !== undefined && promela !== undefined) {
    throw new UsageError('--kernel and --promela exclude each other');
  }
  const longest = configuration(text('longest'));
  if (longest && promela !== undefined) {
    throw new UsageError('--longest needs a kernel: other models are searched as a whole');
  }
  const timeout = positive(text('timeout'), '--timeout');
  const memory = positive(text('memory'), '--memory') ?? 3072;
  if (memory > 4096) throw new UsageError('--memory can be at most 4096 MB: verifiers are 32-bit');
  return {
    ...(kernel !== undefined && { kernel }),
    ...(promela !== undefined && { promela }),
    constants: readConstants(text),
    semantics: oneOf(text('semantics') ?? USUAL_SEMANTICS, SEMANTICS, '--semantics'),
    level: oneOf(text('level') ?? (longest ? 'free' : 'auto'), LEVELS, '--level'),
    method: oneOf(text('method') ?? USUAL_METHOD.id, METHOD_IDS, '--method'),
    ...(longest && { longest }),
    ...(timeout !== undefined && { timeout }),
    memory,
    workers: count(text('workers'), '--workers', 64) ?? 2,
    seed: count(text('seed'), '--seed', 2 ** 31 - 1) ?? 1,
    json: values['json'] === true,
  };
}

function parse(argv: readonly string[]): Record<string, string | boolean | undefined> {
  const named = [
    ...['kernel', 'promela', 'semantics', 'level', 'method', 'longest'],
    ...['timeout', 'memory', 'workers', 'seed'],
  ];
  const constants = CONSTANT_NAMES.map((name) => name.toLowerCase());
  try {
    const { values } = parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        help: { type: 'boolean', short: 'h' },
        json: { type: 'boolean' },
        ...Object.fromEntries(
          [...named, ...constants].map((name) => [name, { type: 'string' as const }]),
        ),
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message.split('\n')[0] : String(error));
  }
}

function readConstants(text: (name: string) => string | undefined): Constants {
  const constants = perConstant(({ name, usual }) => {
    const option = name.toLowerCase();
    const typed = text(option);
    if (typed !== undefined && !/^\d+$/.test(typed)) {
      throw new UsageError(`--${option} must be a whole number; it is '${typed}'`);
    }
    return typed === undefined ? usual : Number(typed);
  });
  const [problem] = checkConstants(constants);
  if (problem) throw new UsageError(problem.message);
  return constants;
}

function positive(typed: string | undefined, option: string): number | undefined {
  if (typed === undefined) return undefined;
  const value = Number(typed);
  if (!(value > 0)) throw new UsageError(`${option} must be a number above 0; it is '${typed}'`);
  return value;
}

/** `WG=16,TS=4` */
function configuration(typed: string | undefined): Record<string, number> | undefined {
  if (typed === undefined) return undefined;
  const values: Record<string, number> = {};
  for (const part of typed.split(',')) {
    const [, name, value] = /^\s*([A-Za-z_]\w*)\s*=\s*(\d+)\s*$/.exec(part) ?? [];
    if (name === undefined) {
      throw new UsageError(`--longest takes values such as WG=16,TS=4; it is '${typed}'`);
    }
    values[name] = Number(value);
  }
  return values;
}

function count(typed: string | undefined, option: string, most: number): number | undefined {
  if (typed === undefined) return undefined;
  const value = Number(typed);
  if (/^\d+$/.test(typed) && value >= 1 && value <= most) return value;
  throw new UsageError(`${option} must be a whole number from 1 to ${most}; it is '${typed}'`);
}

function oneOf<const T extends string>(value: string, allowed: readonly T[], option: string): T {
  const found = allowed.find((candidate) => candidate === value);
  if (found === undefined) {
    throw new UsageError(`${option} must be one of ${allowed.join(', ')}; it is '${value}'`);
  }
  return found;
}
