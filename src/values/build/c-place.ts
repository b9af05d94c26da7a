import type { Span } from '../../base/span.ts';
import type { Expression, Of } from '../../kernel/syntax.ts';
import type { Value } from '../program.ts';
import { SCALARS } from '../scalar.ts';
import type { Context, Place, RValue } from './context.ts';
import { convertTo } from './conversion.ts';
import { asPointer, evaluate, evaluateAll } from './c-expression.ts';
import { constant, convert, int, numberOf, offset, select, some, binary } from './make.ts';
import { moved } from './operators.ts';
import {
  cellsOf,
  componentsOf,
  type CType,
  laneOf,
  lanesOf,
  memberOf,
  scalarType,
  showType,
  vectorType,
} from './types.ts';

/** Where an expression says that something is: what can stand on the left of `=`, and more.
 * @throws {Refused} */
export function placeOf(context: Context, expression: Expression): Place {
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

/** What a pointer points to. */
export function pointee(context: Context, value: RValue, span: Span): Place {
  const { type, address } = asPointer(context, value, span);
  if (type.to.kind === 'void')
    return context.refuse(span, 'What a void pointer points to has no type.');
  return { kind: 'memory', type: type.to, address };
}

function element(context: Context, { array, index, span }: Of<'index'>): Place {
  const vector = array.kind === 'name' ? context.lookUp(array.name) : undefined;
  if (vector?.type.kind === 'vector') return laneAt(context, vector, index, span);
  const [left, right] = evaluateAll(context, [array, index]);
  if (left === undefined || right === undefined) return context.refuse(span, 'An index is missing.');
  const [pointer, by] = left.type.kind === 'pointer' ? [left, right] : [right, left];
  const [number] = by.lanes;
  if (pointer.type.kind !== 'pointer' || by.type.kind !== 'scalar' || number === undefined)
    return context.refuse(
      span,
      `A ${showType(left.type)} cannot be indexed with a ${showType(right.type)}.`,
    );
  return pointee(context, moved(pointer, pointer.type, number), span);
}

/** A lane of a vector by its number. */
function laneAt(context: Context, place: Place, index: Expression, span: Span): Place {
  const by = evaluate(context, index);
  const [value = int(0)] = by.lanes;
  const lanes = lanesOf(place.type);
  const known = numberOf(value);
  if (known !== undefined) {
    if (known >= 0 && known < lanes) return components(context, place, [known], span);
    return context.refuse(span, `The vector has ${lanes} components; ${known} is none of them.`);
  }
  if (place.kind === 'memory') {
    const type = scalarType(laneOf(place.type));
    const at = moved({ type: place.type, lanes: [place.address] }, { kind: 'pointer', to: type }, value);
    return { kind: 'memory', type, address: at.lanes[0] ?? place.address };
  }
  const read = load(context, place, span);
  const chosen = read.lanes.reduceRight((otherwise, lane, i) =>
    select(binary('==', convert('long', value), constant('long', i)), lane, otherwise),
  );
  return { kind: 'value', type: scalarType(laneOf(place.type)), lanes: [chosen] };
}

function member(context: Context, { object, arrow, field, span }: Of<'member'>): Place {
  const place = arrow
    ? pointee(context, evaluate(context, object), span)
    : placeOf(context, object);
  const { type } = place;
  if (type.kind === 'struct' && place.kind === 'memory') {
    const found = memberOf(type, field);
    if (found !== undefined)
      return {
        kind: 'memory',
        type: found.type,
        address: offset(place.address, constant('long', found.offset)),
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
      return {
        kind: 'lanes',
        type,
        address: place.address,
        offsets: lanes.map((i) => i * size),
      };
    case 'lanes':
      return { ...place, type, offsets: lanes.map((i) => place.offsets[i] ?? 0) };
    case 'value': {
      const none = constant(lane, 0);
      return { kind: 'value', type, lanes: lanes.map((i) => place.lanes[i] ?? none) };
    }
  }
}

/** A copy of the value in a register, where computing it twice would take two steps. */
const once = (context: Context, value: Value, span: Span): Value =>
  value.kind === 'register' ||
  (value.kind === 'offset' &&
    value.bytes.kind === 'constant' &&
    (value.pointer.kind === 'register' || value.pointer.kind === 'address'))
    ? value
    : context.emitter.keep(value, span);

/** The addresses of the lanes of what lies in memory. */
function addresses(context: Context, place: Place, span: Span): readonly Value[] {
  if (place.kind !== 'memory' && place.kind !== 'lanes') return [];
  const size = SCALARS[laneOf(place.type)].bytes;
  const offsets =
    place.kind === 'lanes'
      ? place.offsets
      : Array.from({ length: lanesOf(place.type) }, (_, i) => i * size);
  const base = offsets.length > 1 ? once(context, place.address, span) : place.address;
  return offsets.map((bytes) => offset(base, constant('long', bytes)));
}

/** What is at a place. An array is a pointer to its first element; a struct stays where it is. */
export function load(context: Context, place: Place, span: Span, text = context.text(span)): RValue {
  const { type } = place;
  if (place.kind === 'value') return { type, lanes: place.lanes };
  const lane = laneOf(type);
  if (place.kind === 'registers')
    return {
      type,
      lanes: place.registers.map((register) => ({ kind: 'register', type: lane, register })),
    };
  if (place.kind === 'memory') {
    if (type.kind === 'array')
      return { type: { kind: 'pointer', to: type.of }, lanes: [place.address] };
    if (type.kind === 'struct') return { type, lanes: [place.address] };
  }
  const lanes = addresses(context, place, span).map((address): Value => {
    const target = context.emitter.temporary(lane);
    context.emitter.emit({ kind: 'load', target, type: lane, address, text, span });
    return { kind: 'register', type: lane, register: target };
  });
  return { type, lanes };
}

/** Puts a value at a place, converted to its type.
 * @throws {Refused} where nothing can be put there. */
export function store(
  context: Context,
  place: Place,
  given: RValue,
  span: Span,
  text = context.text(span),
): void {
  const { emitter } = context;
  const { type } = place;
  if (place.kind === 'value') context.refuse(span, 'Nothing can be assigned to this.');
  const value = convertTo(context, given, type, span);
  if (type.kind === 'struct') {
    const [from] = value.lanes;
    if (place.kind === 'memory' && from !== undefined)
      copy(context, type, place.address, from, span, text);
    return;
  }
  if (type.kind === 'array') context.refuse(span, 'An array cannot be assigned to.');
  const lane = laneOf(type);
  if (place.kind === 'registers') {
    const { registers } = place;
    // `v.xy = v.yx`: what is overwritten first may be needed later.
    const mixes = value.lanes.some((each, i) =>
      some(each, (part) => part.kind === 'register' && registers.slice(0, i).includes(part.register)),
    );
    const lanes = mixes ? value.lanes.map((each) => emitter.keep(each, span)) : value.lanes;
    registers.forEach((target, i) => {
      const each = lanes[i];
      if (each !== undefined && !(each.kind === 'register' && each.register === target))
        emitter.emit({ kind: 'set', target, value: each, span });
    });
    return;
  }
  addresses(context, place, span).forEach((address, i) => {
    const each = value.lanes[i];
    if (each !== undefined) emitter.emit({ kind: 'store', type: lane, address, value: each, text, span });
  });
}

/** Copies a struct, scalar by scalar. */
function copy(
  context: Context,
  type: CType,
  to: Value,
  from: Value,
  span: Span,
  text: string,
): void {
  const { emitter } = context;
  const [target, source] = [once(context, to, span), once(context, from, span)];
  for (const cell of cellsOf(type)) {
    const at = (base: Value): Value => offset(base, constant('long', cell.offset));
    emitter.scoped(() => {
      const register = emitter.temporary(cell.type);
      const same = { type: cell.type, text: `${text}${cell.path}`, copies: true, span };
      emitter.emit({ kind: 'load', target: register, address: at(source), ...same });
      const value: Value = { kind: 'register', type: cell.type, register };
      emitter.emit({ kind: 'store', address: at(target), value, ...same });
    });
  }
}
