import type { Ticks } from '../base/ticks.ts';
import { RANGE_ENDS } from './names.ts';
import { CONSTANT_NAMES, type Constants } from '../platform/index.ts';

/** The values a run may choose a parameter from: those of its domain between `low` and `high`. */
export interface Range {
  readonly low: number;
  readonly high: number;
  /** Distance of the values of a `range` domain; unused by the others. */
  readonly step?: number;
}

/** By Promela name of the tuning parameter. */
export type Ranges = Readonly<Record<string, Range>>;

/** Everything numeric about a run. It is handed to the compiled verifier at run time, so that changing
 * it never changes the verifier's source. */
export interface RunParameters {
  readonly constants: Constants;
  readonly ranges: Ranges;
  /** T of the over-time property, in ticks; none asks whether the program terminates at all, and -1
   * violates nothing. */
  readonly bound?: Ticks;
  /** Whether paths end as soon as time passes the bound. Such paths end in the middle of the program, so
   * a search for deadlocks must not prune. */
  readonly prune: boolean;
  /** Whether every finished path lowers the bound to one tick less than it took (branch and bound). */
  readonly improve?: boolean;
  /** Whether every finished path is reported, rather than those within the bound. */
  readonly report?: boolean;
}

/** Of the 512 characters of its command line that pan keeps, those left beside its own options. */
const MOST_CHARACTERS = 440;

/** The largest number of SPIN's `int`, to which models in plain Promela count. */
export const MOST_INT = 2 ** 31 - 1;

/** What a run may ask for besides, yes or no. */
export const FLAGS = ['prune', 'improve', 'report'] as const;

const flags = (run: RunParameters): [string, number][] =>
  FLAGS.map((name) => [name, run[name] === true ? 1 : 0]);

/** Every value of a run by the name it has in a model in plain Promela. */
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

/** The values as words of the verifier's command line, to stand behind pan's own options: pan keeps its
 * command line in `o_cmdline`, where the model's first step reads them. A range is one word, `WG=4..512`,
 * with its step where it has one, `N=8..64/8`.
 * @throws {RangeError} if pan keeps less of its command line. */
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
