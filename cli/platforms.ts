import { type Machine, USUAL_MACHINE } from '../src/device/index.ts';
import {
  checkConstants,
  type ConstantName,
  CONSTANTS,
  type Constants,
  PRESETS,
  type SemanticsId,
} from '../src/platform/index.ts';
import { optionOf, presetNamed, readConstants } from './arguments.ts';
import { readMachine } from './machine-arguments.ts';
import { UsageError } from './command.ts';

/** Platforms over which a configuration is to be robust. */
export interface Platforms {
  readonly all: readonly NamedPlatform[];
  /** What of the constants' ranges they are, where there are ranges: every value, or the ends alone. */
  readonly ranges?: 'values' | 'ends' | undefined;
}

export interface NamedPlatform {
  /** `a100`, `GMT 4`, `a100, GMT 4` */
  readonly name: string;
  readonly constants: Constants;
  /** Of the device semantics. */
  readonly machine: Machine;
}

/** Platforms that are searched, at most: a search of a few thousand configurations takes a second. */
const MOST_PLATFORMS = 256;

/** The platforms that a command line spans: several presets, each with every value of the constants that are
 * ranges (`--gmt 2..8`), or where that is too much with their ends. @throws {UsageError} */
export function readPlatforms(
  presets: string | undefined,
  typed: ReadonlyMap<string, unknown>,
  semantics: SemanticsId,
): Platforms {
  const ranges = CONSTANTS.flatMap(({ name }) => {
    const range = rangeOf(name, typed.get(optionOf(name)));
    return range ? [{ name, ...range }] : [];
  });
  const single = new Map(typed);
  for (const { name } of ranges) single.delete(optionOf(name));
  const names = presets?.split(',').map((name) => name.trim());
  const bases = names
    ? names.map((name) => ({ name, preset: name, option: '--presets' }))
    : [{ name: '', preset: presetOf(typed, semantics), option: '--preset' }];
  const count = ranges.reduce((all, { low, high }) => all * (high - low + 1), bases.length);
  const isAll = count <= MOST_PLATFORMS;
  let points: Partial<Record<ConstantName, number>>[] = [{}];
  for (const { name, low, high } of ranges) {
    const values = isAll
      ? Array.from({ length: high - low + 1 }, (_, at) => low + at)
      : [...new Set([low, high])];
    points = points.flatMap((point) => values.map((value) => ({ ...point, [name]: value })));
  }
  const all = bases.flatMap(({ name, preset, option }) =>
    points.map((point) => {
      const known = preset === undefined ? {} : presetNamed(preset, option);
      const constants = { ...readConstants(single, known), ...point };
      const [problem] = checkConstants(constants);
      if (problem) throw new UsageError(problem.message);
      const words = Object.entries(point).map(([constant, value]) => `${constant} ${value}`);
      return {
        name: [name, ...words].filter((word) => word !== '').join(', '),
        constants,
        machine: readMachine(Object.fromEntries(single), { preset, semantics }, constants),
      };
    }),
  );
  if (all.length < 2)
    throw new UsageError(
      `--robust needs several platforms: --presets A,B with some of ${PRESETS.map(({ id }) => id).join(', ')}, or a range such as --gmt 2..8`,
    );
  if (all.length > MOST_PLATFORMS)
    throw new UsageError(
      `--robust: ${all.length} platforms are too many, at most ${MOST_PLATFORMS} are searched; give fewer ranges`,
    );
  const twice = names?.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new UsageError(`--presets names ${twice} twice`);
  return { all, ranges: ranges.length === 0 ? undefined : isAll ? 'values' : 'ends' };
}

function presetOf(typed: ReadonlyMap<string, unknown>, semantics: SemanticsId): string | undefined {
  const name = typed.get('preset');
  if (typeof name === 'string') return name;
  return semantics === 'device' ? USUAL_MACHINE : undefined;
}

/** `2..8` @throws {UsageError} where it runs the wrong way. */
function rangeOf(
  name: ConstantName,
  typed: unknown,
): { readonly low: number; readonly high: number } | undefined {
  const [, from, to] = typeof typed === 'string' ? (/^(\d+)\.\.(\d+)$/.exec(typed) ?? []) : [];
  if (from === undefined || to === undefined) return undefined;
  const [low, high] = [Number(from), Number(to)];
  if (low <= high && high <= Number.MAX_SAFE_INTEGER) return { low, high };
  throw new UsageError(
    `--${optionOf(name)}: ${typed} is no range, for it ends below its beginning`,
  );
}
