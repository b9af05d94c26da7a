import type * as v from 'valibot';
import type { PersistStorage } from 'zustand/middleware';
import { parseStored, writeStored } from './stored.ts';

/** Where a store keeps what is of this form, as JSON under its name. Anything else that is found there
 * counts as nothing. */
export function keptAs<Schema extends v.GenericSchema>(
  schema: Schema,
): PersistStorage<v.InferOutput<Schema>> {
  let kept: string | undefined;
  return {
    getItem(key) {
      const state = parseStored(key, schema);
      return state === undefined ? null : { state };
    },
    // A store tells of every change, those of what is not kept as well.
    setItem(key, { state }) {
      const text = JSON.stringify(state);
      if (text !== kept) writeStored(key, text);
      kept = text;
    },
    removeItem: (key) => writeStored(key, null),
  };
}
