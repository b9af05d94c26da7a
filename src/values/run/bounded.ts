import type { Value } from '../program.ts';
import { isSigned } from '../../front/scalar.ts';
import { areAlike, areSame, type Form, ownOf, sum, type Term, times } from './form.ts';
import type { Limit } from './guards.ts';

/** A value is at most a bound and a number, or equal to both. */
export interface Bounded {
  readonly value: Form;
  readonly bound: Form;
  readonly by: number;
  readonly isEqual: boolean;
}

/** `y <= h` and `y != h` is `y < h`. */
export function boundedBy(
  limits: readonly Limit[],
  integer: (value: Value) => Form,
): readonly Bounded[] {
  const all = limits.map(({ value, operator, bound }) => {
    const [x, y] = sides(integer(value), integer(bound), isSigned(value.type));
    return { value: x, bound: y, operator, apart: sum(x, y, -1) };
  });
  const unequal = all.filter(({ operator }) => operator === '!=');
  return all.flatMap(({ value, bound, operator, apart }) => {
    if (operator === '!=') return [];
    const isUnequal = unequal.some(
      (each) => areSame(each.apart, apart) || areSame(times(each.apart, -1), apart),
    );
    const isBelow = operator === '<' || (operator === '<=' && isUnequal);
    return [{ value, bound, by: isBelow ? -1 : 0, isEqual: operator === '==' }];
  });
}

/** Arguments of a difference belong to the bound: `n - i > 0`. Without a sign it may be below 0. */
function sides(value: Form, bound: Form, hasSign: boolean): readonly [Form, Form] {
  const [of, by] = [ownOf(value), ownOf(bound)];
  if (!hasSign) return [value, bound];
  if (areAlike(value) && by.terms.size > 0 && [...by.terms.values()].every(isTakenAway))
    return [times(by, -1), sum(sum(bound, by, -1), value, -1)];
  if (bound.terms.size > 0 || of.terms.size === 0) return [value, bound];
  return [of, sum(bound, sum(value, of, -1), -1)];
}

const isTakenAway = ({ factor }: Term): boolean => factor < 0;
