import { named as children } from '../../parsed.ts';
import { SCALARS } from '../../scalar.ts';
import type { TreeNode } from '../../tree-node.ts';
import { plainType, wholeLiteral } from '../host-text.ts';
import { typeOfCuda } from '../words.ts';
import type { Cells, ElementType, Value } from './cells.ts';
import {
  classIn,
  copies,
  type FollowedClass,
  hasReferences,
  type Member,
  MOST_INSIDE,
  nameOfClass,
  plainName,
  takenBy,
} from './classes.ts';
import { lastArguments, typeWritten } from './written-types.ts';
import { HELD, LOST, NULL, UNSET } from './cells.ts';
import { converted, scalarNamed } from './numbers.ts';

/** Types of the host's variables, by their names. */

/** No vector of CUDA is laid out wider. */
const WIDEST = 16;

/** A vector has three pointers. */
const VECTOR_BYTES = 24;

/** Rows within structs, and long arrays, are not. */
export const isFollowed = ({ name, length = 0, hasRows }: Member): boolean =>
  name !== '' && length <= MOST_INSIDE && hasRows !== true;

const DIM3: FollowedClass = {
  members: ['x', 'y', 'z'].map((member) => ({ member, name: 'unsigned', stars: 0 })),
  taken: [],
  isConstructed: false,
  hasConstructors: false,
  hasDestructor: false,
};

/** `x` to `w` of `float4` and its like. */
function vectorNamed(name: string): readonly Member[] | undefined {
  const type = name === 'dim3' ? undefined : typeOfCuda(name);
  if (type?.kind !== 'vector' && type?.kind !== 'struct') return undefined;
  const lanes = type.kind === 'vector' ? type.lanes : (type.members?.length ?? 0);
  const lane = type.kind === 'vector' ? type : type.members?.[0]?.type;
  return lane && 'scalar' in lane
    ? Array.from('xyzw'.slice(0, lanes), (member) => ({ member, name: lane.scalar, stars: 0 }))
    : undefined;
}

const OWNS: Omit<FollowedClass, 'members'> = {
  taken: [],
  isConstructed: true,
  hasConstructors: true,
  hasDestructor: true,
};

/** `std::unique_ptr<T[], Deleter>` */
const OWNER = /^(?:std::)?unique_ptr\s*<\s*(.*?)\s*(?:\[\s*\]\s*)?(?:,\s*(.*?)\s*)?>$/s;

export interface OwnClass extends FollowedClass {
  readonly name: string;
  /** Its template's types, by their names. */
  readonly types: ReadonlyMap<string, ElementType>;
}

/** Names that stand for types, and structs with their members. */
export class HostTypes {
  readonly #aliases = new Map<string, ElementType>();
  /** Other names that take types. */
  readonly #templates = new Map<
    string,
    { readonly taken: readonly string[]; readonly text: string }
  >();
  readonly #structs = new Map<string, FollowedClass>([['dim3', DIM3]]);
  readonly #unions: ReadonlySet<string>;
  readonly #classes: ReadonlySet<string>;
  readonly #referring: ReadonlySet<string>;
  readonly #copied: ReadonlySet<string>;
  /** Last arguments of templates, by their types. */
  readonly #counts: ReadonlyMap<string, TreeNode | undefined>;

