import type { Span } from '../../base/span.ts';
import type { Scalar } from '../../front/scalar.ts';
import type { Value } from '../program.ts';
import type { Context, RValue } from './context.ts';
import { convert } from './make.ts';
import {
  type CType,
  laneOf,
  sameType,
  scalarType,
  showType,
  vectorType,
} from '../../front/types.ts';

export const isArithmetic = (type: CType): boolean =>
  (type.kind === 'scalar' || type.kind === 'vector') && laneOf(type) !== 'pointer';

export const single = (type: Scalar, value: Value): RValue => ({
  type: scalarType(type),
  lanes: [value],
});

export const ofScalar = (value: Value): RValue => single(value.type, value);

export const NOTHING: RValue = { type: { kind: 'void' }, lanes: [] };

/** Combines values as lanes. */
export const ofLanes = (lanes: readonly Value[]): RValue => {
  const type = lanes[0]?.type ?? 'int';
  return { type: lanes.length === 1 ? scalarType(type) : vectorType(type, lanes.length), lanes };
};

/** Converts as by assignment, parameter passing, or a scalar cast. */
export function convertTo(context: Context, value: RValue, type: CType, span: Span): RValue {
  const { type: from, lanes, within } = value;
  const [first] = lanes;
  if (sameType(from, type)) return { type, lanes, within };
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
