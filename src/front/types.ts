import type { Scalar } from './scalar.ts';

const ADDRESS_SPACES = ['global', 'local', 'constant', 'private'] as const;

export type AddressSpace = (typeof ADDRESS_SPACES)[number];

export const isAddressSpace = (word: string): word is AddressSpace =>
  (ADDRESS_SPACES as readonly string[]).includes(word);

export type LaneCount = 2 | 3 | 4 | 8 | 16;

/** A C type. `Length` is an array's length as written, until its elements are counted. */
export type CType<Length = number> =
  | { readonly kind: 'void' }
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'vector'; readonly scalar: Scalar; readonly lanes: LaneCount }
  /** `space` is the target's, where the text says so. */
  | {
      readonly kind: 'pointer';
      readonly to: CType<Length>;
      readonly space?: AddressSpace | undefined;
    }
  | { readonly kind: 'array'; readonly of: CType<Length>; readonly length: Length }
  | StructType<Length>
  | OtherType;

/** A name that no other kind of type has: of a type, a template's parameter, a function, or a template. */
type NamedAs = 'type' | 'parameter' | 'function' | 'template';

/** Images, bit-fields and unknown names. */
export interface OtherType {
  readonly kind: 'other';
  /** In words. */
  readonly what: string;
  readonly name?: string;
  readonly as?: NamedAs;
}

export const otherType = (as: NamedAs, name: string, what: string): OtherType => ({
  kind: 'other',
  what,
  name,
  as,
});

/** The name of another type, if it is that of such a thing. */
export const otherName = <L>(type: CType<L> | undefined, as: NamedAs): string | undefined =>
  type?.kind === 'other' && type.as === as ? type.name : undefined;

export interface Member<Length = number> {
  /** Empty for a nameless struct inside another. */
  readonly name: string;
  readonly type: CType<Length>;
}

/** Structs and unions of the same name are the same. */
export interface StructType<Length = number> {
  readonly kind: 'struct';
  /** `struct P`, `union U`; untagged ones get an invented tag. */
  readonly name: string;
  readonly union: boolean;
  /** No gaps between members. */
  readonly packed: boolean;
  /** Absent where it is declared only. */
  readonly members: readonly Member<Length>[] | undefined;
}

export const VOID = { kind: 'void' } as const;
export const scalarType = <S extends Scalar>(scalar: S) => ({ kind: 'scalar', scalar }) as const;
export const INT = scalarType('int');
export const SIZE = scalarType('ulong');

export const vectorType = (scalar: Scalar, lanes: number): CType<never> =>
  isLaneCount(lanes) ? { kind: 'vector', scalar, lanes } : scalarType(scalar);

const isLaneCount = (lanes: number): lanes is LaneCount => [2, 3, 4, 8, 16].includes(lanes);

/** The type of each lane, for values in registers. */
export function laneOf<L>(type: CType<L>): Scalar {
  return type.kind === 'scalar' || type.kind === 'vector' ? type.scalar : 'pointer';
}

/** Registers of a value: 1 for scalars and pointers. */
export const lanesOf = <L>(type: CType<L>): number => (type.kind === 'vector' ? type.lanes : 1);

/** Room in scalars: three lanes take that of four. */
export const roomOf = <L>(type: CType<L>): number => (lanesOf(type) === 3 ? 4 : lanesOf(type));

/** `x` to `w` for up to four lanes, `s0` to `sF` beyond. */
export const laneName = (lane: number, lanes: number): string =>
  lanes <= 4 ? 'xyzw'.charAt(lane) : `s${lane.toString(16).toUpperCase()}`;

/** Lanes that a component name means; undefined if not the vector's. */
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
              ? Array.from(field.slice(1), (digit) => Number.parseInt(digit, 16))
              : /^[xyzw]+$/.test(field)
                ? [...field].map((letter) => 'xyzw'.indexOf(letter))
                : /^[rgba]+$/.test(field)
                  ? [...field].map((letter) => 'rgba'.indexOf(letter))
                  : undefined;
  if (found === undefined || ![1, 2, 3, 4, 8, 16].includes(found.length)) return undefined;
  // The upper half of three lanes has a void fourth one.
  const limit = lanes === 3 && (field === 'hi' || field === 'odd') ? 4 : lanes;
  return found.every((lane) => lane < limit) ? found : undefined;
}

