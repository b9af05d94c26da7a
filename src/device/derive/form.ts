import {
  affine,
  fromPolynomial,
  mentions,
  type Polynomial,
  toPolynomial,
} from '../../kernel/algebra.ts';
import { namesIn, type Expr } from '../../kernel/expr.ts';
import type { Compute, Slots, Values } from './names.ts';

/** An expression by how it moves with each of the names that change within a configuration. */
export interface Form {
  readonly compute: Compute;
  /** Names that it mentions, with the slot of each, and by how much the value grows for each step of it; no
   * slope where that is not the same everywhere. */
  readonly moving: readonly Moving[];
}

export interface Moving {
  readonly name: string;
  readonly slot: number;
  readonly slope?: Compute | undefined;
}

/** @param isMoving says of a name whether it changes within a configuration. */
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

/** How much a form grows with a slot: zero where it does not mention it, undefined where that varies. */
export function slopeAt({ moving }: Form, slot: number, values: Values): number | undefined {
  const found = moving.find((each) => each.slot === slot);
  return found === undefined ? 0 : found.slope?.(values);
}
