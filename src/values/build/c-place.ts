import type { Span } from '../../base/span.ts';
import type { Expression, Of } from '../../front/syntax.ts';
import { SCALARS } from '../../front/scalar.ts';
import { load } from './access.ts';
import type { Context, Place, RValue } from './context.ts';
import { asPointer, evaluate, evaluateAll } from './c-expression.ts';
import { binary, constant, convert, int, numberOf, offset, select } from './make.ts';
import { memberArray, staysWithin } from './member-array.ts';
import { moved } from './operators.ts';
import {
  componentsOf,
  laneOf,
  lanesOf,
  scalarType,
  showType,
  vectorType,
} from '../../front/types.ts';
import { memberOf } from '../../front/layout.ts';

/** Also finds places that cannot stand on the left of `=`.
 * @throws {Refused} */
export function placeOf(context: Context, expression: Expression): Place {
  const place = namedPlace(context, expression);
  if (expression.kind === 'index' || (expression.kind === 'unary' && expression.operator === '*'))
    accesses(context, place, expression.span);
  return place;
}

/** The same, of what is not accessed: it may be just behind an array.
 * @throws {Refused} */
export function namedPlace(context: Context, expression: Expression): Place {
  switch (expression.kind) {
    case 'name': {
      const found = context.lookUp(expression.name);
      if (found !== undefined) return found;
      return context.refuse(expression.span, `${expression.name} is not declared.`);
    }
    case 'index':
      return element(context, expression);
    case 'member':
      return member(context, expression);
    case 'unary':
      if (expression.operator === '*')
        return pointee(context, evaluate(context, expression.operand), expression.span);
      break;
    default:
      break;
  }
  const value = evaluate(context, expression);
  const [address] = value.lanes;
  if (value.type.kind === 'struct' && address !== undefined)
    return { kind: 'memory', type: value.type, address };
  return { kind: 'value', ...value };
}

export function pointee(context: Context, value: RValue, span: Span): Place {
  const { type, address } = asPointer(context, value, span);
  if (type.to.kind === 'void')
    return context.refuse(span, 'What a void pointer points to has no type.');
  return { kind: 'memory', type: type.to, address, within: value.within };
}

/** Claims that an access stays within the array of its pointer. */
export function accesses(context: Context, place: Place, span: Span): void {
  if (place.kind !== 'memory') return;
  staysWithin(context, place.within, span);
  if (place.inRow !== undefined) context.emitter.emit({ kind: 'subscript', ...place.inRow, span });
}

function element(context: Context, expression: Of<'index'>): Place {
  const { array, index, span } = expression;
  const vector = array.kind === 'name' ? context.lookUp(array.name) : undefined;
  if (vector?.type.kind === 'vector') return laneAt(context, vector, expression);
  const [left, right] = evaluateAll(context, [array, index]);
  if (left === undefined || right === undefined)
    return context.refuse(span, 'An index is missing.');
  const [pointer, by] = left.type.kind === 'pointer' ? [left, right] : [right, left];
  const [number] = by.lanes;
  if (pointer.type.kind !== 'pointer' || by.type.kind !== 'scalar' || number === undefined)
    return context.refuse(
      span,
      `A ${showType(left.type)} cannot be indexed with a ${showType(right.type)}.`,
    );
  const place = pointee(context, moved(pointer, pointer.type, number), span);
  const { elements = 0 } = pointer;
  const isOfRow = array.kind === 'index' || array.kind === 'unary';
  // One of a single element is mostly as long as memory is.
  if (place.kind !== 'memory' || !isOfRow || elements < 2) return place;
  const text = context.text(array.span);
  const row = array.kind === 'unary' ? `(${text})` : text;
  return { ...place, inRow: { index: number, row, elements } };
}

/** A lane of a vector by its number. */
function laneAt(context: Context, place: Place, { array, index, span }: Of<'index'>): Place {
  const by = evaluate(context, index);
  const [given = int(0)] = by.lanes;
  const value = given.kind === 'constant' ? given : context.emitter.keep(given, span);
  const lanes = lanesOf(place.type);
  const known = numberOf(value);
  if (known !== undefined) {
    if (known >= 0 && known < lanes) return components(context, place, [known], span);
    return context.refuse(span, `The vector has ${lanes} components; ${known} is none of them.`);
  }
  const own = {
    array: context.text(array.span),
    elements: constant('ulong', lanes),
    bytes: 1,
    index: value,
  };
  staysWithin(context, own, span);
  if (place.kind === 'memory') {
    const type = scalarType(laneOf(place.type));
    const at = moved(
      { type: place.type, lanes: [place.address] },
      { kind: 'pointer', to: type },
      value,
    );
    return { kind: 'memory', type, address: at.lanes[0] ?? place.address };
  }
  const read = load(context, place, span);
  const chosen = read.lanes.reduceRight((otherwise, lane, i) =>
    select(binary('==', convert('long', value), constant('long', i)), lane, otherwise),
  );
  return { kind: 'value', type: scalarType(laneOf(place.type)), lanes: [chosen] };
}

function member(context: Context, expression: Of<'member'>): Place {
  const { object, arrow, field, span } = expression;
  const place = arrow
    ? pointee(context, evaluate(context, object), span)
    : placeOf(context, object);
  if (arrow) accesses(context, place, span);
  const { type } = place;
  if (type.kind === 'struct' && place.kind === 'memory') {
    const found = memberOf(type, field);
    if (found !== undefined)
      return {
        kind: 'memory',
        type: found.type,
        address: offset(place.address, constant('long', found.offset)),
        within: memberArray(context, found.type, expression),
      };
  }
  if (type.kind === 'vector') {
    const lanes = componentsOf(field, type.lanes);
    if (lanes !== undefined) return components(context, place, lanes, span);
  }
  return context.refuse(span, `A ${showType(type)} has no ${field}.`);
}

/** Some lanes of a vector, in any order. */
function components(context: Context, place: Place, lanes: readonly number[], span: Span): Place {
  const lane = laneOf(place.type);
  const type = lanes.length === 1 ? scalarType(lane) : vectorType(lane, lanes.length);
  const size = SCALARS[lane].bytes;
  switch (place.kind) {
    case 'registers': {
      const registers = lanes.flatMap((i) => place.registers[i] ?? []);
      if (registers.length === lanes.length) return { kind: 'registers', type, registers };
      const value = load(context, place, span);
      const none = constant(lane, 0);
      return { kind: 'value', type, lanes: lanes.map((i) => value.lanes[i] ?? none) };
    }
    case 'memory':
      return { kind: 'lanes', type, address: place.address, offsets: lanes.map((i) => i * size) };
    case 'lanes':
      return { ...place, type, offsets: lanes.map((i) => place.offsets[i] ?? 0) };
    case 'value': {
      const none = constant(lane, 0);
      return { kind: 'value', type, lanes: lanes.map((i) => place.lanes[i] ?? none) };
    }
  }
}
