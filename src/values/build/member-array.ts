import type { Span } from '../../base/span.ts';
import { alternatives } from '../../base/words.ts';
import type { Of } from '../../front/syntax.ts';
import { bytesOf } from '../../front/layout.ts';
import { type CType, innermost, sameType } from '../../front/types.ts';
import type { Scalar } from '../../front/scalar.ts';
import type { Value } from '../program.ts';
import type { Context, Place, RValue, Within } from './context.ts';
import { settledWithin } from './settle.ts';
import { binary, constant, convert, select, unary } from './make.ts';

/** One of a single element is mostly as long as memory is. */
export function memberArray(
  context: Context,
  type: CType,
  member: Of<'member'>,
): Within | undefined {
  if (type.kind !== 'array' || type.length < 2) return undefined;
  const bytes = bytesOf(innermost(type));
  const elements = constant('ulong', bytesOf(type) / bytes);
  return { array: memberName(context, member), elements, bytes, index: constant('long', 0) };
}

/** The access as written, or by its names where a macro has it. */
function memberName(context: Context, { object, arrow, field, span }: Of<'member'>): string {
  const written = context.text(span);
  if (written.endsWith(field)) return written;
  const outer =
    object.kind === 'name'
      ? object.name
      : object.kind === 'member'
        ? memberName(context, object)
        : context.text(object.span);
  return `${outer}${arrow ? '->' : '.'}${field}`;
}

/** So many elements of the array on, or nothing where that is part of one. */
export function movedWithin(
  within: Within | undefined,
  step: number,
  by: Value,
  operator: '+' | '-' = '+',
): Within | undefined {
  const elements = within === undefined ? 0 : step / within.bytes;
  if (within === undefined || !Number.isInteger(elements)) return undefined;
  const more = binary('*', convert('long', by), constant('long', elements));
  const index = binary('+', within.index, operator === '-' ? unary('-', more) : more);
  return { ...within, index };
}

/** Claims that an access of some elements in a row is inside of the array. */
export function staysWithin(
  context: Context,
  within: Within | undefined,
  span: Span,
  count = 1,
): void {
  if (within === undefined) return;
  const { array, elements, index } = within;
  const at = convert('ulong', index);
  const isLonger = binary('>=', elements, constant('ulong', count));
  const last = binary('-', elements, constant('ulong', count - 1));
  const condition = binary('<', at, select(isLonger, last, constant('ulong', 0)));
  if (condition.kind === 'constant' && Number(condition.value) !== 0) return;
  const text = context.text(span);
  const known = elements.kind === 'constant' ? Number(elements.value) : undefined;
  context.emitter.emit({
    kind: 'assert',
    condition,
    text,
    within: { array, elements: known, index },
    span,
  });
}

/** Elements before and behind a pointer that leads into no such array: more than any index. */
const AMPLE = 2 ** 52;

/** In place of the array of a pointer that leads into none. */
const anywhere = ({ array, bytes }: Pick<Within, 'array' | 'bytes'>): Within => ({
  array,
  bytes,
  elements: constant('ulong', 2 * AMPLE),
  index: constant('long', AMPLE),
});

/** Both as parts of one array, or of either; nothing where none leads into one. */
export function ofEither(
  one: Within | undefined,
  other: Within | undefined,
): readonly [Within, Within] | undefined {
  const [some] = [one ?? other].filter((each) => each !== undefined);
  if (some === undefined) return undefined;
  const [a, b] = [one ?? anywhere(some), other ?? anywhere(some)];
  if (a.bytes !== b.bytes) return undefined;
  const array = a.array === b.array ? a.array : alternatives([a.array, b.array]);
  return [
    { ...a, array },
    { ...b, array },
  ];
}

export const areAsLong = (one: Within, other: Within): boolean =>
  one.elements === other.elements ||
  (one.elements.kind === 'constant' &&
    other.elements.kind === 'constant' &&
    one.elements.value === other.elements.value);

/** A place of a pointer that may be given other arrays: where it is in its own, and how long that is.
 * @param array what it points into, in words */
export function heldPointer(
  { emitter }: Context,
  place: Place,
  array: string,
  register: 'variable' | 'temporary',
  elements?: Value,
): Place {
  if (place.kind !== 'registers' || place.type.kind !== 'pointer') return place;
  if (place.type.to.kind === 'void') return place;
  const own = (type: Scalar): Value => ({
    kind: 'register',
    type,
    register: register === 'variable' ? emitter.variable({ type }) : emitter.temporary(type),
  });
  const bytes = bytesOf(innermost(place.type.to));
  return {
    ...place,
    within: { array, bytes, elements: elements ?? own('ulong'), index: own('long') },
  };
}

/** Says where the pointer that is given to a place leads, if the place tells. */
export function keepWithin(
  { emitter }: Context,
  place: Within | undefined,
  given: Within | undefined,
  span: Span,
): void {
  if (place === undefined) return;
  const set = (target: Value, value: Value): void => {
    const isOwn = value.kind === 'register' && target.kind === 'register';
    if (target.kind !== 'register' || (isOwn && value.register === target.register)) return;
    emitter.emit({ kind: 'set', target: target.register, value, span });
  };
  const isAnother = given === undefined || given.bytes !== place.bytes;
  const known = isAnother ? anywhere(place) : given;
  if (isAnother && place.elements.kind !== 'register') return;
  set(place.index, known.index);
  set(place.elements, known.elements);
}

/** Remembers the array that a variable points into. */
export function inArray(
  context: Context,
  place: Place,
  name: string,
  given: RValue | undefined,
  span: Span,
): Place {
  if (place.kind !== 'registers' || place.type.kind !== 'pointer') return place;
  const { assigned, replaced, leading } = context.frame;
  const isKept = given !== undefined && sameType(given.type, place.type);
  const within = isKept ? given.within : undefined;
  if (replaced.has(name) && (within !== undefined || leading().names.has(name))) {
    const held = heldPointer(context, place, `what ${name} points into`, 'variable');
    if (held.kind === 'registers') keepWithin(context, held.within, within, span);
    return held;
  }
  if (within === undefined) return place;
  if (!assigned.has(name)) return { ...place, within: settledWithin(context, within, span) };
  const register = context.emitter.variable({ type: 'long' });
  const index = { kind: 'register', type: 'long', register } as const;
  context.emitter.emit({ kind: 'set', target: register, value: within.index, span });
  return { ...place, within: { ...within, index } };
}
