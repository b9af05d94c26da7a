import type { Value } from '../program.ts';
import { isFloat, type Scalar } from '../../front/scalar.ts';
import type { Context, RValue } from './context.ts';
import { isArithmetic } from './conversion.ts';
import { laneOf, scalarType, showType, vectorType } from '../../front/types.ts';
import { argument, type BuiltInCall, type Handler } from './handler.ts';
import { int, truth } from './make.ts';
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

/** Arguments that the signature brought to one type. */
export function numbers(call: BuiltInCall, count: number): readonly RValue[] {
  const { context, name, span } = call;
  const given = Array.from({ length: count }, (_, i) => argument(call, i));
  for (const { type } of given)
    if (!isArithmetic(type)) context.refuse(span, `${name} is not defined for ${showType(type)}.`);
  return given;
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

/** A function of numbers, lane by lane. */
export const byLane =
  (count: number, compute: Compute): Handler =>
  (call) =>
    each(call, numbers(call, count), compute);

/** A function of integers. */
export const ofIntegers =
  (count: number, compute: Compute): Handler =>
  (call) => {
    const values = numbers(call, count);
    if (values.some(({ type }) => isFloat(laneOf(type))))
      call.context.refuse(call.span, `${call.name} is not defined for floating-point numbers.`);
    return each(call, values, compute);
  };

/** `int` for scalars, a mask as wide as the lanes for vectors. */
export const test =
  (count: number, holds: (args: readonly Value[], lane: Lane) => Value): Handler =>
  (call) => {
    const values = numbers(call, count);
    const isVector = values[0]?.type.kind === 'vector';
    return each(call, values, (args, lane) =>
      isVector ? mask(lane.type, truth(holds(args, lane))) : truth(holds(args, lane)),
    );
  };
