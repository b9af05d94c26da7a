import { type Interval, sure } from '../../base/interval.ts';
import type { Comparison } from '../../base/operator-row.ts';
import type { Value } from '../program.ts';
import { nameOf } from '../walk.ts';

export const areEqual = (one: Value, other: Value): boolean =>
  one.kind === other.kind && nameOf(one) === nameOf(other);

/** Results of a whole number and itself. */
export const OF_SAME: ReadonlyMap<string, number> = new Map([
  ...['-', '^', '%', '!=', '<', '>'].map((operator) => [operator, 0] as const),
  ...['==', '<=', '>='].map((operator) => [operator, 1] as const),
]);

/** A choice of the larger of two, or of the smaller. */
export function pickIn({
  condition,
  then,
  otherwise,
}: Extract<Value, { kind: 'select' }>): ((one: number, other: number) => number) | undefined {
  if (condition.kind !== 'binary' || condition.left.type !== then.type) return undefined;
  const { left, right, operator } = condition;
  const isFirst = areEqual(left, then) && areEqual(right, otherwise);
  const isSecond = areEqual(left, otherwise) && areEqual(right, then);
  if (!isFirst && !isSecond) return undefined;
  if (operator === '<' || operator === '<=') return isFirst ? Math.min : Math.max;
  if (operator === '>' || operator === '>=') return isFirst ? Math.max : Math.min;
  return undefined;
}

const truth = (holds: boolean, fails: boolean): Interval => sure(holds ? 1 : 0, fails ? 0 : 1);

const areApart = (left: Interval, right: Interval): boolean =>
  left.high < right.low || left.low > right.high;

/** Functions that count bits of their argument, which has the same type. */
export const COUNT_BITS: ReadonlySet<string> = new Set(['popcount', 'clz']);

/** Decided where the sides' ranges are apart. */
export const COMPARED: Readonly<Record<Comparison, (left: Interval, right: Interval) => Interval>> =
  {
    '==': (left, right) => truth(false, areApart(left, right)),
    '!=': (left, right) => truth(areApart(left, right), false),
    '<': (left, right) => truth(left.high < right.low, left.low >= right.high),
    '<=': (left, right) => truth(left.high <= right.low, left.low > right.high),
    '>': (left, right) => truth(left.low > right.high, left.high <= right.low),
    '>=': (left, right) => truth(left.low >= right.high, left.high < right.low),
  };
