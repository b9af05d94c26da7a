import {
  affine,
  fromPolynomial,
  mentions,
  type Polynomial,
  toPolynomial,
} from '../../front/algebra.ts';
import { namesIn, type Expr } from '../../front/expr.ts';
import type { Compute, Slots, Values } from './names.ts';

/** An expression as a linear form in the names that change within a configuration. */
export interface Form {
  readonly compute: Compute;
  /** Changing names by slot, with the slope of each; absent if it varies. */
  readonly moving: readonly Moving[];
}

export interface Moving {
  readonly name: string;
  readonly slot: number;
  readonly slope?: Compute | undefined;
}

/** @param isMoving tells if a name changes within a configuration. */
export function formOf(expr: Expr, slots: Slots, isMoving: (name: string) => boolean): Form {
  const polynomial: Polynomial = toPolynomial(expr);
  const names = [...namesIn(expr)].filter(isMoving);
  return {
    compute: slots.compile(expr),
    moving: names.map((name): Moving => {
      const found = affine(polynomial, name);
      const slope = found && fromPolynomial(found.slope);
      const isConstant = slope !== undefined && !names.some((other) => mentions(slope, other));
      const slot = slots.of(name);
      return isConstant ? { name, slot, slope: slots.compile(slope) } : { name, slot };
    }),
  };
}

/** Slope along a slot: zero if absent, undefined if it varies. */
export function slopeAt({ moving }: Form, slot: number, values: Values): number | undefined {
  const found = moving.find((each) => each.slot === slot);
  return found === undefined ? 0 : found.slope?.(values);
}
