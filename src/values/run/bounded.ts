import type { Value } from '../program.ts';
import { areSame, type Form, sum, times } from './form.ts';
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
    const [x, y] = [integer(value), integer(bound)];
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
