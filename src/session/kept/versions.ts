import * as v from 'valibot';

/** What is kept of something, as plain data. */
export type Kept = Readonly<Record<string, unknown>>;

/** What makes a record of one version one of the next: the first entry is for version 1. */
export type Upgrades = readonly ((old: Kept) => Kept)[];

/** A record with a `version`, in the present one; nothing where it is of a version that this site does not
 * know (a later one, in an older tab), or is none. */
export function upgraded(record: unknown, upgrades: Upgrades): Kept | undefined {
  const parsed = v.safeParse(v.looseObject({ version: v.pipe(v.number(), v.integer()) }), record);
  if (!parsed.success) return undefined;
  const { version, ...rest } = parsed.output;
  if (version < 1 || version > upgrades.length + 1) return undefined;
  return upgrades.slice(version - 1).reduce<Kept>((old, upgrade) => upgrade(old), rest);
}
