/** A sum of local identifiers times numbers, and a number. */
export interface Linear {
  readonly factors: ReadonlyMap<number, number>;
  readonly rest: number;
  /** A loop moves it on by so much each round. */
  readonly step?: number;
}

/** In place of a dimension, of what nothing tells: rows of so many elements. */
export const ROW = 3;

/** After a dimension: an item's number among all, and that of its group. */
export const OF_ALL = 4;
export const OF_GROUP = 7;

/** Places of their dimensions in a sum. */
export const COUNTED: ReadonlyMap<string, number> = new Map([
  ['get_local_id', 0],
  ['get_global_id', OF_ALL],
  ['get_group_id', OF_GROUP],
]);

export const ZERO: Linear = { factors: new Map(), rest: 0 };

export const isSame = (left: Linear, right: Linear | undefined): boolean =>
  right !== undefined &&
  left.rest === right.rest &&
  left.step === right.step &&
  left.factors.size === right.factors.size &&
  [...left.factors].every(([dimension, factor]) => right.factors.get(dimension) === factor);

/** The item's number along the first dimension, and a constant. */
export const isItem = ({ factors, step }: Linear): boolean =>
  factors.size === 1 && factors.get(0) === 1 && step === undefined;

export const isNumber = ({ factors, step }: Linear): boolean =>
  factors.size === 0 && step === undefined;

/** Undefined unless it is divided by a number; what is no number stays a fraction. */
export function quotient(left: Linear, right: Linear): Linear | undefined {
  if (!isNumber(right) || right.rest === 0) return undefined;
  if (isNumber(left)) return { ...left, rest: Math.trunc(left.rest / right.rest) };
  return left.step === undefined && right.rest > 0 ? scaled(left, 1 / right.rest) : undefined;
}

/** Without the lowest bits. */
export const shiftedRight = (left: Linear, by: Linear): Linear | undefined => {
  if (!isNumber(by) || by.rest < 0 || by.rest >= 32) return undefined;
  const divisor = 2 ** by.rest;
  return isNumber(left)
    ? { ...left, rest: Math.floor(left.rest / divisor) }
    : quotient(left, { ...by, rest: divisor });
};

export const scaled = ({ factors, rest, step }: Linear, by: number): Linear => ({
  factors: new Map([...factors].map(([dimension, factor]) => [dimension, factor * by])),
  rest: rest * by,
  ...(step !== undefined && { step: Math.abs(step * by) }),
});

export function sum(left: Linear, right: Linear): Linear {
  const factors = new Map(left.factors);
  for (const [dimension, factor] of right.factors)
    factors.set(dimension, (factors.get(dimension) ?? 0) + factor);
  const steps = [left.step, right.step].filter((each) => each !== undefined);
  return {
    factors,
    rest: left.rest + right.rest,
    ...(steps.length > 0 && { step: Math.min(...steps) }),
  };
}
