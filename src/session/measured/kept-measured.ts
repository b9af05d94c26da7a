import * as v from 'valibot';
import { type Measured, measuredSchema, type Typed } from '../../measured/index.ts';
import { inTime, type KeyValues, succeeds } from '../kept/history-storage.ts';
import { upgraded, type Upgrades } from '../kept/versions.ts';

/** A change of kept measurements needs an entry here. */
const UPGRADES: Upgrades = [];

const KEY = 'measured';
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
export async function loadMeasured(storage: KeyValues): Promise<KeptMeasured | undefined> {
  const found = await inTime(() => storage.get(KEY));
  const parsed = v.safeParse(recordSchema, upgraded(found, UPGRADES));
  return parsed.success ? parsed.output : undefined;
}

/** True once the browser keeps them. */
export async function keepMeasured(storage: KeyValues, kept: KeptMeasured): Promise<boolean> {
  const { columns, times } = kept.data;
  if ((columns.length + 1) * times.byteLength > MOST_BYTES) {
    await forgetMeasured(storage);
    return false;
  }
  const record = { version: UPGRADES.length + 1, ...kept };
  return succeeds(() => storage.set(KEY, record));
}

export const forgetMeasured = async (storage: KeyValues): Promise<void> =>
  inTime(() => storage.delete(KEY));
