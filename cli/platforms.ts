import { type Machine, USUAL_MACHINE } from '../src/device/index.ts';
import {
  checkConstants,
  CONSTANTS,
  type Constants,
  isOnMachine,
  PRESETS,
  type SemanticsId,
} from '../src/platform/index.ts';
import { optionOf, presetNamed, readConstants } from './kernel-arguments.ts';
import { MACHINE_OPTIONS, readMachine } from './machine-arguments.ts';
import { UsageError } from './usage-error.ts';

/** Platforms over which a configuration is to be robust. */
export interface Platforms {
  readonly all: readonly NamedPlatform[];
  /** For ranges: every value, or only the ends. */
  readonly ranges?: 'values' | 'ends' | undefined;
}

export interface NamedPlatform {
  /** `a100`, `GMT 4`, `a100, GMT 4` */
  readonly name: string;
  readonly constants: Constants;
  /** For the device semantics. */
  readonly machine: Machine;
}

/** The most platforms: each search of a few thousand configurations takes a second. */
const MOST_PLATFORMS = 256;

/** All presets, with each value of ranged constants (`--gmt 2..8`), or only the ends if too many.
 * @throws {UsageError} */
export function readPlatforms(
  presets: string | undefined,
  typed: ReadonlyMap<string, unknown>,
  semantics: SemanticsId,
): Platforms {
  const names = [
    ...CONSTANTS.map(({ name }) => ({ name: String(name), option: optionOf(name) })),
    ...Object.keys(MACHINE_OPTIONS).map((option) => ({ name: option, option })),
  ];
  const ranges = names.flatMap(({ name, option }) => {
    const range = rangeOf(option, typed.get(option));
    return range ? [{ name, option, ...range }] : [];
  });
  const presetNames = presets?.split(',').map((name) => name.trim());
  const bases = presetNames
    ? presetNames.map((name) => ({ name, preset: name, option: '--presets' }))
    : [{ name: '', preset: presetOf(typed, semantics), option: '--preset' }];
  const count = ranges.reduce((all, { low, high }) => all * (high - low + 1), bases.length);
  const isAll = count <= MOST_PLATFORMS;
  let points: { readonly typed: ReadonlyMap<string, unknown>; readonly words: string[] }[] = [
    { typed, words: [] },
  ];
  for (const { name, option, low, high } of ranges) {
    const values = isAll
      ? Array.from({ length: high - low + 1 }, (_, at) => low + at)
      : [...new Set([low, high])];
    points = points.flatMap((point) =>
      values.map((value) => ({
        typed: new Map(point.typed).set(option, String(value)),
        words: [...point.words, `${name} ${value}`],
      })),
    );
  }
  const all = bases.flatMap(({ name, preset, option }) =>
    points.map((point) => {
      const known = preset === undefined ? {} : presetNamed(preset, option);
      const constants = readConstants(point.typed, known);
      const [problem] = checkConstants(constants);
      if (problem) throw new UsageError(problem.message);
      return {
        name: [name, ...point.words].filter((word) => word !== '').join(', '),
        constants,
        machine: readMachine(Object.fromEntries(point.typed), { preset, semantics }, constants),
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
  const twice = presetNames?.find((name, at) => presetNames.indexOf(name) < at);
  if (twice !== undefined) throw new UsageError(`--presets names ${twice} twice`);
  return { all, ranges: ranges.length === 0 ? undefined : isAll ? 'values' : 'ends' };
}

function presetOf(typed: ReadonlyMap<string, unknown>, semantics: SemanticsId): string | undefined {
  const name = typed.get('preset');
  if (typeof name === 'string') return name;
  return isOnMachine(semantics) ? USUAL_MACHINE : undefined;
}

/** `2..8` @throws {UsageError} where it runs the wrong way. */
function rangeOf(
  option: string,
  typed: unknown,
): { readonly low: number; readonly high: number } | undefined {
  const [, from, to] = typeof typed === 'string' ? (/^(\d+)\.\.(\d+)$/.exec(typed) ?? []) : [];
  if (from === undefined || to === undefined) return undefined;
  const [low, high] = [Number(from), Number(to)];
  if (low <= high && high <= Number.MAX_SAFE_INTEGER) return { low, high };
  throw new UsageError(`--${option}: ${typed} is no range, for it ends below its beginning`);
}