/** The same type, whatever spaces its pointers point to. */
export function sameType<L>(a: CType<L>, b: CType<L>): boolean {
  if (a.kind === 'pointer') return b.kind === 'pointer' && sameType(a.to, b.to);
  if (a.kind === 'array')
    return b.kind === 'array' && a.length === b.length && sameType(a.of, b.of);
  if (a.kind === 'struct') return b.kind === 'struct' && a.name === b.name;
  if (a.kind === 'other') return b.kind === 'other' && a.what === b.what;
  if (a.kind === 'vector')
    return b.kind === 'vector' && a.scalar === b.scalar && a.lanes === b.lanes;
  return a.kind === b.kind && (a.kind === 'void' || laneOf(a) === laneOf(b));
}

/** Counts the elements of arrays. */
export interface Counting<L> {
  readonly length: (length: L) => number;
  /** Stands for a type that has no values. */
  readonly other: (type: OtherType) => CType;
  /** Structs already counted or just being counted. */
  readonly known: Map<StructType<L>, StructType>;
  readonly open: Set<StructType<L>>;
}

/** The type with counted arrays. Structs only declared have no members, like `void`. */
export function counted<L>(type: CType<L>, by: Counting<L>): CType {
  switch (type.kind) {
    case 'pointer':
      return { ...type, to: counted(type.to, by) };
    case 'array':
      return { kind: 'array', of: counted(type.of, by), length: by.length(type.length) };
    case 'struct':
      return type.members === undefined ? VOID : countedStruct(type, type.members, by);
    case 'other':
      return by.other(type);
    default:
      return type;
  }
}

function countedStruct<L>(
  type: StructType<L>,
  members: readonly Member<L>[],
  by: Counting<L>,
): StructType {
  const { known, open } = by;
  const made = known.get(type);
  if (made !== undefined) return made;
  const inside: Member[] = [];
  const struct = { ...type, members: inside };
  // Its members may point to the struct itself.
  known.set(type, struct);
  open.add(type);
  try {
    for (const { name, type: own } of members) {
      const held = innermost(own);
      const isOpen = held.kind === 'struct' && open.has(held);
      const what = `${type.name} that holds itself`;
      inside.push({ name, type: isOpen ? by.other({ kind: 'other', what }) : counted(own, by) });
    }
    return struct;
  } finally {
    open.delete(type);
    if (inside.length < members.length) known.delete(type);
  }
}

export function showType<L>(type: CType<L>): string {
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
      return `${showType(type.of)}[${typeof type.length === 'number' ? type.length : ''}]`;
    case 'struct':
      return type.name;
    case 'other':
      return type.what;
  }
}

/** Arrays are used as pointers to their first element. */
export const decayed = <L>(type: CType<L>): CType<L> =>
  type.kind === 'array' ? { kind: 'pointer', to: type.of } : type;

/** The elements of an array of arrays. */
export const innermost = <L>(type: CType<L>): CType<L> =>
  type.kind === 'array' ? innermost(type.of) : type;

/** The lengths of an array of arrays, outermost first. */
export const lengthsOf = <L>(type: CType<L>): readonly L[] =>
  type.kind === 'array' ? [type.length, ...lengthsOf(type.of)] : [];

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
  sampler_t: 'uint',
};

const OTHERS = /^(image\w+_t|atomic_\w+|queue_t|ndrange_t|clk_event_t|reserve_id_t)$/;

/** Types that OpenCL C knows or the text declares. */
export const isTypeName = (name: string, declared: { has(name: string): boolean }): boolean =>
  declared.has(name) || builtInType(name) !== undefined || OTHERS.test(name);

/** A scalar or vector type, or `void`, that OpenCL C knows. */
export function builtInType(base: string): CType<never> | undefined {
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
  const sign = words.includes('unsigned') ? 'u' : '';
  const width = (['char', 'short', 'long'] as const).find((each) => words.includes(each)) ?? 'int';
  return scalarType(`${sign}${width}`);
}

/** The target of a pointer, an array's element, or a vector's component. */
export function targetOf<L>(type: CType<L> | undefined): CType<L> | undefined {
  if (type?.kind === 'array') return type.of;
  if (type?.kind === 'pointer') return type.to;
  return type?.kind === 'vector' ? scalarType(type.scalar) : undefined;
}
