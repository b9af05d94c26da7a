import type { Ticks } from '../base/ticks.ts';
import { RANGE_ENDS } from './names.ts';
import { CONSTANT_NAMES, type Constants } from '../platform/index.ts';

/** A run chooses a parameter's domain values between `low` and `high`. */
export interface Range {
  readonly low: number;
  readonly high: number;
  /** Distance of the values of a `range` domain; unused by the others. */
  readonly step?: number;
}

/** By Promela name of the tuning parameter. */
export type Ranges = Readonly<Record<string, Range>>;

/** A run's numbers, handed to the compiled verifier: they never change its source. */
export interface RunParameters {
  readonly constants: Constants;
  readonly ranges: Ranges;
  /** T of the over-time property, in ticks; none asks whether the program ends, -1 violates nothing. */
  readonly bound?: Ticks;
  /** Paths end once time passes the bound: not for a search for deadlocks. */
  readonly prune: boolean;
  /** Finished paths lower the bound below their time (branch and bound). */
  readonly improve?: boolean;
  /** All finished paths are reported, not only those within the bound. */
  readonly report?: boolean;
}

/** pan keeps 512 characters of its command line; these are left. */
const MOST_CHARACTERS = 440;

/** The largest number of SPIN's `int`, to which models in plain Promela count. */
export const MOST_INT = 2 ** 31 - 1;

/** Yes-or-no words of a run. */
export const FLAGS = ['prune', 'improve', 'report'] as const;

const flags = (run: RunParameters): [string, number][] =>
  FLAGS.map((name) => [name, run[name] === true ? 1 : 0]);

/** Values by their names in plain Promela. */
export const runValues = ({ bound = MOST_INT, ...run }: RunParameters): [string, Ticks][] => [
  ...CONSTANT_NAMES.map((name): [string, Ticks] => [name, run.constants[name]]),
  ...Object.entries(run.ranges).flatMap(([name, range]) =>
    RANGE_ENDS.flatMap((end): [string, Ticks][] =>
      range[end] === undefined ? [] : [[`${name}_${end}`, range[end]]],
    ),
  ),
  ['T', bound < MOST_INT ? bound : MOST_INT],
  ...flags(run),
];

/** Words behind pan's own options: the model's first step reads them from `o_cmdline`. A range is
 * one word, `WG=4..512`, `N=8..64/8` with its step.
 * @throws {RangeError} if pan keeps less of its command line */
export function runWords(run: RunParameters): string[] {
  const words = [
    ...CONSTANT_NAMES.map((name) => `${name}=${run.constants[name]}`),
    ...Object.entries(run.ranges).map(
      ([name, { low, high, step }]) =>
        `${name}=${low}..${high}${step === undefined ? '' : `/${step}`}`,
    ),
    ...(run.bound === undefined ? [] : [`T=${run.bound}`]),
    ...flags(run).map(([name, value]) => `${name}=${value}`),
  ];
  const length = words.join(' ').length;
  if (length > MOST_CHARACTERS) {
    throw new RangeError(
      `The tuning parameters and constants take ${length} characters of SPIN's command line, which ` +
        `holds ${MOST_CHARACTERS}. Use fewer tuning parameters or shorter names.`,
    );
  }
  return words;
}

/** The ranges that words of a command line give: `WG=4..512`, `N=8..64/8`. */
export function rangesIn(words: readonly string[]): Ranges {
  return Object.fromEntries(
    words.flatMap((word) => {
      const found = /^(\w+)=(\d+)\.\.(\d+)(?:\/(\d+))?$/.exec(word);
      if (!found) return [];
      const [, name = '', low, high, step] = found;
      const range = { low: Number(low), high: Number(high) };
      return [[name, step === undefined ? range : { ...range, step: Number(step) }] as const];
    }),
  );
}
