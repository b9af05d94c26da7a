import { binary } from './algebra.ts';
import { num, type Expr } from './expr.ts';
import type { Touched } from './ir.ts';
import type { Program, TypeName } from './syntax.ts';
import { bytesOf, lanesOf, vectorOf } from './types.ts';
import { advance, int, type Pointer, type Value } from './values.ts';

/** Part of an element: so many bytes from its start, and its type. */
export interface Extent {
  readonly offset: number;
  readonly type?: TypeName | undefined;
  /** Where the type alone does not say it, as for a vector that is loaded from an array of scalars. */
  readonly bytes?: number;
}

/** An element of an array, and which bytes of it. */
interface Part {
  readonly pointer: Pointer;
  readonly extent?: Extent | undefined;
}

/** Bytes of a value of a type, structs and unions included, laid out as C does; undefined where it is not known. */
export function bytesOfType(program: Program, type: TypeName): number | undefined {
  return bytesOf(type) ?? structOf(program, type)?.bytes;
}

/** Where the members of a struct lie. */
function structOf(program: Program, type: TypeName) {
  const struct = type.pointers > 0 ? undefined : program.structs.get(type.base);
  if (struct === undefined) return undefined;
  const members = new Map<string, { readonly offset: number; readonly type: TypeName }>();
  let [end, most, aligned] = [0, 0, 1];
  for (const { name, type: own, sizes } of struct.members) {
    const one = bytesOfType(program, own);
    const counts = sizes.map((size) => (size?.kind === 'number' ? Number(size.text) : Number.NaN));
    const bytes = counts.reduce((all, count) => all * count, one ?? Number.NaN);
    if (Number.isNaN(bytes)) return undefined;
    const step = struct.packed ? 1 : alignmentOf(program, own);
    const offset = struct.union ? 0 : Math.ceil(end / step) * step;
    members.set(name, { offset, type: own });
    end = offset + bytes;
    [most, aligned] = [Math.max(most, end), Math.max(aligned, step)];
  }
  return { members, aligned, bytes: Math.ceil(most / aligned) * aligned };
}

const alignmentOf = (program: Program, type: TypeName): number =>
  bytesOf(type) ?? structOf(program, type)?.aligned ?? 4;

/** The member of an element, or a component of it; undefined where it is not known where that lies. */
export function fieldOf(
  program: Program,
  { pointer, extent }: Part,
  field: string,
): Extent | undefined {
  const type = extent?.type ?? pointer.element;
  const start = extent?.offset ?? 0;
  const found = structOf(program, type)?.members.get(field);
  if (found !== undefined) return { offset: start + found.offset, type: found.type };
  const vector = vectorOf(type);
  if (vector === undefined) return undefined;
  const at = ['x', 'y', 'z', 'w'].indexOf(field);
  const element = { base: vector.element, pointers: 0 };
  // Several components, or one by its number: all of the vector.
  return at < 0
    ? { offset: start, type }
    : { offset: start + at * (bytesOf(element) ?? 4), type: element };
}

/** What an access through a pointer touches. */
export function touchedBy(
  program: Program,
  pointer: Pointer,
  extent: Extent | undefined,
  atomic: boolean,
): Touched | undefined {
  const { root, space, array, offset, element } = pointer;
  if (space === 'private') return undefined;
  const size = bytesOfType(program, element);
  const own = extent?.type && bytesOfType(program, extent.type);
  const bytes = extent?.bytes ?? own ?? size ?? 4;
  const address =
    root === undefined || offset === undefined || size === undefined
      ? undefined
      : binary('+', binary('*', offset, num(size)), num(extent?.offset ?? 0));
  const isConstant = space === 'global' && root?.type.space === 'constant';
  return {
    array: `${array}#${root?.id ?? ''}`,
    memory: isConstant ? 'constant' : space,
    ...{ bytes, address },
    ...(atomic && { atomic }),
  };
}

/** A pointer whose elements are of another type. */
export function recast(program: Program, pointer: Pointer, element: TypeName): Pointer | undefined {
  const [from, to] = [pointer.element, element].map((type) => bytesOfType(program, type));
  const { offset } = pointer;
  if (offset === undefined || from === undefined || to === undefined) return undefined;
  const scale = (expr: Expr): Expr =>
    from % to === 0
      ? binary('*', expr, num(from / to))
      : binary('/', from === 1 ? expr : binary('*', expr, num(from)), num(to));
  return { ...pointer, offset: scale(offset), inner: [], element, target: undefined };
}

/** Where `vloadn` and `vstoren` of an offset lie: n elements from n times the offset on. */
export function vectorAt<P extends { readonly kind: string }>(
  text: string,
  offset: Value | undefined,
  place: P | (P & Part),
): P {
  const lanes = Number(/(\d+)(?:_|$)/.exec(text)?.[1] ?? 1);
  if (!('pointer' in place) || offset === undefined) return place;
  const by = offset.kind === 'int' ? int(binary('*', offset.expr, num(lanes))) : offset;
  const { pointer } = place;
  const bytes = (bytesOf(pointer.element) ?? 4) / lanesOf(pointer.element);
  return {
    ...place,
    pointer: advance(pointer, by, 1),
    extent: { offset: 0, bytes: lanes * bytes },
  };
}
