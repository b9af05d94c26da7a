import { Unreadable, type Unit } from './measured.ts';
import { type Outcome, shortened, TableBuilder } from './table.ts';
import { unitOf } from './units.ts';

/** What a file says of one configuration, by the names of its columns. */
export interface Entry {
  readonly fields: ReadonlyMap<string, unknown>;
  readonly outcome: Outcome;
}

/** Collects a list of entries, of which those that cannot be read are left out and counted.
 * @param namesOf the columns, by the fields of the first entry that can be read.
 * @throws {Unreadable} where there is none. */
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

/** The same in the unit that the file states; where it states none its times are taken for milliseconds, and that is
 * noted. */
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
