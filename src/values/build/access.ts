import type { Span } from '../../base/span.ts';
import type { Value } from '../program.ts';
import { SCALARS } from '../../front/scalar.ts';
import type { Expression } from '../../front/syntax.ts';
import type { Context, Place, RValue } from './context.ts';
import { convertTo } from './conversion.ts';
import { constant, offset, some } from './make.ts';
import { keepWithin } from './member-array.ts';
import { objectOf } from './memory.ts';
import { cellsOf } from '../../front/layout.ts';
import { type CType, laneOf, lanesOf } from '../../front/types.ts';

/** Kept in a register, where computing it twice would take two steps. */
const once = (context: Context, value: Value, span: Span): Value =>
  value.kind === 'register' ||
  (value.kind === 'offset' &&
    value.bytes.kind === 'constant' &&
    (value.pointer.kind === 'register' || value.pointer.kind === 'address'))
    ? value
    : context.emitter.keep(value, span);

/** A struct without a name, an expression's own. */
export function unnamed(
  context: Context,
  type: Extract<CType, { kind: 'struct' }>,
  key: Expression,
): Extract<Place, { kind: 'memory' }> {
  const about = { space: 'private', span: key.span, length: 'stated' } as const;
  const place = context.once(key, type, () => ({
    kind: 'memory',
    type,
    address: context.object(objectOf(type.name, type, about)),
  }));
  if (place.kind !== 'memory') throw new Error('a struct lies in memory');
  return place;
}

/** Addresses of the lanes of a place in memory. */
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

/** CUDA's accesses of memory begin at a multiple of their size, which for vectors is at most 16 bytes. */
function alignmentOf({ program, clean }: Context, place: Place): number | undefined {
  if (program.language !== 'cuda' || place.kind !== 'memory' || PACKED.test(clean))
    return undefined;
  const lanes = lanesOf(place.type);
  const bytes = SCALARS[laneOf(place.type)].bytes;
  return lanes === 3 ? bytes : Math.min(MOST_ALIGNED, lanes * bytes);
}

const PACKED = /\bpacked\b/;
const MOST_ALIGNED = 16;

/** An array becomes a pointer to its first element; a struct stays where it is. */
export function load(context: Context, place: Place, span: Span): RValue {
  const { type } = place;
  if (place.kind === 'value') return { type, lanes: place.lanes, within: place.within };
  const lane = laneOf(type);
  if (place.kind === 'registers')
    return {
      type,
      lanes: place.registers.map((register) => ({ kind: 'register', type: lane, register })),
      within: place.within,
    };
  if (place.kind === 'memory') {
    if (type.kind === 'array')
      return {
        type: { kind: 'pointer', to: type.of },
        lanes: [place.address],
        within: place.within,
        elements: type.length,
      };
    if (type.kind === 'struct') return { type, lanes: [place.address] };
  }
  const text = context.text(span);
  const first = alignmentOf(context, place);
  const lanes = addresses(context, place, span).map((address, i): Value => {
    const target = context.emitter.temporary(lane);
    const aligned = i === 0 ? first : undefined;
    context.emitter.emit({ kind: 'load', target, type: lane, address, text, span, aligned });
    return { kind: 'register', type: lane, register: target };
  });
  return { type, lanes };
}

/** Converts the value to the place's type.
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
    // `v.xy = v.yx`: the lane overwritten first may be needed later.
    const mixes = value.lanes.some((each, i) =>
      some(
        each,
        (part) => part.kind === 'register' && registers.slice(0, i).includes(part.register),
      ),
    );
    const lanes = mixes ? value.lanes.map((each) => emitter.keep(each, span)) : value.lanes;
    registers.forEach((target, i) => {
      const each = lanes[i];
      if (each !== undefined && !(each.kind === 'register' && each.register === target))
        emitter.emit({ kind: 'set', target, value: each, span });
    });
    keepWithin(context, place.within, value.within, span);
    return;
  }
  const first = alignmentOf(context, place);
  addresses(context, place, span).forEach((address, i) => {
    const each = value.lanes[i];
    const aligned = i === 0 ? first : undefined;
    const object = context.objects[rootOf(address) ?? -1];
    if (object?.space === 'constant')
      context.refuse(span, `${object.name} is in constant memory, which nobody may write.`);
    if (each !== undefined)
      emitter.emit({ kind: 'store', type: lane, address, value: each, text, span, aligned });
  });
}

/** The object that an address is in, where the address itself names it. */
function rootOf(address: Value): number | undefined {
  if (address.kind === 'address') return address.object;
  return address.kind === 'offset' ? rootOf(address.pointer) : undefined;
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
  const cells = cellsOf(type);
  const last = cells.at(-1);
  for (const cell of cells) {
    const at = (base: Value): Value => offset(base, constant('long', cell.offset));
    emitter.scoped(() => {
      const register = emitter.temporary(cell.type);
      const same = { type: cell.type, text: `${text}${cell.path}`, copies: true, span };
      emitter.emit({ kind: 'load', target: register, address: at(source), ...same });
      const value: Value = { kind: 'register', type: cell.type, register };
      const others =
        cell === last ? cells.slice(0, -1).map((each) => each.offset - cell.offset) : undefined;
      emitter.emit({
        kind: 'store',
        address: at(target),
        value,
        ...same,
        ...(others && { others }),
      });
    });
  }
}
