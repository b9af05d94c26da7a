import { integerType, type IntegerType } from '../front/conversions.ts';
import { isInteger } from '../front/scalar.ts';
import type { Type } from '../front/syntax.ts';
import { scalarType } from '../front/types.ts';
import { partsIn, type Value } from './values.ts';

const LANES = ['x', 'y', 'z', 'w'] as const;

/** Parts that are variables of their own: members, and components of short integer vectors. */
export const fieldsOf = (
  type: Type,
): readonly { readonly name: string; readonly type: Type }[] | undefined =>
  type.kind === 'struct' && !type.union
    ? type.members
    : isFollowed(type)
      ? LANES.slice(0, type.lanes).map((lane) => ({ name: lane, type: scalarType(type.scalar) }))
      : undefined;

const isFollowed = (type: Type): type is Extract<Type, { kind: 'vector' }> =>
  type.kind === 'vector' && isInteger(type.scalar) && type.lanes <= LANES.length;

/** An integer's type, or that of a vector's components. */
export const integerLane = (type: Type | undefined): IntegerType | undefined =>
  integerType(type?.kind === 'vector' ? scalarType(type.scalar) : type);

/** Components of what a vector is made of, `(int2)(a, b)` or `(int2)a`; undefined where they are not followed.
 * @param lane a value in the components' type. */
export function lanesOf(
  type: Type,
  values: readonly Value[],
  lane: (value: Value, type: IntegerType) => Value,
): readonly Value[] | undefined {
  const own = integerLane(type);
  if (!isFollowed(type) || own === undefined) return undefined;
  const all = values.flatMap((value) => partsIn(value)?.values ?? [value]);
  const [only] = all;
  const lanes = all.length === 1 && only ? Array.from({ length: type.lanes }, () => only) : all;
  return lanes.length === type.lanes ? lanes.map((value) => lane(value, own)) : undefined;
}

/** An operation on each component; undefined of two scalars. */
export function byLane(
  left: Value,
  right: Value,
  each: (left: Value, right: Value) => Value,
): readonly Value[] | undefined {
  const [a, b] = [partsIn(left)?.values, partsIn(right)?.values];
  const lanes = a ?? b;
  if (lanes === undefined || (a && b && a.length !== b.length)) return undefined;
  return lanes.map((_, i) => each(a ? (a[i] ?? left) : left, b ? (b[i] ?? right) : right));
}

/** A component by its first name: `s1` is `y`. */
export const laneNamed = (field: string): string => {
  const digit = /^[sS]([0-3])$/.exec(field)?.[1];
  return digit === undefined ? field : (LANES[Number(digit)] ?? field);
};
