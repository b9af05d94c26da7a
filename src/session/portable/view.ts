import * as v from 'valibot';
import { type Fields, fieldsOf, fieldsThatFit } from '../workspace/settings-reader.ts';

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(80));
const values = v.pipe(
  v.record(name, v.pipe(v.number(), v.safeInteger())),
  v.check((found) => Object.keys(found).length <= 100),
  v.readonly(),
);

const schema = v.object({
  /** Tabs, by their id in the table of their pane; one that this site does not know counts for nothing. */
  editor: v.exactOptional(name),
  results: v.exactOptional(name),
  sensitive: v.exactOptional(v.picklist(['constants', 'platforms'])),
  /** The pane that fills the window. */
  fills: v.exactOptional(v.picklist(['texts', 'platform', 'results', 'trace'])),
  /** Whether it is shown as for a projector. */
  presented: v.exactOptional(v.boolean()),
  /** The charts of the trace, and what heights in the sequence chart mean. */
  charts: v.exactOptional(v.picklist(['messages', 'time', 'both'])),
  heights: v.exactOptional(v.picklist(['message', 'time'])),
  inspector: v.exactOptional(v.boolean()),
  /** Which lifelines are drawn as one. */
  collapse: v.exactOptional(v.picklist(['none', 'class', 'unit', 'device'])),
  /** The map: the parameters it spans, and the values of the others. */
  axes: v.exactOptional(v.object({ x: name, y: v.exactOptional(name) })),
  slices: v.exactOptional(values),
  /** Whether there was an answer: whoever opens it wants to see one. */
  answered: v.exactOptional(v.boolean()),
  /** The configuration that costs in the kernel are shown for. */
  chosen: v.exactOptional(values),
  /** The configuration whose trace is open; absent: that of the answer. */
  opened: v.exactOptional(values),
  /** The configuration whose trace is kept to compare others with. */
  compared: v.exactOptional(values),
  /** The event of the trace at the cursor. */
  event: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

/** What is looked at, as far as it is worth to be seen by others. What is absent is as the page has it. */
export type PortableView = Readonly<v.InferOutput<typeof schema>>;

/** What somebody else has seen and the page is to show: a new object each time. */
export interface Arrival {
  readonly view: PortableView;
}

/** A view as it was found: each field by itself. */
export function readView(found: unknown, lost: string[]): PortableView {
  const fields: Fields = fieldsOf(found) ?? {};
  return v.parse(schema, fieldsThatFit(schema.entries, fields, lost));
}
