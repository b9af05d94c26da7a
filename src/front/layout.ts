import { SCALARS, type Scalar } from './scalar.ts';
import { type CType, laneName, laneOf, type Member, roomOf, type StructType } from './types.ts';

/** Bytes in memory; NaN where they are not known. */
export function bytesOf(type: CType): number {
  switch (type.kind) {
    case 'void':
      return 1;
    case 'scalar':
    case 'vector':
      return SCALARS[type.scalar].bytes * roomOf(type);
    case 'pointer':
      return 8;
    case 'array':
      return type.length * bytesOf(type.of);
    case 'struct':
      return layoutOf(type).bytes;
    case 'other':
      return Number.NaN;
  }
}

export function alignOf(type: CType): number {
  if (type.kind === 'struct') return layoutOf(type).align;
  return type.kind === 'array' ? alignOf(type.of) : bytesOf(type);
}

/** A member, and its bytes from the start. */
export type Placed = Member & { readonly offset: number };

interface Layout {
  readonly members: readonly Placed[];
  readonly bytes: number;
  readonly align: number;
}

const layouts = new WeakMap<readonly Member[], Layout>();

/** Members one after the other, or a union's all at 0. */
export function layoutOf({ members = [], union, packed }: StructType): Layout {
  const known = layouts.get(members);
  if (known !== undefined) return known;
  let [end, align] = [0, 1];
  const up = (offset: number, to: number): number => Math.ceil(offset / to) * to;
  const placed = members.map((member): Placed => {
    const own = packed ? 1 : alignOf(member.type);
    const offset = union ? 0 : up(end, own);
    end = Math.max(end, offset + bytesOf(member.type));
    align = Math.max(align, own);
    return { ...member, offset };
  });
  const made = { members: placed, bytes: Math.max(up(end, align), align), align };
  layouts.set(members, made);
  return made;
}

/** Also finds members of nameless structs inside. */
export function memberOf(type: StructType, name: string): Placed | undefined {
  for (const member of layoutOf(type).members) {
    if (member.name === name) return member;
    if (member.name !== '' || member.type.kind !== 'struct') continue;
    const inner = memberOf(member.type, name);
    if (inner !== undefined) return { ...inner, offset: member.offset + inner.offset };
  }
  return undefined;
}

/** A scalar in memory. */
export interface Cell {
  readonly offset: number;
  readonly type: Scalar;
  /** `.x[1]`, written behind the name of the whole. */
  readonly path: string;
}

/** A type's scalars in memory order; for a union, its largest member's. A three-lane vector's
 * padding is none. */
export function cellsOf(type: CType, offset = 0, path = ''): Cell[] {
  switch (type.kind) {
    case 'void':
    case 'other':
      return [];
    case 'scalar':
    case 'pointer':
      return [{ offset, type: laneOf(type), path }];
    case 'vector': {
      const { bytes } = SCALARS[type.scalar];
      return Array.from({ length: type.lanes }, (_, i) => ({
        offset: offset + i * bytes,
        type: type.scalar,
        path: `${path}.${laneName(i, type.lanes)}`,
      }));
    }
    case 'array': {
      const step = bytesOf(type.of);
      return Array.from({ length: type.length }, (_, i) =>
        cellsOf(type.of, offset + i * step, `${path}[${i}]`),
      ).flat();
    }
    case 'struct': {
      const { members } = layoutOf(type);
      const inner = type.union
        ? members.toSorted((a, b) => bytesOf(b.type) - bytesOf(a.type)).slice(0, 1)
        : members;
      return inner.flatMap((member) =>
        cellsOf(
          member.type,
          offset + member.offset,
          member.name === '' ? path : `${path}.${member.name}`,
        ),
      );
    }
  }
}
