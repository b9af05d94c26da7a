import { guessColumns, type Match, type Parameter } from './mapping.ts';
import type { ColumnMap } from './beside.ts';
import type { Measured } from './measured.ts';
import { numberOf } from './table.ts';

/** Matched columns with their confidence, or one sentence on the failure. */
export type ChosenColumns =
  | { readonly ok: true; readonly map: ColumnMap; readonly matches: readonly Match[] }
  | { readonly ok: false; readonly message: string };

/** Named columns, and guesses for the rest. The parameter comes first (`WG=block_size_x`), though
 * the reverse is understood, and so is a number for all rows (`use_shmem=1`) where no column has that name. Single-valued
 * parameters need no column. */
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
    if (!columns.includes(column) && numberOf(column) === undefined)
      return refused(`The file has no column ${column}; it has ${columns.join(', ')}.`);
    if (chosen.has(parameter)) return refused(`Two columns are named for ${parameter}.`);
    chosen.set(parameter, column);
  }
  const matches = matchColumns(measured, parameters, chosen);
  const lacking = matches.find(
    ({ parameter, column, value }) =>
      column === undefined &&
      value === undefined &&
      parameters.some(({ name, values }) => name === parameter && values?.length !== 1),
  );
  if (lacking) {
    const free = columns.filter((name) => !matches.some(({ column }) => column === name));
    const what = `No column seems to have the values of ${lacking.parameter}`;
    return refused(
      `${what}; ${free.length === 0 ? 'all are taken' : `there are ${free.join(', ')}`}. Where the file leaves it out, say its value: ${lacking.parameter}=1.`,
    );
  }
  return { ok: true, map: mapOf(matches), matches };
}

/** The columns, or the only values, of matches, by parameter. */
export const mapOf = (matches: readonly Match[]): ColumnMap =>
  new Map(
    matches.flatMap(({ parameter, column, value }) => {
      const source = column ?? value;
      return source === undefined ? [] : [[parameter, source]];
    }),
  );

/** Each parameter's column, chosen or guessed among the rest.
 * @param chosen by parameter, a column or a number; unknown columns are ignored. */
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
  return parameters.map(({ name, values }): Match => {
    const column = measured.columns.find((one) => one.name === chosen.get(name))?.name;
    if (column !== undefined) return { parameter: name, column, confidence: 1, because: 'chosen' };
    const value = numberOf(chosen.get(name) ?? '');
    if (value !== undefined)
      return { parameter: name, value, values, confidence: 1, because: 'chosen' };
    const guess = guesses.find(({ parameter }) => parameter === name);
    if (guess?.column !== undefined) return guess;
    return { parameter: name, values, confidence: 0, because: 'no column is like it' };
  });
}

const refused = (message: string): ChosenColumns => ({ ok: false, message });
