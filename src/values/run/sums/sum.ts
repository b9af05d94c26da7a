/** A whole number as a sum of unknown ones, each times a factor; or one unknown of another type. */
export interface Sum {
  readonly terms: ReadonlyMap<number, number>;
  readonly rest: number;
}

/** An unknown that is 0 or 1, or its opposite. */
export interface Literal {
  readonly symbol: number;
  readonly isTrue: boolean;
}

export const number = (rest: number): Sum => ({ terms: new Map(), rest });
export const ZERO = number(0);
export const ONE = number(1);

export const only = (symbol: number): Sum => ({ terms: new Map([[symbol, 1]]), rest: 0 });

export const constantOf = ({ terms, rest }: Sum): number | undefined =>
  terms.size === 0 ? rest : undefined;

export function plus(left: Sum, right: Sum, by = 1): Sum {
  if (right.terms.size === 0) return { terms: left.terms, rest: left.rest + by * right.rest };
  if (left.terms.size === 0 && by === 1) return { ...right, rest: left.rest + right.rest };
  const terms = new Map(left.terms);
  for (const [symbol, factor] of right.terms) {
    const all = (terms.get(symbol) ?? 0) + by * factor;
    if (all === 0) terms.delete(symbol);
    else terms.set(symbol, all);
  }
  return { terms, rest: left.rest + by * right.rest };
}

export const times = (sum: Sum, by: number): Sum => (by === 0 ? ZERO : plus(ZERO, sum, by));

/** @param by of which all factors are multiples */
export const divided = ({ terms, rest }: Sum, by: number): Sum => ({
  terms: new Map([...terms].map(([symbol, factor]) => [symbol, factor / by])),
  rest: rest / by,
});

export const areEqual = (left: Sum, right: Sum): boolean =>
  left === right ||
  (left.rest === right.rest &&
    left.terms.size === right.terms.size &&
    [...left.terms].every(([symbol, factor]) => right.terms.get(symbol) === factor));

const keys = new WeakMap<Sum, string>();

/** The same for equal sums. */
export function keyOf(sum: Sum): string {
  const known = keys.get(sum);
  if (known !== undefined) return known;
  const terms = [...sum.terms].sort(([a], [b]) => a - b).map(([symbol, by]) => `${by}*${symbol}`);
  const key = [...terms, sum.rest].join('+');
  keys.set(sum, key);
  return key;
}

/** The only unknown, if there is one. */
export function soleOf({ terms, rest }: Sum) {
  const [[symbol, factor] = [], another] = terms;
  return symbol === undefined || factor === undefined || another !== undefined
    ? undefined
    : { symbol, factor, rest };
}

/** All factors, and the rest, are multiples of a number. */
export const areMultiples = ({ terms, rest }: Sum, of: number): boolean =>
  rest % of === 0 && [...terms.values()].every((factor) => factor % of === 0);
