import { describe, expect, it } from 'vitest';
import { featuresOf } from './features.ts';
import { fitted, Posterior } from './process.ts';

const column = (name: string, ...values: number[]) => ({ name, values });

describe('features', () => {
  it('counts wide columns by their logarithm, leaves out constant ones', () => {
    const { width, at } = featuresOf(
      [column('a', 1, 4, 16), column('b', 7, 7, 7), column('c', 0, 1, 0)],
      3,
    );
    expect(width).toBe(2);
    expect([...at]).toEqual([0, 0, 0.5, 1, 1, 0]);
  });
});

describe('a process', () => {
  const features = featuresOf([column('x', 0, 0.3, 1)], 3);
  const hyper = { lengths: Float64Array.of(0.5), signal: 0.4, slope: 0.3, noise: 0.01 };
  const LEVEL = 0.7;
  /** Matern 5/2 and lines through the middle, written out. */
  const kernel = (left: number, right: number): number => {
    const r = Math.abs(left - right) / 0.5;
    const root5 = Math.sqrt(5);
    const near = 0.4 * (1 + root5 * r + (5 * r * r) / 3) * Math.exp(-root5 * r);
    return near + 0.3 * (left - 0.5) * (right - 0.5) + LEVEL;
  };

  it('believes what two observations in closed form say', () => {
    const posterior = new Posterior(features, Float64Array.of(0, 0, 0), hyper, { level: LEVEL });
    posterior.observe(0, 1.5);
    posterior.observe(2, -0.5);
    const [own, cross] = [kernel(0, 0) + 0.01, kernel(0, 1)];
    const determinant = own * own - cross * cross;
    const [left, right] = [kernel(0, 0.3), kernel(1, 0.3)];
    const weights = [
      (own * left - cross * right) / determinant,
      (own * right - cross * left) / determinant,
    ] as const;
    expect(posterior.mean[1]).toBeCloseTo(weights[0] * 1.5 - weights[1] * 0.5, 10);
    const variance = kernel(0.3, 0.3) - weights[0] * left - weights[1] * right;
    expect(posterior.variance[1]).toBeCloseTo(variance, 10);
  });

  it('foretells the first observation by its prior', () => {
    const posterior = new Posterior(features, Float64Array.of(1, 0, 0), hyper, { level: LEVEL });
    const spread = kernel(0, 0) + 0.01;
    const density = -0.5 * (Math.log(2 * Math.PI * spread) + 0.25 / spread);
    expect(posterior.observe(0, 1.5)).toBeCloseTo(density, 10);
  });

  it('follows a column by the share that observations show', () => {
    // Without features: a regression of one coefficient, prior variance 2, noise 0.01.
    const followed = { column: Float64Array.of(1, 3, -2), variance: 2 };
    const flat = { lengths: new Float64Array(0), signal: 0, slope: 0, noise: 0.01 };
    const none = featuresOf([], 3);
    const posterior = new Posterior(none, new Float64Array(3), flat, { level: 0, followed });
    posterior.observe(0, -0.9);
    posterior.observe(1, -3.1);
    const precision = 1 / 2 + (1 + 9) / 0.01;
    const share = (1 * -0.9 + 3 * -3.1) / 0.01 / precision;
    expect(posterior.mean[2]).toBeCloseTo(-2 * share, 8);
    expect(posterior.variance[2]).toBeCloseTo(4 / precision, 8);
  });

  it('finds the feature that matters', () => {
    const count = 36;
    const rows = Array.from({ length: count }, (_, row) => row);
    const grid = featuresOf(
      [
        column('x', ...rows.map((row) => row % 6)),
        column('y', ...rows.map((row) => Math.floor(row / 6))),
      ],
      count,
    );
    const values = rows.map((row) => Math.sin(row % 6));
    const { lengths } = fitted(grid, rows, values);
    expect(lengths[0]).toBeLessThan(1);
    expect(lengths[1]).toBeGreaterThan(2);
  });
});
