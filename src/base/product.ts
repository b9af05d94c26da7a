/** 1 of no factors. */
export const productOf = (factors: readonly number[]): number =>
  factors.reduce((product, factor) => product * factor, 1);
