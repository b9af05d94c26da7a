import { Cancelled } from '../base/failure.ts';
import { messageOf } from '../base/message.ts';
import type { Tunable } from '../checker/index.ts';
import { keyOf, type TuningResult, type Verifier } from '../tuning/index.ts';

/** Replays a merged result's trail in our own verifier; undefined if it reaches the best time, else
 * the fault in a sentence. */
export async function trailFault(
  { strangeWord }: Pick<Tunable, 'strangeWord'>,
  result: TuningResult,
  verifier: Pick<Verifier, 'replayFinish'>,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { trail, minTime, optima } = result;
  if (!trail) return minTime === undefined ? undefined : NO_TRAIL;
  if (strangeWord(trail.words) !== undefined)
    return 'The trail of the best run is of another problem.';
  if (minTime === undefined) return undefined;
  try {
    const { time, values } = await verifier.replayFinish(trail, signal);
    if (time !== minTime) return `The trail of the best run takes ${time} ticks, not ${minTime}.`;
    const isNamed = optima.some((one) => keyOf(one) === keyOf(values));
    return isNamed
      ? undefined
      : 'The trail of the best run is of a configuration that nobody found.';
  } catch (error) {
    if (error instanceof Cancelled) throw error;
    return `The trail of the best run cannot be followed: ${messageOf(error)}`;
  }
}

const NO_TRAIL =
  'No report has the trail of the best run: take the file of its time in trails/ away, and run the shard that found it again.';