  constructor(root: TreeNode) {
    this.#counts = lastArguments(root);
    for (const node of root.descendantsOfType(['type_definition', 'alias_declaration'])) {
      const name = node.childForFieldName('declarator') ?? node.childForFieldName('name');
      const type = node.childForFieldName('type');
      if (node.parent?.type === 'template_declaration') {
        const taken = takenBy(node);
        if (name && type && taken) this.#templates.set(name.text, { taken, text: type.text });
        continue;
      }
      const stars =
        (type?.text.match(/\*$/g) ?? []).length + (name?.type === 'pointer_declarator' ? 1 : 0);
      if (name && type && type.type !== 'struct_specifier' && !/array|function/.test(name.type))
        this.#aliases.set(name.text.replace(/^\*\s*/, ''), {
          name: type.text.replace(/\s*\*$/, ''),
          stars,
        });
    }
    for (const node of root.descendantsOfType('enum_specifier')) {
      const name = node.childForFieldName('name')?.text ?? '';
      const base = node.childForFieldName('base')?.text;
      const isWide = node
        .descendantsOfType('number_literal')
        .some((each) => (wholeLiteral(each.text) ?? 0n) > 0x7fff_ffffn);
      if (name !== '' && !(isWide && base === undefined))
        this.#aliases.set(name, { name: base ?? 'int', stars: 0 });
    }
    const named = (...kinds: readonly string[]): readonly TreeNode[] =>
      root.descendantsOfType([...kinds]).filter((each) => each.childForFieldName('body'));
    const nameOf = (each: TreeNode): string => each.childForFieldName('name')?.text ?? '';
    this.#unions = new Set(named('union_specifier').map(nameOf));
    const classes = named('struct_specifier', 'class_specifier');
    this.#referring = new Set(classes.filter(hasReferences).map(nameOf));
    this.#classes = new Set(classes.map(nameOf));
    this.#copied = new Set(classes.filter((each) => copies(nameOf(each), each)).map(nameOf));
    // Members may be packed.
    if (/^[ \t]*#[ \t]*pragma[ \t]+pack\b/m.test(root.text)) return;
    const [once, again] = [new Set<string>(), new Set<string>()];
    for (const each of classes.map((own) => plainName(nameOfClass(own))))
      (once.has(each) ? again : once).add(each);
    for (const node of classes) {
      const name = nameOfClass(node);
      // Specialisations, and classes of other namespaces, have the name too.
      if (name === '' || again.has(plainName(name))) continue;
      const own = classIn(root, node, name, (type) => this.resolved(type), this.#structs);
      if (own) this.#structs.set(name, own);
    }
  }

  /** Other statements than those to a member may set it. */
  isShared(type: ElementType): boolean {
    return this.#unions.has(this.resolved(type).name);
  }

  /** Its members are other names for variables. */
  isReferring(type: ElementType): boolean {
    return this.#referring.has(this.resolved(type).name.replace(/<.*/s, ''));
  }

  isClass(name: string): boolean {
    return this.#classes.has(name);
  }

  /** A copy is made by a constructor of the text. */
  isCopiedOtherwise(type: ElementType): boolean {
    return type.stars === 0 && this.#copied.has(this.resolved(type).name.replace(/<.*/s, ''));
  }

  /** Without names that stand for others. */
  resolved(type: ElementType): ElementType {
    const name = plainType(type.name).replaceAll(/\b(?:static|constexpr)\s*/g, '');
    const alias = this.#aliases.get(name) ?? this.#ofTemplate(name);
    if (alias === undefined || alias.name === name)
      return { name: this.#withArguments(name), stars: type.stars };
    return this.resolved({ name: alias.name, stars: alias.stars + type.stars });
  }

  /** `dptr<float>`, by `template <class T> using dptr = ..`. */
  #ofTemplate(name: string): ElementType | undefined {
    const [, base = '', list = ''] = /^(?:\w+::)*(\w+)\s*<\s*([^<>]*?)\s*>$/s.exec(name) ?? [];
    const template = this.#templates.get(base);
    const given = list.split(/\s*,\s*/);
    if (!template || given.length !== template.taken.length) return undefined;
    const own = template.taken.map((each, i) => [each, given[i] ?? ''] as const);
    const text = own.reduce(
      (all, [each, one]) => all.replaceAll(new RegExp(String.raw`\b${each}\b`, 'g'), one),
      template.text,
    );
    return typeWritten(text);
  }

  /** `Buffer<T>` as the class of what `T` stands for. */
  #withArguments(name: string): string {
    const [, base = '', list] = /^([\w:]+)\s*<\s*([^<>]*?)\s*>$/s.exec(name) ?? [];
    const isOwner = /^(?:std::)?unique_ptr$/.test(base);
    if (list === undefined || (!isOwner && !this.#structs.has(plainName(base)))) return name;
    const own = list.split(/\s*,\s*/).map((each) => {
      const [, plain = each, brackets = ''] = /^(.*?)\s*(\[\s*\])?$/s.exec(each) ?? [];
      const type = this.resolved(typeWritten(plain));
      return type.name + '*'.repeat(type.stars) + brackets;
    });
    return `${isOwner ? base : plainName(base)}<${own.join(', ')}>`;
  }

  /** The class of an object that is followed, and what its template's types stand for. */
  classOf(type: ElementType): OwnClass | undefined {
    const { name, stars } = this.resolved(type);
    if (stars > 0) return undefined;
    const vector = vectorNamed(name);
    if (vector) return { ...DIM3, name, members: vector, types: new Map() };
    const held = this.ownerOf(type)?.held;
    if (held) {
      const members = [{ member: HELD, ...held }];
      return { ...OWNS, name, members, types: new Map() };
    }
    const own = this.#structs.get(name) ?? this.#structs.get(plainName(name));
    if (!own) return undefined;
    const list = /<(.*)>$/s.exec(name)?.[1]?.split(', ') ?? [];
    if (list.length !== own.taken.length) return undefined;
    const types = own.taken.map((each, i) => [each, typeWritten(list[i] ?? '')] as const);
    return { ...own, name: plainName(name), types: new Map(types) };
  }

  /** The pointer that a `std::unique_ptr` holds, and what ends it. */
  ownerOf(type: ElementType): { readonly held: ElementType; readonly deleter: string } | undefined {
    const { name, stars } = this.resolved(type);
    const [, of, deleter = ''] = OWNER.exec(name) ?? [];
    if (of === undefined || stars > 0) return undefined;
    const inner = typeWritten(of);
    return { held: { ...inner, stars: inner.stars + 1 }, deleter };
  }

  /** The elements of a `std::array`, and how many there are. */
  ofArray(
    type: ElementType,
  ): { readonly element: ElementType; readonly count: TreeNode } | undefined {
    const { name, stars } = this.resolved(type);
    const [, of] = /^(?:cuda::)?std::array\s*<\s*(.*),/s.exec(name) ?? [];
    const count = this.#counts.get(plainType(name));
    if (of === undefined || !count || stars > 0) return undefined;
    return { element: this.resolved(typeWritten(of)), count };
  }

  membersOf(type: ElementType): readonly Member[] | undefined {
    const own = this.classOf(type);
    return own?.members.map((each) => {
      const given = own.types.get(each.name);
      if (given) return { ...each, name: given.name, stars: given.stars + each.stars };
      const isOpen = own.taken.some((name) => new RegExp(String.raw`\b${name}\b`).test(each.name));
      return isOpen ? { ...each, name: '' } : each;
    });
  }

  /** Its class has a destructor, or a member has. */
  isDestroyed(type: ElementType): boolean {
    const own = this.classOf(type);
    return (
      own !== undefined &&
      (own.hasDestructor ||
        (own.base !== undefined && this.isDestroyed({ name: own.base, stars: 0 })) ||
        (this.membersOf(type) ?? []).some((each) => this.isDestroyed(each)))
    );
  }

  /** The object that an expression makes, with what it is made of. */
  madeBy(
    node: TreeNode | null,
  ): { readonly type: ElementType; readonly list: TreeNode } | undefined {
    const field = { call_expression: 'function', compound_literal_expression: 'type' };
    const [callee, list] =
      node?.type === 'call_expression' || node?.type === 'compound_literal_expression'
        ? [node.childForFieldName(field[node.type]), children(node).at(-1)]
        : [];
    const type = { name: callee?.text ?? '', stars: 0 };
    return list && this.classOf(type)?.isConstructed === true ? { type, list } : undefined;
  }

  bytesOf(type: ElementType | undefined): number | undefined {
    if (type === undefined) return undefined;
    const { name, stars } = this.resolved(type);
    if (stars > 0) return 8;
    if (this.ofVector(type)) return VECTOR_BYTES;
    const scalar = scalarNamed(name);
    return scalar ? SCALARS[scalar].bytes : this.#bytesOfStruct(type);
  }

  #bytesOfStruct(type: ElementType): number | undefined {
    return this.#laidOut(type)?.bytes;
  }

  /** Each member at a multiple of its size, or of its widest part. */
  #laidOut(type: ElementType): { readonly bytes: number; readonly widest: number } | undefined {
    // Behind a base there may be a gap.
    if (this.classOf(type)?.base !== undefined) return undefined;
    let [end, widest] = [0, 1];
    const members = this.membersOf(type) ?? [];
    for (const member of members) {
      const isInner = member.stars === 0 && this.membersOf(member) !== undefined;
      const inner = isInner ? this.#laidOut(member) : undefined;
      const bytes = inner?.bytes ?? (isInner ? undefined : this.bytesOf(member));
      if (bytes === undefined) return undefined;
      const own = inner?.widest ?? bytes;
      end = Math.ceil(end / own) * own + bytes * (member.length ?? 1);
      widest = Math.max(widest, own);
    }
    if (end === 0) return undefined;
    // Vectors of two and four are whole.
    const isWhole = vectorNamed(this.resolved(type).name) && members.length % 2 === 0;
    return {
      bytes: Math.ceil(end / widest) * widest,
      widest: isWhole ? Math.min(end, WIDEST) : widest,
    };
  }

  /** A struct of which nothing is set. */
  unsetStruct(type: ElementType, rest: Value = UNSET): Value | undefined {
    const members = this.membersOf(type);
    return (
      members && {
        kind: 'struct',
        type: this.resolved(type).name,
        members: new Map(
          members.map(
            (each) =>
              [each.member, isFollowed(each) ? this.within(each, () => rest) : LOST] as const,
          ),
        ),
      }
    );
  }

  /** A member's value; an array within a struct has its elements by their places. */
  within({ name, stars, length }: Member, valueAt: (place: number) => Value): Value {
    if (length === undefined) return valueAt(0);
    const elements = Array.from({ length }, (_, i) => [String(i), valueAt(i)] as const);
    return { kind: 'struct', type: `${name}${'*'.repeat(stars)}[]`, members: new Map(elements) };
  }

  /** Names of a template's types, for the work inside of it. */
  binding<T>(names: ReadonlyMap<string, ElementType>, work: () => T): T {
    const before = new Map(this.#aliases);
    const own = [...names].map(([name, type]) => [name, this.resolved(type)] as const);
    for (const [name, type] of own) this.#aliases.set(name, type);
    try {
      return work();
    } finally {
      this.#aliases.clear();
      for (const [name, type] of before) this.#aliases.set(name, type);
    }
  }

  /** Elements of an array. */
  lengthOf({ bytes, element }: Cells): number | undefined {
    const each = this.bytesOf(element);
    return bytes === undefined || each === undefined ? undefined : Math.floor(bytes / each);
  }

  /** The type of an inner array's elements. */
  elementOfInner(value: Value | undefined): ElementType | undefined {
    return value?.kind === 'struct' && value.type.endsWith('[]')
      ? typeWritten(value.type.slice(0, -2))
      : undefined;
  }

  /** The elements of a `std::vector`. */
  ofVector(type: ElementType): ElementType | undefined {
    const { name, stars } = this.resolved(type);
    const [, inner] = /^(?:std::|thrust::host_)?vector\s*<\s*(.*?)\s*>$/s.exec(name) ?? [];
    if (inner === undefined || stars > 0 || inner.includes(',')) return undefined;
    const [, of = '', all = ''] = /^(.*?)\s*(\**)$/s.exec(inner) ?? [];
    return { name: of, stars: all.length };
  }

  /** A value as a variable of a type holds it. */
  held(value: Value, type: ElementType): Value {
    const { name, stars } = this.resolved(type);
    const isNumber = value.kind === 'whole' || value.kind === 'real';
    if (name === 'auto') return value;
    if (stars > 0) {
      if (value.kind === 'whole' && value.value === 0n) return NULL;
      const own: ElementType = { name, stars: stars - 1 };
      if (name === 'void') return value;
      if (value.kind === 'bytes') return this.ofBytes(value, own);
      if (value.kind !== 'pointer' || value.to === undefined) return value;
      value.to.element ??= own;
      if (value.to.element.stars === own.stars && this.#isAlike(value.to.element, own))
        return value;
      const before = this.bytesOf(value.to.element);
      if (before === undefined || value.rows.length > 0) return LOST;
      return this.#seenAs(own, value.to, value.at * before);
    }
    const scalar = scalarNamed(name);
    if (scalar) return converted(value, scalar);
    return isNumber ? LOST : value;
  }

  #seenAs(own: ElementType, to: Cells, at: number): Value {
    const each = this.bytesOf(own);
    return each === undefined ? LOST : { kind: 'bytes', to, at, each };
  }

  /** A pointer to elements again, where it leads to the beginning of one. */
  ofBytes({ to, at }: Extract<Value, { kind: 'bytes' }>, own = to.element): Value {
    const each = this.bytesOf(to.element);
    if (!own || !to.element || each === undefined) return LOST;
    const isAlike = to.element.stars === own.stars && this.#isAlike(to.element, own);
    if (!isAlike) return this.#seenAs(own, to, at);
    return at % each === 0 ? { kind: 'pointer', to, at: at / each, rows: [] } : LOST;
  }

  #isAlike(one: ElementType, other: ElementType): boolean {
    const [a, b] = [one, other].map((each) => this.resolved(each).name);
    const [first, second] = [a, b].map((each) => scalarNamed(each ?? ''));
    return a === b || (first !== undefined && first === second);
  }
}
