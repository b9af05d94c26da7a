import * as v from 'valibot';
import { type Fields, fieldsOf, fieldsThatFit } from '../workspace/settings-reader.ts';

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(80));
const values = v.pipe(
  v.record(name, v.pipe(v.number(), v.safeInteger())),
  v.check((found) => Object.keys(found).length <= 100),
  v.readonly(),
);

const schema = v.object({
  /** Tab ids of the panes' tables; unknown ones are ignored. */
  editor: v.exactOptional(name),
  results: v.exactOptional(name),
  sensitive: v.exactOptional(v.picklist(['constants', 'platforms'])),
  /** The pane that fills the window. */
  fills: v.exactOptional(v.picklist(['texts', 'platform', 'results', 'trace'])),
  /** Projector mode. */
  presented: v.exactOptional(v.boolean()),
  /** The trace's charts, and the heights in the sequence chart. */
  charts: v.exactOptional(v.picklist(['messages', 'time', 'both', 'stage'])),
  heights: v.exactOptional(v.picklist(['message', 'time'])),
  inspector: v.exactOptional(v.boolean()),
  /** Which lifelines are drawn as one. */
  collapse: v.exactOptional(v.picklist(['none', 'class', 'unit', 'device'])),
  /** The map's axes, and the values of other parameters. */
  axes: v.exactOptional(v.object({ x: name, y: v.exactOptional(name) })),
  slices: v.exactOptional(values),
  /** It had an answer, so whoever opens it wants one. */
  answered: v.exactOptional(v.boolean()),
  /** The configuration for the kernel's shown costs. */
  chosen: v.exactOptional(values),
  /** The open trace's configuration; absent: the answer's. */
  opened: v.exactOptional(values),
  /** The configuration of the trace kept for comparison. */
  compared: v.exactOptional(values),
  /** The event of the trace at the cursor. */
  event: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
  /** Its tick, which may have been changed by hand. */
  at: v.exactOptional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});

/** The shared part of a view; absent parts stay as they are. */
export type PortableView = Readonly<v.InferOutput<typeof schema>>;

/** Somebody else's view to show: a new object each time. */
export interface Arrival {
  readonly view: PortableView;
  /** The page's own first choice. */
  readonly isHere?: true;
}

/** Reads each field of a found view by itself. */
export function readView(found: unknown, lost: string[]): PortableView {
  const fields: Fields = fieldsOf(found) ?? {};
  return v.parse(schema, fieldsThatFit(schema.entries, fields, lost));
}
