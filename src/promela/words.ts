import type { Ticks } from '../base/ticks.ts';
import type { Constants } from '../platform/index.ts';
import { CONSTANT_WORDS } from './names.ts';

/** The values a run may choose a parameter from: those of its domain between `low` and `high`. */
export interface Range {
  readonly low: number;
  readonly high: number;
  /** Distance of the values of a `range` domain; unused by the others. */
  readonly step?: number;
}

/** Everything numeric about a run. It is handed to the compiled verifier at run time, so that changing
 * it never changes the verifier's source. */
export interface RunParameters {
  readonly constants: Constants;
  /** By Promela name of the tuning parameter. */
  readonly ranges: Readonly<Record<string, Range>>;
  /** T of the over-time property, in ticks; none asks whether the program terminates at all, and -1
   * violates nothing. */
  readonly bound?: Ticks;
  /** Whether paths end as soon as time passes the bound. Such paths end in the middle of the program, so
   * a search for deadlocks must not prune. */
  readonly prune: boolean;
  /** Whether every finished path lowers the bound to one tick less than it took (branch and bound). */
  readonly improve?: boolean;
}

/** The largest tick that the model can count to: its `int` has 32 bits. */
export const MOST_TICKS = 2 ** 31 - 1;

/** Every value of a run by the name it has in the model. */
export function runValues(run: RunParameters): ReadonlyMap<string, Ticks> {
  const values = new Map<string, Ticks>();
  for (const name of CONSTANT_WORDS) values.set(name, run.constants[name]);
  for (const [name, range] of Object.entries(run.ranges)) {
    values.set(`${name}_low`, range.low);
    values.set(`${name}_high`, range.high);
    if (range.step !== undefined) values.set(`${name}_step`, range.step);
  }
  values.set('T', run.bound ?? MOST_TICKS);
  values.set('prune', run.prune ? 1 : 0);
  values.set('improve', run.improve === true ? 1 : 0);
  return values;
}

/** The values as words of the verifier's command line, to stand behind pan's own options: pan keeps its
 * command line in `o_cmdline`, where the model's first step reads them.
 * @throws if they do not fit the 512 characters that pan keeps. */
export function runWords(run: RunParameters): string[] {
  const words = [...runValues(run)].map(([name, value]) => `${name}=${value}`);
  const length = words.join(' ').length;
  if (length > 440) {
    throw new RangeError(
      `the parameters of this run take ${length} characters, more than pan's command line holds; ` +
        `use fewer tuning parameters or shorter names`,
    );
  }
  return words;
}
