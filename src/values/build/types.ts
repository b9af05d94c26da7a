import type { AddressSpace } from '../../kernel/syntax.ts';
import { SCALARS, type Scalar } from '../scalar.ts';

export type LaneCount = 2 | 3 | 4 | 8 | 16;

/** A type of OpenCL C. */
export type CType =
  | { readonly kind: 'void' }
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'vector'; readonly scalar: Scalar; readonly lanes: LaneCount }
  /** `space` is that of what it points to, where the text says so. */
  | { readonly kind: 'pointer'; readonly to: CType; readonly space?: AddressSpace | undefined }
  | { readonly kind: 'array'; readonly of: CType; readonly length: number }
  | {
      readonly kind: 'struct';
      /** `struct P`; what makes it the same as another. */
      readonly name: string;
      readonly members: readonly Member[];
      readonly bytes: number;
      readonly align: number;
    };

export interface Member {
  readonly name: string;
  readonly type: CType;
  readonly offset: number;
}

export type StructType = Extract<CType, { kind: 'struct' }>;

export const VOID: CType = { kind: 'void' };
export const scalarType = (scalar: Scalar): CType => ({ kind: 'scalar', scalar });
export const SIZE: CType = scalarType('ulong');

export const vectorType = (scalar: Scalar, lanes: number): CType =>
  isLaneCount(lanes) ? { kind: 'vector', scalar, lanes } : scalarType(scalar);

const isLaneCount = (lanes: number): lanes is LaneCount => [2, 3, 4, 8, 16].includes(lanes);

/** The type of each lane of a value that is held in registers. */
export function laneOf(type: CType): Scalar {
  if (type.kind === 'scalar' || type.kind === 'vector') return type.scalar;
  return 'pointer';
}

/** How many registers hold a value: 1 for scalars and pointers. */
export const lanesOf = (type: CType): number => (type.kind === 'vector' ? type.lanes : 1);

/** Three lanes take the room of four. */
export function bytesOf(type: CType): number {
  switch (type.kind) {
    case 'void':
      return 1;
    case 'scalar':
      return SCALARS[type.scalar].bytes;
    case 'vector':
      return SCALARS[type.scalar].bytes * (type.lanes === 3 ? 4 : type.lanes);
    case 'pointer':
      return 8;
    case 'array':
      return type.length * bytesOf(type.of);
    case 'struct':
      return type.bytes;
  }
}

export function alignOf(type: CType): number {
  if (type.kind === 'struct') return type.align;
  return type.kind === 'array' ? alignOf(type.of) : bytesOf(type);
}

/** Members in their places: one after the other, or for a union all at 0. */
export function structType(
  name: string,
  members: readonly { readonly name: string; readonly type: CType }[],
  { union = false, packed = false } = {},
): StructType {
  let end = 0;
  let align = 1;
  const up = (offset: number, to: number): number => Math.ceil(offset / to) * to;
  const placed = members.map(({ name: member, type }): Member => {
    const own = packed ? 1 : alignOf(type);
    const offset = union ? 0 : up(end, own);
    end = Math.max(end, offset + bytesOf(type));
    align = Math.max(align, own);
    return { name: member, type, offset };
  });
  return { kind: 'struct', name, members: placed, bytes: Math.max(up(end, align), align), align };
}

