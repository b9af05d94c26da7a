import type { Value } from '../program.ts';
import { isSigned } from '../../front/scalar.ts';
import {
  areAlike,
  areSame,
  type Form,
  isNatural,
  number,
  ownOf,
  sum,
  type Term,
  times,
} from './form.ts';
import type { Limit } from './guards.ts';

/** A value is at most a bound and a number, or equal to both. */
export interface Bounded {
  readonly value: Form;
  readonly bound: Form;
  readonly by: number;
  readonly isEqual: boolean;
}

interface Read extends Pick<Bounded, 'value' | 'bound'>, Pick<Limit, 'operator'> {
  /** The value without the bound. */
  readonly apart: Form;
  /** The bound as it is written: without a sign, what is below 0 is a large number. */
  readonly unsigned?: Form | undefined;
}

/** A comparison as it stands, with arguments of a difference on the side of the bound. */
export function read({ value, operator, bound }: Limit, integer: (value: Value) => Form): Read {
  const [left, right] = [integer(value), integer(bound)];
  const hasSign = isSigned(value.type);
  const [x, y] = sides(left, right, hasSign);
  const unsigned = hasSign ? undefined : right;
  return { value: x, bound: y, operator, apart: sum(x, y, -1), unsigned };
}

/** `y <= h` and `y != h` is `y < h`. */
export function boundedBy(
  limits: readonly Limit[],
  integer: (value: Value) => Form,
): readonly Bounded[] {
  const all = limits.map((each) => read(each, integer));
  const unequal = all.filter(({ operator }) => operator === '!=');
  const natural = all.flatMap(naturalIn);
  const isSure = ({ unsigned = number(0) }: Read): boolean =>
    isNatural(unsigned) || natural.some((each) => isNatural(sum(unsigned, each, -1)));
  return all.flatMap((each) => {
    const { value, bound, operator, apart } = each;
    const isEqual = operator === '==';
    if (operator === '!=' || !(isEqual || isSure(each))) return [];
    const isUnequal = unequal.some(
      (other) => areSame(other.apart, apart) || areSame(times(other.apart, -1), apart),
    );
    const isBelow = operator === '<' || (operator === '<=' && isUnequal);
    return [{ value, bound, by: isBelow ? -1 : 0, isEqual }];
  });
}

/** Numbers that a comparison shows to be 0 or more. */
function naturalIn({ operator, apart, unsigned }: Read): readonly Form[] {
  const left = times(apart, -1);
  if (operator === '!=')
    return [left, apart].filter(isNatural).map((each) => sum(each, number(1), -1));
  if (operator === '==' || (unsigned !== undefined && !isNatural(unsigned))) return [];
  return [operator === '<' ? sum(left, number(1), -1) : left];
}

/** Arguments of a difference belong to the bound: `n - i > 0`. Without a sign a value below 0 is no small one. */
function sides(value: Form, bound: Form, hasSign: boolean): readonly [Form, Form] {
  const [of, by] = [ownOf(value), ownOf(bound)];
  const isTurned = hasSign && areAlike(value) && by.terms.size > 0;
  if (isTurned && [...by.terms.values()].every(isTakenAway))
    return [times(by, -1), sum(sum(bound, by, -1), value, -1)];
  if (bound.terms.size > 0 || of.terms.size === 0) return [value, bound];
  return [of, sum(bound, sum(value, of, -1), -1)];
}

const isTakenAway = ({ factor }: Term): boolean => factor < 0;
