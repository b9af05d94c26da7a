import { parseArgs } from 'node:util';
import { CONSTANTS, checkConstants, type Constants } from '../src/platform/index.ts';
import type { Semantics } from '../src/promela/index.ts';
import { type MethodId, METHODS } from '../src/tuning/index.ts';
import { LEVEL_CHOICES, type LevelChoice } from '../src/checker/index.ts';

/** What the command line asks for. */
export interface TuneArguments {
  /** Name of an example, or a path that ends in `.cl`. */
  readonly kernel?: string;
  /** Path of a Promela model to check instead of a kernel. */
  readonly promela?: string;
  readonly constants: Constants;
  readonly semantics: Semantics;
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

export const USAGE = `Usage: npm run -s tune -- [options]

  --kernel NAME|FILE.cl   an example by name, or a kernel of your own (default abstract)
  --promela FILE.pml      any model with the variables time, FIN, WG and TS instead
  --semantics NAME        published (default) or opencl
  --level NAME            free, baton, representatives or accelerated; auto (default) takes the first
                          of them that is estimated to be quick
  --method NAME           bisection (default), branch-and-bound, sweep or swarm
  --longest WG=16,TS=4    instead, the longest time of one configuration over all schedules
                          (at level free unless --level says otherwise)
  --size N                elements of the input (default 32)
  --nd --nu --np N        devices, units of a device, elements of a unit (default 1 2 4)
  --gmt --lmt N           ticks of an access to global and local memory (default 4 1)
  --bt --dt N             ticks of a barrier and of a dispatch (default 1 1)
  --lm N                  local memory of a unit, in elements (default 12288)
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
    semantics: oneOf(text('semantics') ?? 'published', ['published', 'opencl'], '--semantics'),
    level: oneOf(text('level') ?? (longest ? 'free' : 'auto'), LEVEL_CHOICES, '--level'),
    method: oneOf(
      text('method') ?? 'bisection',
      METHODS.map(({ id }) => id),
      '--method',
    ),
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
  const constants = CONSTANTS.map(({ name }) => name.toLowerCase());
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
  const numbers: Record<keyof Constants, number> = {
    ND: 0,
    NU: 0,
    NP: 0,
    GMT: 0,
    LMT: 0,
    BT: 0,
    DT: 0,
    LM: 0,
    size: 0,
  };
  for (const { name, usual } of CONSTANTS) {
    const option = `--${name.toLowerCase()}`;
    const typed = text(name.toLowerCase());
    if (typed !== undefined && !/^\d+$/.test(typed)) {
      throw new UsageError(`${option} must be a whole number; it is '${typed}'`);
    }
    numbers[name] = typed === undefined ? usual : Number(typed);
  }
  const [problem] = checkConstants(numbers);
  if (problem) throw new UsageError(problem.message);
  return numbers;
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
