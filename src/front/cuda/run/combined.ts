import { isArithmeticOperator } from '../../../base/arithmetic-operators.ts';
import { LOST, type Value } from './cells.ts';
import { unfollowed } from './reading.ts';
import { computed, numberIn, whole } from './numbers.ts';

/** An operator's value, of numbers and of pointers. */
export function combined(operator: string, left: Value, right: Value): Value {
  const place = left.kind === 'pointer' ? moved(operator, left, right) : undefined;
  if (place) return place;
  const by = left.kind === 'bytes' ? numberIn(right) : undefined;
  if (left.kind === 'bytes' && by !== undefined && (operator === '+' || operator === '-'))
    return { ...left, at: left.at + (operator === '+' ? by : -by) * left.each };
  if (right.kind === 'pointer' && operator === '+' && left.kind === 'whole')
    return combined('+', right, left);
  return isArithmeticOperator(operator) ? computed(operator, left, right) : unfollowed(left, right);
}

function moved(
  operator: string,
  left: Value & { kind: 'pointer' },
  right: Value,
): Value | undefined {
  const by = numberIn(right);
  if (right.kind === 'pointer') {
    const isSame = left.to === right.to;
    if (operator === '-') return isSame ? whole(left.at - right.at, 'long') : LOST;
    const isEqual = isSame && left.at === right.at;
    if (operator === '==' || operator === '!=')
      return whole(Number(isEqual === (operator === '==')), 'bool');
    return isSame ? computed(operator === '<' ? '<' : '>', whole(left.at), whole(right.at)) : LOST;
  }
  if (by === undefined || left.to === undefined || left.rows.length > 0) return LOST;
  if (operator === '+') return { ...left, at: left.at + by };
  return operator === '-' ? { ...left, at: left.at - by } : LOST;
}
