import { sumOf } from '../base/sum.ts';
import { type Column, featuresOf } from './features.ts';
import { fitted, Posterior } from './process.ts';

/** Times of a relative that the rest is foretold from. */
const MOST_LEARNT = 150;

/** Another GPU's times, and for what was not measured there what its process expects; NaN for all
 * where it has too few. Evenly spread over its times, so that the same file gives the same. */
export function filledTimes(parameters: readonly Column[], times: Float64Array): Float64Array {
  const known = [...times.keys()].filter((row) => (times[row] ?? Number.NaN) > 0);
  if (known.length === times.length || known.length === 0) return times;
  const sorted = known.toSorted((left, right) => (times[left] ?? 0) - (times[right] ?? 0));
  const step = Math.max(1, sorted.length / MOST_LEARNT);
  const learnt = Array.from(
    { length: Math.min(sorted.length, MOST_LEARNT) },
    (_, at) => sorted[Math.floor(at * step)] ?? 0,
  );
  const features = featuresOf(parameters, times.length);
  const logs = learnt.map((row) => Math.log(times[row] ?? 1));
  const mean = sumOf(logs) / logs.length;
  const hyper = fitted(
    features,
    learnt,
    logs.map((value) => value - mean),
  );
  const posterior = new Posterior(features, new Float64Array(times.length).fill(mean), hyper);
  learnt.forEach((row, at) => posterior.observe(row, logs[at] ?? 0));
  return times.map((time, row) => (time > 0 ? time : Math.exp(posterior.mean[row] ?? 0)));
}
