import * as v from 'valibot';
import { type Measured, measuredSchema, type Typed } from '../../measured/index.ts';
import { inTime, type KeyValues, succeeds } from '../kept/history-storage.ts';
import { upgraded, type Upgrades } from '../kept/versions.ts';

/** A change of kept measurements needs an entry here. */
const UPGRADES: Upgrades = [];

/** This GPU's times, and another's. */
type Key = 'measured' | 'relative';
/** Bytes of numbers: a million rows of four columns. */
const MOST_BYTES = 40 * 2 ** 20;

const name = v.pipe(v.string(), v.maxLength(1000));
const recordSchema = v.object({
  name,
  data: measuredSchema,
  chosen: v.pipe(v.array(v.tuple([name, name])), v.maxLength(1000)),
  typed: v.optional(
    v.array(v.object({ values: v.record(v.string(), v.number()), time: v.optional(v.number()) })),
    [],
  ),
});

/** Measurements as they outlast the page. */
interface KeptMeasured {
  readonly name: string;
  readonly data: Measured;
  readonly chosen: readonly (readonly [parameter: string, column: string])[];
  readonly typed: readonly Typed[];
}

/** The last visit's measurements; undefined if none are readable. */
export async function loadMeasured(
  storage: KeyValues,
  key: Key = 'measured',
): Promise<KeptMeasured | undefined> {
  const found = await inTime(() => storage.get(key));
  const parsed = v.safeParse(recordSchema, upgraded(found, UPGRADES));
  return parsed.success ? parsed.output : undefined;
}

/** True once the browser keeps them. */
export async function keepMeasured(
  storage: KeyValues,
  kept: KeptMeasured,
  key: Key = 'measured',
): Promise<boolean> {
  const { columns, times } = kept.data;
  if ((columns.length + 1) * times.byteLength > MOST_BYTES) {
    await forgetMeasured(storage, key);
    return false;
  }
  const record = { version: UPGRADES.length + 1, ...kept };
  return succeeds(() => storage.set(key, record));
}

export const forgetMeasured = async (storage: KeyValues, key: Key = 'measured'): Promise<void> =>
  inTime(() => storage.delete(key));
