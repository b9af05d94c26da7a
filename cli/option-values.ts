import type { parseArgs, ParseArgsConfig } from 'node:util';
import type { Configuration } from '../src/tuning/index.ts';
import { UsageError } from './usage-error.ts';

/** An option's possible values; the first is the default. */
export interface Choice<Id extends string> {
  readonly id: Id;
  readonly help: string;
}

/** The largest seed that SPIN takes. */
export const MOST_SEED = 2 ** 31 - 1;

/** An option with a value, and one that may be given several times. */
export type Options = NonNullable<ParseArgsConfig['options']>;
export type Values<Known extends Options> = ReturnType<
  typeof parseArgs<{ options: Known }>
>['values'];
/** Values of options that others may have put together. */
export type Typed<Known extends Options> = {
  readonly [Name in keyof Values<Known>]?: Values<Known>[Name] | undefined;
};

export const string = { type: 'string' } as const;
export const several = { ...string, multiple: true } as const;

/** A line of `--help`. */
export const line = (option: string, help: string): string => `  ${option.padEnd(23)} ${help}`;

/** `NAME`, `NAME=VALUE`, `NAME(X)=VALUE`; without a value it is 1. */
export function readDefines(typed: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    typed.map((text) => {
      const [, name, body = '1'] = /^([A-Za-z_]\w*(?:\([^()]*\))?)(?:=(.*))?$/s.exec(text) ?? [];
      if (name !== undefined) return [name, body];
      throw new UsageError(`-D takes NAME or NAME=VALUE; it is '${text}'`);
    }),
  );
}

/** `WG=16,TS=4` */
export function readConfiguration(typed: string | undefined): Configuration | undefined {
  if (typed === undefined) return undefined;
  const values = new Map<string, number>();
  for (const part of typed.split(',')) {
    const [, name, value] = /^\s*([A-Za-z_]\w*)\s*=\s*(\d+)\s*$/.exec(part) ?? [];
    if (name === undefined) {
      throw new UsageError(`--longest takes values such as WG=16,TS=4; it is '${typed}'`);
    }
    if (values.has(name)) throw new UsageError(`--longest has two values for ${name}`);
    values.set(name, Number(value));
  }
  return Object.fromEntries(values);
}

export function upTo(most: number, typed: string | undefined, option: string): number | undefined {
  if (typed === undefined) return undefined;
  const value = Number(typed);
  // `Number` would accept hexadecimal and blank words too.
  if (/^[\d.]+(e[+-]?\d+)?$/i.test(typed) && value > 0 && value <= most) return value;
  throw new UsageError(`${option} must be a number above 0, at most ${most}; it is '${typed}'`);
}

export function count(
  most: number,
  typed: string | undefined,
  option: string,
  least = 1,
): number | undefined {
  if (typed === undefined) return undefined;
  const value = Number(typed);
  if (/^\d+$/.test(typed) && value >= least && value <= most) return value;
  throw new UsageError(
    `${option} must be a whole number from ${least} to ${most}; it is '${typed}'`,
  );
}

export function oneOf<Id extends string>(
  choices: readonly Choice<Id>[],
  typed: string | undefined,
  option: string,
): Id {
  const found = choices.find(({ id }) => typed === undefined || id === typed);
  if (found) return found.id;
  const ids = choices.map(({ id }) => id).join(', ');
  throw new UsageError(`${option} must be one of ${ids}; it is '${typed}'`);
}

/** `WG=block_size_x,TS=tile` @throws {UsageError} */
export function readPairs(typed: string | undefined): [string, string][] {
  if (typed === undefined) return [];
  return typed.split(',').map((pair) => {
    const [, left, right] = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(pair) ?? [];
    if (left !== undefined && right !== undefined) return [left, right];
    throw new UsageError(`--columns takes pairs such as WG=block_size_x,TS=tile; it is '${typed}'`);
  });
}
