import * as v from 'valibot';
import type { Trace } from '../../session/index.ts';
import { parseStored, writeStored } from '../shared/stored.ts';

const KEY = 'overtime-cursor';
const schema = v.object({
  /** What tells the run from others. */
  of: v.string(),
  event: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** The same for the same run of the same model, and hardly for another. */
const nameOf = ({ columns: { steps, count }, endTick, finish = {} }: Trace): string =>
  [steps, count, endTick, ...Object.entries(finish).flat()].join(' ');

let kept = parseStored(KEY, schema);

/** The event at which the cursor was when the page was left, if this is the run that was looked at. Asked
 * for the first run alone: later ones begin at their beginning. */
export function keptCursor(trace: Trace): number | undefined {
  const last = kept;
  kept = undefined;
  return last?.of === nameOf(trace) && last.event < trace.count ? last.event : undefined;
}

/** Keeps the cursor for the next visit. */
export const keepCursor = (trace: Trace, event: number): void =>
  writeStored(KEY, JSON.stringify({ of: nameOf(trace), event }));
