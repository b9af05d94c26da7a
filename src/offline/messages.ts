import * as v from 'valibot';

/** What the page tells the service worker. */
export const toWorkerSchema = v.variant('type', [
  /** The version that waits takes over: the user has asked for it. */
  v.object({ type: v.literal('SKIP_WAITING') }),
  /** Is all of it kept? What is missing is fetched again. The answer is a `KeptAnswer`. */
  v.object({ type: v.literal('KEPT') }),
  /** A page has begun, with this script: files that only older pages need may go. */
  v.object({ type: v.literal('BEGUN'), script: v.string() }),
]);

export type ToWorker = v.InferOutput<typeof toWorkerSchema>;

/** How many of the site's files are kept, and of how many. */
export const keptSchema = v.object({
  type: v.literal('KEPT'),
  kept: v.pipe(v.number(), v.minValue(0)),
  files: v.pipe(v.number(), v.minValue(1)),
});

export type Kept = v.InferOutput<typeof keptSchema>;
