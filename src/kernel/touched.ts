import { binary } from '../front/algebra.ts';
import { num, type Expr } from '../front/expr.ts';
import type { Touched } from './ir.ts';
import { SCALARS } from '../front/scalar.ts';
import type { Length, Type } from '../front/syntax.ts';
import { alignOf, bytesOf, memberOf } from '../front/layout.ts';
import { counted, type CType, roomOf, scalarType } from '../front/types.ts';
import { advance, int, type Pointer, type Value } from './values.ts';

/** Part of an element, in bytes from its start. */
export interface Extent {
  readonly offset: number;
  readonly type?: Type | undefined;
  /** Set where the type does not say, as for a vector loaded from scalars. */
  readonly bytes?: number;
}

interface Part {
  readonly pointer: Pointer;
  readonly extent?: Extent | undefined;
}

const lengthIn = (length: Length): number =>
  typeof length === 'number'
    ? length
    : Number(length?.kind === 'number' ? length.text : Number.NaN);

const layout = (type: Type): CType =>
  counted(type, { length: lengthIn, other: (type) => type, known: new Map(), open: new Set() });

/** Sizes laid out as C does, structs and unions included; undefined where unknown. */
export function bytesOfType(type: Type): number | undefined {
  const bytes = type.kind === 'void' ? Number.NaN : bytesOf(layout(type));
  return Number.isNaN(bytes) ? undefined : bytes;
}

/** A member or component of an element; undefined where its place is unknown. */
export function fieldOf({ pointer, extent }: Part, field: string): Extent | undefined {
  const type = extent?.type ?? pointer.element;
  const start = extent?.offset ?? 0;
  const own = layout(type);
  if (own.kind === 'struct') {
    const found = memberOf(own, field);
    return found && { offset: start + found.offset, type: found.type };
  }
  if (own.kind !== 'vector') return undefined;
  const at = ['x', 'y', 'z', 'w'].indexOf(field);
  // Several components, or one by number, touch the whole vector.
  return at < 0
    ? { offset: start, type }
    : { offset: start + at * SCALARS[own.scalar].bytes, type: scalarType(own.scalar) };
}

export function touchedBy(
  pointer: Pointer,
  extent: Extent | undefined,
  atomic: boolean,
): Touched | undefined {
  const { root, space, array, offset, element } = pointer;
  if (space === 'private' && root === undefined) return undefined;
  const size = bytesOfType(element);
  const own = extent?.type && bytesOfType(extent.type);
  const bytes = extent?.bytes ?? own ?? size ?? 4;
  const address =
    root === undefined || offset === undefined || size === undefined
      ? undefined
      : binary('+', binary('*', offset, num(size)), num(extent?.offset ?? 0));
  const type = layout(extent?.type ?? element);
  const aligned = type.kind === 'struct' && extent?.bytes === undefined ? alignOf(type) : bytes;
  const isConstant = space === 'global' && root?.space === 'constant';
  return {
    array: `${array} of ${root?.key ?? ''}`,
    memory: isConstant ? 'constant' : space,
    bytes,
    ...(aligned < bytes && { aligned }),
    address,
    ...(atomic && { atomic }),
  };
}

/** A pointer whose elements are of another type. */
export function recast(pointer: Pointer, element: Type): Pointer | undefined {
  const [from, to] = [pointer.element, element].map(bytesOfType);
  const { offset } = pointer;
  if (offset === undefined || from === undefined || to === undefined) return undefined;
  const scale = (expr: Expr): Expr =>
    from % to === 0
      ? binary('*', expr, num(from / to))
      : binary('/', from === 1 ? expr : binary('*', expr, num(from)), num(to));
  return { ...pointer, offset: scale(offset), inner: [], element, target: undefined };
}

/** `vloadn` and `vstoren` touch n elements from n times the offset on. */
export function vectorAt<P extends { readonly kind: string }>(
  text: string,
  offset: Value | undefined,
  place: P | (P & Part),
): P {
  const lanes = Number(/(\d+)(?:_|$)/.exec(text)?.[1] ?? 1);
  if (!('pointer' in place) || offset === undefined) return place;
  const by = offset.kind === 'int' ? int(binary('*', offset.expr, num(lanes))) : offset;
  const { pointer } = place;
  const bytes = (bytesOfType(pointer.element) ?? 4) / roomOf(pointer.element);
  return {
    ...place,
    pointer: advance(pointer, by, 1),
    extent: { offset: 0, bytes: lanes * bytes },
  };
}
