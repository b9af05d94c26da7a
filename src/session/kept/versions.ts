import * as v from 'valibot';

/** A record as plain data. */
export type Kept = Readonly<Record<string, unknown>>;

/** Upgrades by one version; the first is from version 1. */
export type Upgrades = readonly ((old: Kept) => Kept)[];

/** A record in the present version; undefined for later versions and non-records. */
export function upgraded(record: unknown, upgrades: Upgrades): Kept | undefined {
  const parsed = v.safeParse(v.looseObject({ version: v.pipe(v.number(), v.integer()) }), record);
  if (!parsed.success) return undefined;
  const { version, ...rest } = parsed.output;
  if (version < 1 || version > upgrades.length + 1) return undefined;
  return upgrades.slice(version - 1).reduce<Kept>((old, upgrade) => upgrade(old), rest);
}
