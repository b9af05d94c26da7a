import type { Features } from './features.ts';

/** A Gaussian process's belief about logarithms of time, before and after observations; Rasmussen
 * and Williams, Gaussian Processes for Machine Learning, 2006, chapters 2 and 5. */
export interface Hyperparameters {
  /** Of each feature, in units of the feature. */
  readonly lengths: Float64Array;
  /** Variance of what the features explain, beside lines. */
  readonly signal: number;
  /** Variance of the slope along each feature. */
  readonly slope: number;
  /** Variance of a measurement. */
  readonly noise: number;
}

/** Matern 5/2 for a squared scaled distance. */
const matern = (squared: number): number => {
  const root = Math.sqrt(5 * squared);
  return (1 + root + (5 / 3) * squared) * Math.exp(-root);
};

/** Product of two rows as seen from the middle of all features. */
function product({ width, at }: Features, left: number, right: number): number {
  let sum = 0;
  for (let place = 0; place < width; place += 1)
    sum += ((at[left * width + place] ?? 0) - 0.5) * ((at[right * width + place] ?? 0) - 0.5);
  return sum;
}

/** Variance of the unknown level of all times: the machine's clock and what it leaves out. */
const LEVEL = 4;

/** A column that the times follow by some unknown share, in addition to the prior mean. */
export interface Followed {
  readonly column: Float64Array;
  /** Variance of the share. */
  readonly variance: number;
}

/** The belief about every row, told observations one by one. */
export class Posterior {
  readonly mean: Float64Array;
  readonly variance: Float64Array;
  readonly #features: Features;
  readonly #hyper: Hyperparameters;
  readonly #inverse: Float64Array;
  readonly #whitened: Float64Array[] = [];
  readonly #level: number;
  readonly #followed: Followed | undefined;

  /** @param prior mean of each row @param level variance of the level; 0 while nothing is known of it */
  constructor(
    features: Features,
    prior: Float64Array,
    hyper: Hyperparameters,
    { level = LEVEL, followed }: { readonly level?: number; readonly followed?: Followed } = {},
  ) {
    this.#level = level;
    this.#followed = followed;
    this.#features = features;
    this.#hyper = hyper;
    this.#inverse = hyper.lengths.map((length) => 1 / length);
    this.mean = prior.slice();
    this.variance = Float64Array.from(
      prior,
      (_, row) =>
        hyper.signal +
        level +
        hyper.slope * product(features, row, row) +
        (followed?.variance ?? 0) * (followed?.column[row] ?? 0) ** 2,
    );
  }

  /** Takes in a value of a row, in O(rows * observations).
   * @returns its log density before */
  observe(row: number, value: number): number {
    const { noise } = this.#hyper;
    const { rows, width, at } = this.#features;
    const whitened = this.#whitened;
    const spread = (this.variance[row] ?? 0) + noise;
    const deviation = Math.sqrt(spread);
    const error = value - (this.mean[row] ?? 0);
    const added = new Float64Array(rows);
    const own = Float64Array.from(whitened, (each) => each[row] ?? 0);
    const inverse = this.#inverse;
    const { signal, slope } = this.#hyper;
    const followed = this.#followed;
    const pull = followed ? followed.variance * (followed.column[row] ?? 0) : 0;
    for (let other = 0; other < rows; other += 1) {
      let [squared, along] = [0, 0];
      for (let place = 0; place < width; place += 1) {
        const here = at[row * width + place] ?? 0;
        const there = at[other * width + place] ?? 0;
        const apart = (here - there) * (inverse[place] ?? 0);
        squared += apart * apart;
        along += (here - 0.5) * (there - 0.5);
      }
      added[other] =
        signal * matern(squared) +
        slope * along +
        this.#level +
        pull * (followed?.column[other] ?? 0);
    }
    whitened.forEach((each, index) => {
      const factor = own[index] ?? 0;
      if (factor === 0) return;
      for (let other = 0; other < rows; other += 1)
        added[other] = (added[other] ?? 0) - factor * (each[other] ?? 0);
    });
    for (let other = 0; other < rows; other += 1) {
      const share = (added[other] ?? 0) / deviation;
      added[other] = share;
      this.mean[other] = (this.mean[other] ?? 0) + (share * error) / deviation;
      this.variance[other] = Math.max(1e-9, (this.variance[other] ?? 0) - share * share);
    }
    whitened.push(added);
    return -0.5 * (Math.log(2 * Math.PI * spread) + (error * error) / spread);
  }
}

