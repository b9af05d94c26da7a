import { readFileSync } from 'node:fs';
import * as v from 'valibot';

const schema = v.object({
  source: v.string(),
  table: v.array(
    v.object({
      size: v.number(),
      time: v.number(),
      TS: v.number(),
      WG: v.number(),
      method: v.string(),
      steps: v.number(),
    }),
  ),
  native: v.array(
    v.object({
      size: v.number(),
      states: v.number(),
      transitions: v.optional(v.number()),
      seconds: v.number(),
      memoryMB: v.number(),
      options: v.string(),
      finished: v.optional(v.boolean()),
    }),
  ),
});

/** The paper's Table 1, and native SPIN's needs for the published model. */
export const reference = v.parse(
  schema,
  JSON.parse(readFileSync(new URL('./reference.json', import.meta.url), 'utf8')),
);
