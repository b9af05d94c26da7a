import { Unreadable, type Unit } from './measured.ts';
import { type Outcome, shortened, TableBuilder } from './table.ts';
import { unitOf } from './units.ts';

/** One configuration in a file, by column name. */
export interface Entry {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly outcome: Outcome;
}

/** Collects entries and counts the unreadable ones.
 * @param namesOf column names, from the first readable entry.
 * @throws {Unreadable} if nothing is readable. */
export function tableOf(
  list: readonly unknown[],
  unit: Unit,
  entryOf: (entry: unknown) => Entry | undefined,
  namesOf: (fields: Entry['fields']) => readonly string[] = (fields) => [...fields.keys()],
): TableBuilder {
  let table: TableBuilder | undefined;
  let broken = 0;
  for (const each of list) {
    const entry = entryOf(each);
    if (!entry) {
      broken += 1;
      continue;
    }
    const { fields, outcome } = entry;
    table ??= new TableBuilder(namesOf(fields), unit);
    table.add(
      table.names.map((name) => fields.get(name)),
      outcome,
    );
  }
  if (!table) throw new Unreadable('None of its results has a configuration.');
  if (broken > 0) table.note(`${broken} of its entries are no configurations and are left out.`);
  return table;
}

/** The table in the file's unit; milliseconds, with a note, if it states none. */
export function tableInUnit(
  stated: string | undefined,
  list: readonly unknown[],
  entryIn: (unit: Unit) => (entry: unknown) => Entry | undefined,
): TableBuilder {
  const known = unitOf(stated ?? '');
  const unit = known ?? 'ms';
  const table = tableOf(list, unit, entryIn(unit));
  if (!known)
    table.note(
      stated === undefined
        ? 'It does not say the unit of its times; milliseconds are assumed.'
        : `Its times are in ${shortened(stated)}, which is no unit of time that is known; they are taken for milliseconds.`,
    );
  return table;
}
