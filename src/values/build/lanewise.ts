import type { Value } from '../program.ts';
import { isFloat, type Scalar } from '../../front/scalar.ts';
import type { Context, RValue } from './context.ts';
import { broadcast, isArithmetic } from './conversion.ts';
import { common, laneOf, lanesOf, scalarType, showType, vectorType } from '../../front/types.ts';
import { argument, type BuiltInCall, type Handler } from './handler.ts';
import { convert, int, truth } from './make.ts';
import { mask } from './operators.ts';
import type { Span } from '../../base/span.ts';

/** Built-in functions that treat each vector lane like a scalar. */

export interface Lane {
  readonly context: Context;
  readonly type: Scalar;
  readonly span: Span;
  /** Puts a value into a register if used more than once. */
  readonly once: (value: Value) => Value;
}

/** Gives arguments one type: the vector's among them, or else C's common type. Floating-point
 * functions take integers as `float`. */
export function alike(call: BuiltInCall, count: number, floats: boolean): readonly RValue[] {
  const { context, name, span } = call;
  const given = Array.from({ length: count }, (_, i) => argument(call, i));
  for (const { type } of given)
    if (!isArithmetic(type)) context.refuse(span, `${name} is not defined for ${showType(type)}.`);
  const vectors = given.filter(({ type }) => type.kind === 'vector');
  const [vector] = vectors;
  const scalars = given.map(({ type }) => laneOf(type));
  const [first = 'int'] = scalars;
  const plain = scalars.every((type) => type === first)
    ? first
    : scalars.reduce((a, b) => common(a, b));
  const wanted = vector === undefined ? plain : laneOf(vector.type);
  const type = floats && !isFloat(wanted) ? 'float' : wanted;
  const lanes = vector === undefined ? 1 : lanesOf(vector.type);
  if (vectors.some((each) => lanesOf(each.type) !== lanes || laneOf(each.type) !== wanted))
    context.refuse(span, `${name} has vectors of different types.`);
  return given.map((value) => {
    const [only = int(0)] = value.lanes;
    if (value.type.kind === 'vector')
      return {
        type: vectorType(type, lanes),
        lanes: value.lanes.map((lane) => convert(type, lane)),
      };
    return lanes === 1
      ? { type: scalarType(type), lanes: [convert(type, only)] }
      : broadcast(type, lanes, only);
  });
}

const laneContext = ({ context, span }: BuiltInCall, type: Scalar): Lane => ({
  context,
  type,
  span,
  once: (value) =>
    value.kind === 'register' || value.kind === 'constant'
      ? value
      : context.emitter.keep(value, span),
});

type Compute = (args: readonly Value[], lane: Lane) => Value;

const each = (call: BuiltInCall, values: readonly RValue[], compute: Compute): RValue => {
  const [first] = values;
  const type = first === undefined ? 'int' : laneOf(first.type);
  const lane = laneContext(call, type);
  const lanes = (first?.lanes ?? []).map((_, i) =>
    compute(
      values.map((value) => value.lanes[i] ?? int(0)),
      lane,
    ),
  );
  const made = lanes[0]?.type ?? type;
  return { type: lanes.length === 1 ? scalarType(made) : vectorType(made, lanes.length), lanes };
};

/** A function of floating-point numbers. */
export const ofFloats =
  (count: number, compute: Compute): Handler =>
  (call) =>
    each(call, alike(call, count, true), compute);

/** A function of any numbers. */
export const ofNumbers =
  (count: number, compute: Compute): Handler =>
  (call) =>
    each(call, alike(call, count, false), compute);

/** A function of integers. */
export const ofIntegers =
  (count: number, compute: Compute): Handler =>
  (call) => {
    const values = alike(call, count, false);
    if (values.some(({ type }) => isFloat(laneOf(type))))
      call.context.refuse(call.span, `${call.name} is not defined for floating-point numbers.`);
    return each(call, values, compute);
  };

/** `int` for scalars, a mask as wide as the lanes for vectors. */
export const test =
  (count: number, holds: (args: readonly Value[], lane: Lane) => Value): Handler =>
  (call) => {
    const values = alike(call, count, true);
    const isVector = values[0]?.type.kind === 'vector';
    return each(call, values, (args, lane) =>
      isVector ? mask(lane.type, truth(holds(args, lane))) : truth(holds(args, lane)),
    );
  };

/** Takes a floating-point number and an `int` per lane. */
export const withInt =
  (compute: (x: Value, n: Value, lane: Lane) => Value): Handler =>
  (call) => {
    const [x] = alike(call, 1, true);
    const n = argument(call, 1);
    if (x === undefined) return call.context.refuse(call.span, `${call.name} needs an argument.`);
    const lane = laneContext(call, laneOf(x.type));
    const lanes = x.lanes.map((value, i) =>
      compute(value, convert('int', n.lanes[n.lanes.length === 1 ? 0 : i] ?? int(0)), lane),
    );
    return { type: x.type, lanes };
  };
