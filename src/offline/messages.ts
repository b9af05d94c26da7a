import * as v from 'valibot';

/** Messages from page to service worker. */
export const toWorkerSchema = v.variant('type', [
  /** The user asked the waiting version to take over. */
  v.object({ type: v.literal('SKIP_WAITING') }),
  /** Checks the files and fetches missing ones; answered by a `KeptAnswer`. */
  v.object({ type: v.literal('KEPT') }),
  /** A page started with this script: files of older pages may go. */
  v.object({ type: v.literal('BEGUN'), script: v.string() }),
]);

export type ToWorker = v.InferOutput<typeof toWorkerSchema>;

/** Files kept, out of how many. */
export const keptSchema = v.object({
  type: v.literal('KEPT'),
  kept: v.pipe(v.number(), v.minValue(0)),
  files: v.pipe(v.number(), v.minValue(1)),
});

export type Kept = v.InferOutput<typeof keptSchema>;
