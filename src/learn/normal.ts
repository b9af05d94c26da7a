/** The error function's complement, within 1.2e-7 (Press et al., Numerical Recipes, 6.2). */
function erfc(x: number): number {
  const t = 1 / (1 + Math.abs(x) / 2);
  const series = TERMS.reduceRight((sum, term) => term + t * sum, 0);
  const value = t * Math.exp(-x * x + series);
  return x >= 0 ? value : 2 - value;
}

const TERMS = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
];

/** The chance that a standard normal is below. */
export const below = (z: number): number => erfc(-z / Math.SQRT2) / 2;

const density = (z: number): number => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);

/** Expected amount by which a normal falls below the best. */
export function expectedImprovement(best: number, mean: number, variance: number): number {
  const deviation = Math.sqrt(variance);
  const z = (best - mean) / deviation;
  return deviation * (z * below(z) + density(z));
}

/** A standard normal of two uniform numbers (Box and Muller). */
export const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