/** Centres and widths of what the hyperparameters are believed to be, as normal distributions of
 * their logarithms. */
export interface Beliefs {
  readonly length: readonly [number, number];
  readonly signal: readonly [number, number];
  readonly noise: readonly [number, number];
  /** Variance of the slope along each feature; not fitted. */
  readonly slope: number;
}

/** Times that differ by half, features that matter over their whole range, 3 % of noise. */
export const USUAL: Beliefs = {
  length: [Math.log(1.5), 1],
  signal: [Math.log(0.25), 1],
  noise: [Math.log(0.001), 1.2],
  slope: 0,
};

/** The likeliest hyperparameters of some observations: marginal likelihood times belief, uphill by
 * its gradient. */
export function fitted(
  features: Features,
  rows: readonly number[],
  values: readonly number[],
  beliefs = USUAL,
  followed?: Followed,
): Hyperparameters {
  const { width } = features;
  const size = width + 2;
  const centre = new Float64Array(size).fill(beliefs.length[0]);
  const spread = new Float64Array(size).fill(beliefs.length[1]);
  [centre[width], spread[width]] = beliefs.signal;
  [centre[width + 1], spread[width + 1]] = beliefs.noise;
  const point = centre.slice();
  if (rows.length >= 2)
    climb(features, rows, values, { centre, spread, point, slope: beliefs.slope }, followed);
  return {
    lengths: point.subarray(0, width).map(Math.exp),
    signal: Math.exp(point[width] ?? 0),
    slope: beliefs.slope,
    noise: Math.exp(point[width + 1] ?? 0),
  };
}

interface Climb {
  readonly centre: Float64Array;
  readonly spread: Float64Array;
  /** Moved. */
  readonly point: Float64Array;
  readonly slope: number;
}

const STEPS = 40;

/** Rprop: steps by the signs of the gradient (Riedmiller and Braun, 1993). */
function climb(
  features: Features,
  rows: readonly number[],
  values: readonly number[],
  { centre, spread, point, slope }: Climb,
  followed: Followed | undefined,
): void {
  const apart = distances(features, rows);
  const fixed = unfitted(features, rows, slope, followed);
  const stride = new Float64Array(point.length).fill(0.2);
  const before = new Float64Array(point.length);
  let best = -Infinity;
  let kept = point.slice();
  for (let step = 0; step < STEPS; step += 1) {
    const { height, gradient } = likelihood(apart, fixed, values, point);
    let total = height;
    for (let at = 0; at < point.length; at += 1) {
      const off = ((point[at] ?? 0) - (centre[at] ?? 0)) / (spread[at] ?? 1);
      total -= 0.5 * off * off;
      gradient[at] = (gradient[at] ?? 0) - off / (spread[at] ?? 1);
    }
    if (total > best) [best, kept] = [total, point.slice()];
    for (let at = 0; at < point.length; at += 1) {
      const slope = gradient[at] ?? 0;
      const same = slope * (before[at] ?? 0);
      stride[at] = Math.min(
        0.7,
        Math.max(1e-3, (stride[at] ?? 0) * (same < 0 ? 0.5 : same > 0 ? 1.2 : 1)),
      );
      if (same >= 0) point[at] = (point[at] ?? 0) + Math.sign(slope) * (stride[at] ?? 0);
      before[at] = same < 0 ? 0 : slope;
    }
  }
  point.set(kept);
}

/** Squared differences of each pair of rows in each feature. */
function distances({ width, at }: Features, rows: readonly number[]): Float64Array[] {
  const count = rows.length;
  return Array.from({ length: width }, (_, place) => {
    const squares = new Float64Array(count * count);
    rows.forEach((left, i) => {
      rows.forEach((right, j) => {
        const apart = (at[left * width + place] ?? 0) - (at[right * width + place] ?? 0);
        squares[i * count + j] = apart * apart;
      });
    });
    return squares;
  });
}

/** Covariances that are not fitted: of the level, of slopes, and of what is followed. */
function unfitted(
  features: Features,
  rows: readonly number[],
  slope: number,
  followed: Followed | undefined,
): Float64Array {
  const own = rows.map((row) => followed?.column[row] ?? 0);
  return Float64Array.from(
    rows.flatMap((left, i) =>
      rows.map(
        (right, j) =>
          LEVEL +
          slope * product(features, left, right) +
          (followed?.variance ?? 0) * (own[i] ?? 0) * (own[j] ?? 0),
      ),
    ),
  );
}

