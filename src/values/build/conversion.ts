import type { Span } from '../../base/span.ts';
import { isFloat, SCALARS, type Scalar } from '../scalar.ts';
import type { Value } from '../program.ts';
import type { Context, RValue } from './context.ts';
import { convert } from './make.ts';
import {
  type CType,
  laneOf,
  lanesOf,
  sameType,
  scalarType,
  showType,
  vectorType,
} from './types.ts';

/** Types as OpenCL C converts them (sections 6.2 and 6.3 of the OpenCL C specification). */

const RANKS: readonly Scalar[] = ['int', 'uint', 'long', 'ulong', 'half', 'float', 'double'];

/** Types narrower than `int` become `int`, which holds all their values. */
export const promoted = (type: Scalar): Scalar => (RANKS.includes(type) ? type : 'int');

/** The type that both operands of an arithmetic operator are converted to. On 64 bits `long` holds every
 * `uint`. */
export function common(a: Scalar, b: Scalar): Scalar {
  const [left, right] = [promoted(a), promoted(b)];
  return RANKS.indexOf(left) >= RANKS.indexOf(right) ? left : right;
}

/** The integers that comparisons of vectors make: as wide as what is compared. */
export function maskOf(type: Scalar): Scalar {
  const masks = { 1: 'char', 2: 'short', 4: 'int', 8: 'long' } as const;
  return masks[SCALARS[type].bytes];
}

export const unsignedOf = (type: Scalar): Scalar =>
  isFloat(type) || type === 'pointer' || type === 'bool'
    ? type
    : ({ 1: 'uchar', 2: 'ushort', 4: 'uint', 8: 'ulong' } as const)[SCALARS[type].bytes];

export const isArithmetic = (type: CType): boolean =>
  (type.kind === 'scalar' || type.kind === 'vector') && laneOf(type) !== 'pointer';

export const single = (type: Scalar, value: Value): RValue => ({
  type: scalarType(type),
  lanes: [value],
});

export const ofScalar = (value: Value): RValue => single(value.type, value);

export const NOTHING: RValue = { type: { kind: 'void' }, lanes: [] };

/** A value with a lane for each of some values. */
export const ofLanes = (lanes: readonly Value[]): RValue => {
  const type = lanes[0]?.type ?? 'int';
  return { type: lanes.length === 1 ? scalarType(type) : vectorType(type, lanes.length), lanes };
};

/** A value as one of another type: by assignment, by being given to a parameter, or by a cast of scalars. */
export function convertTo(context: Context, value: RValue, type: CType, span: Span): RValue {
  const { type: from, lanes } = value;
  const [first] = lanes;
  if (sameType(from, type)) return { type, lanes };
  if (first !== undefined) {
    if (type.kind === 'scalar' && (from.kind === 'scalar' || from.kind === 'pointer'))
      return { type, lanes: [convert(type.scalar, first)] };
    if (type.kind === 'pointer' && (from.kind === 'scalar' || from.kind === 'pointer'))
      return {
        type:
          from.kind === 'pointer' && type.space === undefined
            ? { ...type, space: from.space }
            : type,
        lanes: [convert('pointer', first)],
      };
    if (type.kind === 'vector' && from.kind === 'scalar')
      return broadcast(type.scalar, type.lanes, first);
  }
  return context.refuse(
    span,
    `A value of type ${showType(from)} cannot become one of type ${showType(type)}.`,
  );
}

/** A scalar in every lane. */
export function broadcast(type: Scalar, lanes: number, value: Value): RValue {
  const lane = convert(type, value);
  return { type: vectorType(type, lanes), lanes: Array.from({ length: lanes }, () => lane) };
}

/** Values with as many lanes each: scalars are widened to the vectors among them, whose type they take.
 * `undefined` where vectors differ in their lanes. */
export function widened(values: readonly RValue[]): readonly RValue[] | undefined {
  const vector = values.find(({ type }) => type.kind === 'vector');
  if (vector === undefined) return values;
  const made = values.map((value) => {
    const [first] = value.lanes;
    if (value.type.kind === 'vector') return value;
    return first === undefined
      ? value
      : broadcast(laneOf(vector.type), lanesOf(vector.type), first);
  });
  return made.every(({ type }) => lanesOf(type) === lanesOf(vector.type)) ? made : undefined;
}
