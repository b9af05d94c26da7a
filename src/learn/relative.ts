import { type Candidates, isTimed } from './candidates.ts';
import { expertsOf, informed } from './expert.ts';

/** Times of a relative that the rest is foretold from. */
const MOST_LEARNT = 150;

/** With times of a relative where it has gaps. */
export function filled(candidates: Candidates): Candidates {
  const others = candidates.guides.filter(({ id }) => id !== 'relative');
  return {
    ...candidates,
    guides: candidates.guides.map(({ id, times }) => ({
      id,
      times: id === 'relative' ? filledTimes({ ...candidates, guides: others }, times) : times,
    })),
  };
}

/** Another GPU's times, and for what was not measured there what the first expert on the other guides expects of it.
 * Evenly spread over its times, so that the same file gives the same. */
function filledTimes(others: Candidates, times: Float64Array): Float64Array {
  const known = [...times].flatMap((time, row) => (time > 0 ? { row, time } : []));
  if (known.length === times.length || known.length === 0) return times;
  const sorted = known.toSorted((left, right) => left.time - right.time);
  const step = Math.max(1, sorted.length / MOST_LEARNT);
  const learnt = Array.from(
    { length: Math.min(sorted.length, MOST_LEARNT) },
    (_, at) => sorted[Math.floor(at * step)] ?? { row: 0 },
  ).filter(isTimed);
  const [first] = expertsOf(others, new Float64Array(times.length));
  if (!first) return times;
  const { posterior } = informed(first, learnt);
  return times.map((time, row) => (time > 0 ? time : Math.exp(posterior.mean[row] ?? 0)));
}