/** Log marginal likelihood and its gradient by the logarithms of the hyperparameters. */
function likelihood(
  apart: readonly Float64Array[],
  fixed: Float64Array,
  values: readonly number[],
  point: Float64Array,
): { height: number; gradient: Float64Array } {
  const count = values.length;
  const width = apart.length;
  const weights = Float64Array.from(apart, (_, place) => Math.exp(-2 * (point[place] ?? 0)));
  const signal = Math.exp(point[width] ?? 0);
  const noise = Math.exp(point[width + 1] ?? 0);
  const squared = new Float64Array(count * count);
  apart.forEach((squares, place) => {
    const weight = weights[place] ?? 0;
    for (let at = 0; at < squared.length; at += 1)
      squared[at] = (squared[at] ?? 0) + weight * (squares[at] ?? 0);
  });
  const kernel = squared.map((square) => signal * matern(square));
  const full = kernel.map((value, at) => value + (fixed[at] ?? 0));
  for (let at = 0; at < count; at += 1)
    full[at * count + at] = (full[at * count + at] ?? 0) + noise;
  const gradient = new Float64Array(width + 2);
  const factor = cholesky(full, count);
  if (!factor) return { height: -Infinity, gradient };
  const inverse = inverseOf(factor, count);
  const solved = new Float64Array(count);
  let fit = 0;
  let logs = 0;
  for (let i = 0; i < count; i += 1) {
    let sum = 0;
    for (let j = 0; j < count; j += 1) sum += (inverse[i * count + j] ?? 0) * (values[j] ?? 0);
    solved[i] = sum;
    fit += sum * (values[i] ?? 0);
    logs += Math.log(factor[i * count + i] ?? 1);
  }
  // The gradient is half the trace of (a a' - inverse) times the kernel's derivative.
  const pull = new Float64Array(count * count);
  for (let i = 0; i < count; i += 1)
    for (let j = 0; j < count; j += 1) {
      const at = i * count + j;
      const outer = (solved[i] ?? 0) * (solved[j] ?? 0) - (inverse[at] ?? 0);
      gradient[width] = (gradient[width] ?? 0) + 0.5 * outer * (kernel[at] ?? 0);
      if (i === j) gradient[width + 1] = (gradient[width + 1] ?? 0) + 0.5 * outer * noise;
      const root = Math.sqrt(5 * (squared[at] ?? 0));
      pull[at] = 0.5 * outer * signal * (5 / 3) * (1 + root) * Math.exp(-root);
    }
  apart.forEach((squares, place) => {
    let sum = 0;
    for (let at = 0; at < pull.length; at += 1) sum += (pull[at] ?? 0) * (squares[at] ?? 0);
    gradient[place] = sum * (weights[place] ?? 0);
  });
  return { height: -0.5 * fit - logs - 0.5 * count * Math.log(2 * Math.PI), gradient };
}

/** Lower triangle; undefined where the matrix is not positive definite. */
function cholesky(matrix: Float64Array, count: number): Float64Array | undefined {
  const factor = matrix.slice();
  for (let i = 0; i < count; i += 1)
    for (let j = 0; j <= i; j += 1) {
      let sum = factor[i * count + j] ?? 0;
      for (let k = 0; k < j; k += 1)
        sum -= (factor[i * count + k] ?? 0) * (factor[j * count + k] ?? 0);
      if (i > j) factor[i * count + j] = sum / (factor[j * count + j] ?? 1);
      else if (sum > 1e-12) factor[i * count + i] = Math.sqrt(sum);
      else return undefined;
    }
  return factor;
}

/** The inverse of a matrix of which the factor is given. */
function inverseOf(factor: Float64Array, count: number): Float64Array {
  const lower = new Float64Array(count * count);
  for (let column = 0; column < count; column += 1) {
    lower[column * count + column] = 1 / (factor[column * count + column] ?? 1);
    for (let row = column + 1; row < count; row += 1) {
      let sum = 0;
      for (let k = column; k < row; k += 1)
        sum -= (factor[row * count + k] ?? 0) * (lower[k * count + column] ?? 0);
      lower[row * count + column] = sum / (factor[row * count + row] ?? 1);
    }
  }
  const inverse = new Float64Array(count * count);
  for (let i = 0; i < count; i += 1)
    for (let j = 0; j <= i; j += 1) {
      let sum = 0;
      for (let k = i; k < count; k += 1)
        sum += (lower[k * count + i] ?? 0) * (lower[k * count + j] ?? 0);
      inverse[i * count + j] = sum;
      inverse[j * count + i] = sum;
    }
  return inverse;
}
