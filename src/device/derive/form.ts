import {
  affine,
  conditional,
  fromPolynomial,
  mapParts,
  mentions,
  sameExpr,
  toPolynomial,
} from '../../front/algebra.ts';
import { namesIn, partsOf, type Expr } from '../../front/expr.ts';
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
  const names = [...namesIn(expr)].filter(isMoving);
  return {
    compute: slots.compile(expr),
    moving: names.map((name): Moving => {
      const slope = slopeOf(expr, name, isMoving);
      const isConstant = slope !== undefined && !names.some((other) => mentions(slope, other));
      const slot = slots.of(name);
      return isConstant ? { name, slot, slope: slots.compile(slope) } : { name, slot };
    }),
  };
}

/** Where a configuration alone chooses between two expressions, so it does between their slopes. */
function slopeOf(
  expr: Expr,
  name: string,
  isMoving: (name: string) => boolean,
  most = MOST_CHOICES,
): Expr | undefined {
  const found = affine(toPolynomial(expr), name);
  if (found) return fromPolynomial(found.slope);
  const condition = most > 0 ? choiceIn(expr, name, isMoving) : undefined;
  if (condition === undefined) return undefined;
  const [then, otherwise] = [true, false].map((holds) =>
    slopeOf(chosen(expr, condition, holds), name, isMoving, most - 1),
  );
  return then && otherwise && conditional(condition, then, otherwise);
}

/** Each doubles the work. */
const MOST_CHOICES = 4;

/** The condition of the first choice between expressions of a name that does not move itself. */
function choiceIn(expr: Expr, name: string, isMoving: (name: string) => boolean): Expr | undefined {
  if (!mentions(expr, name)) return undefined;
  if (expr.kind === 'conditional' && ![...namesIn(expr.condition)].some(isMoving))
    return expr.condition;
  for (const part of partsOf(expr)) {
    const found = choiceIn(part, name, isMoving);
    if (found) return found;
  }
  return undefined;
}

const chosen = (expr: Expr, condition: Expr, holds: boolean): Expr =>
  expr.kind === 'conditional' && sameExpr(expr.condition, condition)
    ? chosen(holds ? expr.then : expr.otherwise, condition, holds)
    : mapParts(expr, (part) => chosen(part, condition, holds));

/** Slope along a slot: zero if absent, undefined if it varies. */
export function slopeAt({ moving }: Form, slot: number, values: Values): number | undefined {
  const found = moving.find((each) => each.slot === slot);
  return found === undefined ? 0 : found.slope?.(values);
}