/** The member of a name, also where it is in a struct without a name. */
export function memberOf(type: StructType, name: string): Member | undefined {
  for (const member of type.members) {
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
  /** `.x[1]`, as it is written behind the name of the whole. */
  readonly path: string;
}

/** The scalars that a type is made of, in the order of memory; of a union, those of its largest member. The room of
 * a fourth lane is none. */
export function cellsOf(type: CType, offset = 0, path = ''): Cell[] {
  switch (type.kind) {
    case 'void':
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
      const inner = isUnion(type)
        ? type.members.toSorted((a, b) => bytesOf(b.type) - bytesOf(a.type)).slice(0, 1)
        : type.members;
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

const isUnion = (type: StructType): boolean => type.name.startsWith('union ');

/** How a lane is called: `x` to `w` up to four, `s0` to `sF` beyond. */
export const laneName = (lane: number, lanes: number): string =>
  lanes <= 4 ? 'xyzw'.charAt(lane) : `s${lane.toString(16).toUpperCase()}`;

/** The lanes that the name of components stands for; undefined where it is none of the vector's. */
export function componentsOf(field: string, lanes: number): number[] | undefined {
  const all = Array.from({ length: lanes === 3 ? 4 : lanes }, (_, i) => i);
  const half = all.length / 2;
  const found =
    field === 'lo'
      ? all.slice(0, half)
      : field === 'hi'
        ? all.slice(half)
        : field === 'even'
          ? all.filter((i) => i % 2 === 0)
          : field === 'odd'
            ? all.filter((i) => i % 2 === 1)
            : /^s[\da-f]+$/i.test(field)
              ? [...field.slice(1)].map((digit) => Number.parseInt(digit, 16))
              : /^[xyzw]+$/.test(field)
                ? [...field].map((letter) => 'xyzw'.indexOf(letter))
                : /^[rgba]+$/.test(field)
                  ? [...field].map((letter) => 'rgba'.indexOf(letter))
                  : undefined;
  if (found === undefined || ![1, 2, 3, 4, 8, 16].includes(found.length)) return undefined;
  // The upper half of three lanes has a fourth one that is nothing.
  const limit = lanes === 3 && (field === 'hi' || field === 'odd') ? 4 : lanes;
  return found.every((lane) => lane < limit) ? found : undefined;
}

/** The same type, whatever spaces its pointers point to. */
export function sameType(a: CType, b: CType): boolean {
  if (a.kind === 'pointer') return b.kind === 'pointer' && sameType(a.to, b.to);
  if (a.kind === 'array')
    return b.kind === 'array' && a.length === b.length && sameType(a.of, b.of);
  if (a.kind === 'struct') return b.kind === 'struct' && a.name === b.name;
  if (a.kind === 'vector')
    return b.kind === 'vector' && a.scalar === b.scalar && a.lanes === b.lanes;
  return a.kind === b.kind && (a.kind === 'void' || laneOf(a) === laneOf(b));
}

/** As it is written. */
export function showType(type: CType): string {
  switch (type.kind) {
    case 'void':
      return 'void';
    case 'scalar':
      return type.scalar;
    case 'vector':
      return `${type.scalar}${type.lanes}`;
    case 'pointer':
      return `${showType(type.to)} *`;
    case 'array':
      return `${showType(type.of)}[${type.length}]`;
    case 'struct':
      return type.name;
  }
}

/** Arrays are used as pointers to their first element. */
export const decayed = (type: CType): CType =>
  type.kind === 'array' ? { kind: 'pointer', to: type.of } : type;

const WORDS: Readonly<Record<string, Scalar>> = {
  bool: 'bool',
  _Bool: 'bool',
  char: 'char',
  uchar: 'uchar',
  int8_t: 'char',
  uint8_t: 'uchar',
  short: 'short',
  ushort: 'ushort',
  int16_t: 'short',
  uint16_t: 'ushort',
  int: 'int',
  uint: 'uint',
  int32_t: 'int',
  uint32_t: 'uint',
  long: 'long',
  ulong: 'ulong',
  int64_t: 'long',
  uint64_t: 'ulong',
  size_t: 'ulong',
  uintptr_t: 'ulong',
  ptrdiff_t: 'long',
  intptr_t: 'long',
  half: 'half',
  float: 'float',
  double: 'double',
  atomic_int: 'int',
  atomic_uint: 'uint',
  atomic_flag: 'int',
  atomic_long: 'long',
  atomic_ulong: 'ulong',
  atomic_size_t: 'ulong',
  atomic_uintptr_t: 'ulong',
  atomic_ptrdiff_t: 'long',
  atomic_intptr_t: 'long',
  atomic_float: 'float',
  atomic_double: 'double',
  event_t: 'ulong',
  cl_mem_fence_flags: 'uint',
  memory_order: 'int',
  memory_scope: 'int',
};

/** The scalar or vector type, or `void`, of a name that OpenCL C itself knows. */
export function builtInType(base: string): CType | undefined {
  if (base === 'void') return VOID;
  const word = Object.hasOwn(WORDS, base) ? WORDS[base] : undefined;
  if (word !== undefined) return scalarType(word);
  const vector = /^(u?(?:char|short|int|long)|half|float|double)(2|3|4|8|16)$/.exec(base);
  const lane = vector?.[1] === undefined ? undefined : WORDS[vector[1]];
  if (lane !== undefined) return vectorType(lane, Number(vector?.[2]));
  const words = base.split(/\s+/);
  if (!words.every((each) => /^(unsigned|signed|char|short|int|long|double)$/.test(each)))
    return undefined;
  if (words.includes('double')) return scalarType('double');
  const signed = !words.includes('unsigned');
  if (words.includes('char')) return scalarType(signed ? 'char' : 'uchar');
  if (words.includes('short')) return scalarType(signed ? 'short' : 'ushort');
  if (words.includes('long')) return scalarType(signed ? 'long' : 'ulong');
  return scalarType(signed ? 'int' : 'uint');
}
