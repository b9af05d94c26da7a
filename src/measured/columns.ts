import { guessColumns, type Match, type Parameter } from './mapping.ts';
import type { Measured } from './measured.ts';

/** Matched columns with their confidence, or one sentence on the failure. */
export type ChosenColumns =
  | {
      readonly ok: true;
      readonly map: ReadonlyMap<string, string>;
      readonly matches: readonly Match[];
    }
  | { readonly ok: false; readonly message: string };

/** Named columns, and guesses for the rest. The parameter comes first (`WG=block_size_x`), though
 * the reverse is understood. Single-valued parameters need no column. */
export function chooseColumns(
  measured: Measured,
  parameters: readonly Parameter[],
  named: readonly (readonly [left: string, right: string])[],
): ChosenColumns {
  const columns = measured.columns.map(({ name }) => name);
  const known = new Set(parameters.map(({ name }) => name));
  const chosen = new Map<string, string>();
  for (const [left, right] of named) {
    const isReversed = !known.has(left) && known.has(right) && columns.includes(left);
    const [parameter, column] = isReversed ? [right, left] : [left, right];
    if (!known.has(parameter))
      return refused(`The kernel has no parameter ${parameter}; it has ${[...known].join(', ')}.`);
    if (!columns.includes(column))
      return refused(`The file has no column ${column}; it has ${columns.join(', ')}.`);
    if (chosen.has(parameter)) return refused(`Two columns are named for ${parameter}.`);
    chosen.set(parameter, column);
  }
  const matches = matchColumns(measured, parameters, chosen);
  const lacking = matches.find(
    ({ parameter, column }) =>
      column === undefined &&
      parameters.some(({ name, values }) => name === parameter && values?.length !== 1),
  );
  if (lacking) {
    const free = columns.filter((name) => !matches.some(({ column }) => column === name));
    const what = `No column seems to have the values of ${lacking.parameter}`;
    return refused(
      `${what}; ${free.length === 0 ? 'all are taken' : `there are ${free.join(', ')}`}.`,
    );
  }
  return { ok: true, map: mapOf(matches), matches };
}

/** The columns of matches, by parameter. */
export const mapOf = (matches: readonly Match[]): ReadonlyMap<string, string> =>
  new Map(
    matches.flatMap(({ parameter, column }) => (column === undefined ? [] : [[parameter, column]])),
  );

/** Each parameter's column, chosen or guessed among the rest.
 * @param chosen by parameter; unknown columns are ignored. */
export function matchColumns(
  measured: Measured,
  parameters: readonly Parameter[],
  chosen: ReadonlyMap<string, string>,
): readonly Match[] {
  const taken = new Set(chosen.values());
  const guesses = guessColumns(
    parameters.filter(({ name }) => !chosen.has(name)),
    measured.columns.filter(({ name }) => !taken.has(name)),
  );
  return parameters.map(({ name }): Match => {
    const column = measured.columns.find((one) => one.name === chosen.get(name))?.name;
    if (column !== undefined) return { parameter: name, column, confidence: 1, because: 'chosen' };
    return guesses.find(({ parameter }) => parameter === name) ?? unmatched(name);
  });
}

const unmatched = (parameter: string): Match => ({
  parameter,
  confidence: 0,
  because: 'no column is like it',
});

const refused = (message: string): ChosenColumns => ({ ok: false, message });
