import { sumOf } from '../base/sum.ts';
import type { Candidates, GuideId, Timed } from './candidates.ts';
import { type Features, featuresOf } from './features.ts';
import {
  type Beliefs,
  fitted,
  type Followed,
  type Hyperparameters,
  Posterior,
  USUAL,
} from './process.ts';

/** A way to foretell times: a guide's order alone, a process around some share of a guide, or the
 * parameters alone. */
export interface Expert {
  readonly id: ExpertId;
  /** Logarithm of time expected of each row, up to a constant. */
  readonly prior: Float64Array;
  readonly features: Features;
  readonly beliefs: Beliefs;
  readonly followed?: Followed;
}

export type ExpertId = `${GuideId} order` | `${GuideId} corrected` | 'parameters';

/** The share of a guide's logarithm that times are expected to follow, before any: those of a relative
 * are nearer than those of a model. */
const SHARES: Readonly<Record<GuideId, number>> = { model: 0.5, relative: 0.8 };

/** Variance of that share, which is learnt: a guide that is turned round is one that says as much. */
const UNSURE = 0.25;

/** A guide's errors grow with a parameter, by a third or so over its range: they lie along lines before they bend. */
const LEFT_OUT: Beliefs = { ...USUAL, slope: 0.1 };

/** An order's errors have nothing to do with each other. */
const UNRELATED: Beliefs = { ...USUAL, signal: [-18, 0.01], noise: [Math.log(0.15), 1] };

/** All experts for some candidates. Ties are broken by `jitter`, which is below any time's error. */
export function expertsOf(
  { count, parameters, guides }: Candidates,
  jitter: Float64Array,
): readonly Expert[] {
  const features = featuresOf(parameters, count);
  const none = featuresOf([], count);
  const guided = guides.flatMap(({ id, times }): Expert[] => {
    const guess = logarithms(times);
    if (!guess) return [];
    const share = (part: number) => guess.map((value, row) => part * value + (jitter[row] ?? 0));
    return [
      {
        id: `${id} corrected`,
        prior: share(SHARES[id]),
        features,
        beliefs: LEFT_OUT,
        followed: { column: guess, variance: UNSURE },
      },
      { id: `${id} order`, prior: share(1), features: none, beliefs: UNRELATED },
    ];
  });
  return [...guided, { id: 'parameters', prior: jitter.slice(), features, beliefs: USUAL }];
}

/** Centred; what has no time counts as slow. Undefined where no time differs. */
function logarithms(times: Float64Array): Float64Array | undefined {
  const known = times.filter((time) => time > 0 && Number.isFinite(time)).map(Math.log);
  if (known.length === 0) return undefined;
  const mean = sumOf(known) / known.length;
  if (known.every((value) => Math.abs(value - mean) < 1e-9)) return undefined;
  const slowest = known.reduce((most, value) => Math.max(most, value), -Infinity);
  return times.map((time) =>
    time > 0 && Number.isFinite(time) ? Math.log(time) - mean : slowest - mean,
  );
}

/** An expert that has seen the observations. */
export interface Informed {
  readonly id: ExpertId;
  readonly posterior: Posterior;
  readonly hyper: Hyperparameters;
  /** Log density of the observations, each as foretold by those before; older ones count less. */
  readonly score: number;
}

/** By how much less an observation counts when another comes. */
const MEMORY = 0.95;

/** @param noise relative variance of a measurement, where it is known */
export function informed(
  { id, prior, features, beliefs, followed }: Expert,
  observations: readonly Timed[],
  noise?: number,
): Informed {
  const logs = observations.map(({ time }) => Math.log(time));
  const errors = observations.map(({ row }, at) => (logs[at] ?? 0) - (prior[row] ?? 0));
  const level = sumOf(errors) / Math.max(1, errors.length);
  const rows = observations.map(({ row }) => row);
  const known: Beliefs =
    noise === undefined || features.width === 0
      ? beliefs
      : { ...beliefs, noise: [Math.log(Math.max(noise, 1e-6)), 0.5] };
  const centred = errors.map((error) => error - level);
  const hyper = fitted(features, rows, centred, known, followed);
  const posterior = new Posterior(
    features,
    prior.map((value) => value + level),
    hyper,
    { ...(rows.length === 0 && { level: 0 }), ...(followed && { followed }) },
  );
  let score = 0;
  rows.forEach((row, at) => {
    score = score * MEMORY + posterior.observe(row, logs[at] ?? 0);
  });
  return { id, posterior, hyper, score };
}

/** Each expert's say, in all 1: by how well it foretold, and never less than `least`. */
export function says(experts: readonly Informed[], least: number): readonly number[] {
  const top = experts.reduce((most, { score }) => Math.max(most, score), -Infinity);
  const raw = experts.map(({ score }) => Math.exp(score - top));
  const sum = sumOf(raw);
  const floored = raw.map((each) => Math.max(least, each / sum));
  const whole = sumOf(floored);
  return floored.map((each) => each / whole);
}
