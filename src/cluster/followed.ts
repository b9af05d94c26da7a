import { Cancelled } from '../base/failure.ts';
import { messageOf } from '../base/message.ts';
import { keyOf, type Trail, type TuningResult, type Verifier } from '../tuning/index.ts';

/** What is wrong with the trail of a merged result, in one sentence: it is followed to its end here, in a verifier of
 * ours, and has to come to the best time. Nothing where it does. */
export async function trailFault(
  result: TuningResult,
  verifier: Pick<Verifier, 'replayFinish'>,
  isOwn: (trail: Trail) => boolean,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { trail, minTime, optima } = result;
  if (!trail) return minTime === undefined ? undefined : NO_TRAIL;
  if (!isOwn(trail)) return 'The trail of the best run is of another problem.';
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
