import { productOf } from '../../../base/product.ts';
import { named as children } from '../../parsed.ts';
import { SCALARS } from '../../scalar.ts';
import type { TreeNode } from '../../tree-node.ts';
import { functionDeclaratorOf } from '../declarators.ts';
import { plainType } from '../host-text.ts';
import type { Cells, ElementType, Value } from './cells.ts';
import { LOST, NULL, UNSET } from './cells.ts';
import { converted, scalarNamed } from './numbers.ts';

/** Types of the host's variables, by their names. */

/** A declarator without its brackets and stars. */
export interface Declared {
  readonly name: string;
  readonly stars: number;
  readonly sizes: readonly (TreeNode | undefined)[];
  readonly isReference: boolean;
  /** A pointer to an array, and the like. */
  readonly isOther: boolean;
}

export function declaredBy(declarator: TreeNode): Declared {
  const [sizes, kinds]: [(TreeNode | undefined)[], string[]] = [[], []];
  let at: TreeNode | null = declarator;
  while (at && !at.type.endsWith('identifier')) {
    kinds.push(at.type);
    if (at.type === 'array_declarator' || at.type === 'abstract_array_declarator')
      sizes.unshift(at.childForFieldName('size') ?? undefined);
    at =
      at.childForFieldName('declarator') ??
      (/reference|parenthesized/.test(at.type) ? children(at)[0] : null) ??
      null;
  }
  const isKnown = /^(?:abstract_)?(?:pointer|array|reference|function)_declarator$/;
  return {
    name: at?.text ?? '',
    stars: kinds.filter((kind) => /pointer/.test(kind)).length,
    sizes,
    isReference: kinds.some((kind) => /reference/.test(kind)),
    isOther: kinds.some((kind) => !isKnown.test(kind)),
  };
}

/** A member of a struct; an array within it has a length. */
export interface Member extends ElementType {
  readonly member: string;
  readonly length?: number;
}

/** A vector has three pointers. */
const VECTOR_BYTES = 24;

/** Elements of arrays within structs are not. */
const isFollowed = ({ name, length }: Member): boolean => name !== '' && length === undefined;

/** A decimal length as it is written, or as the only macro of its name has it. */
function lengthWritten(root: TreeNode, size: TreeNode | undefined): number {
  const text = size?.type === 'identifier' ? macroIn(root, size.text) : size?.text;
  return /^\s*[1-9]\d*\s*$/.test(text ?? '') ? Number(text) : Number.NaN;
}

function macroIn(root: TreeNode, name: string): string | undefined {
  const [only, another] = root
    .descendantsOfType('preproc_def')
    .filter((each) => each.childForFieldName('name')?.text === name);
  return another ? undefined : only?.childForFieldName('value')?.text;
}

const hasReferences = (each: TreeNode): boolean =>
  children(each.childForFieldName('body')).some(
    (field) =>
      field.type === 'field_declaration' &&
      !/^const\b/.test(field.text) &&
      field.childrenForFieldName('declarator').some(({ type }) => type === 'reference_declarator'),
  );

/** Besides its members a struct has methods alone that are plain functions in its text. */
function hasPlainMethods(struct: TreeNode, name: string): boolean {
  const isPlain = (each: TreeNode): boolean => {
    const declarator = functionDeclaratorOf(each.childForFieldName('declarator'));
    if (each.type === 'field_declaration') return !declarator && !/^static\b/.test(each.text);
    const own = declarator?.childForFieldName('declarator')?.text ?? name;
    const isMade = own === name || /^(?:~|operator\b)/.test(own);
    return (
      each.type === 'function_definition' && !isMade && !/^(?:virtual|static)\b/.test(each.text)
    );
  };
  return (
    children(struct.childForFieldName('body')).every(isPlain) &&
    !struct.children.some(({ type }) => type === 'base_class_clause')
  );
}

/** A copy constructor of a class, which a specialisation is not named for. */
const copies = (name: string, { text }: TreeNode): boolean =>
  /^\w+$/.test(name) &&
  new RegExp(`\\b${name}\\s*\\((?:const\\s+)?${name}\\b[^&()]*&[^()]*\\)\\s*[:{]`).test(text);

/** Names that stand for types, and structs with their members. */
export class HostTypes {
  readonly #aliases = new Map<string, ElementType>();
  readonly #structs = new Map<string, readonly Member[]>();
  readonly #unions: ReadonlySet<string>;
  readonly #classes: ReadonlySet<string>;
  readonly #referring: ReadonlySet<string>;
  readonly #copied: ReadonlySet<string>;

  constructor(root: TreeNode) {
    this.#structs.set(
      'dim3',
      ['x', 'y', 'z'].map((member) => ({ member, name: 'unsigned', stars: 0 })),
    );
    for (const node of root.descendantsOfType(['type_definition', 'alias_declaration'])) {
      const name = node.childForFieldName('declarator') ?? node.childForFieldName('name');
      const type = node.childForFieldName('type');
      const stars =
        (type?.text.match(/\*$/g) ?? []).length + (name?.type === 'pointer_declarator' ? 1 : 0);
      if (name && type && type.type !== 'struct_specifier' && !/array|function/.test(name.type))
        this.#aliases.set(name.text.replace(/^\*\s*/, ''), {
          name: type.text.replace(/\s*\*$/, ''),
          stars,
        });
    }
    const named = (...kinds: readonly string[]): readonly TreeNode[] =>
      root.descendantsOfType([...kinds]).filter((each) => each.childForFieldName('body'));
    const nameOf = (each: TreeNode): string => each.childForFieldName('name')?.text ?? '';
    this.#unions = new Set(named('union_specifier').map(nameOf));
    const classes = named('struct_specifier', 'class_specifier');
    this.#referring = new Set(classes.filter(hasReferences).map(nameOf));
    this.#classes = new Set(classes.map(nameOf));
    this.#copied = new Set(classes.filter((each) => copies(nameOf(each), each)).map(nameOf));
    const isPacked = /^[ \t]*#[ \t]*pragma[ \t]+pack\b/m.test(root.text);
    for (const node of root.descendantsOfType('struct_specifier')) {
      const body = node.childForFieldName('body');
      const named = node.childForFieldName('name') ?? node.parent?.childForFieldName('declarator');
      const all = children(body);
      const fields = all.filter(({ type }) => type === 'field_declaration');
      if (!body || !named) continue;
      // Objects with constructors and the like are not followed.
      if (fields.length < all.length && !hasPlainMethods(node, named.text)) continue;
      const members = fields.flatMap((field) => {
        const isCut = field.children.some(({ type }) => type === 'bitfield_clause');
        return field.childrenForFieldName('declarator').map((each): Member => {
          const { name, stars, sizes, isOther } = declaredBy(each);
          const length = productOf(sizes.map((size) => lengthWritten(root, size)));
          const type = field.childForFieldName('type')?.text ?? '';
          const isArray = sizes.length > 0;
          // Arrays behind pointers within it would be forgotten.
          const isPlain = stars === 0 && scalarNamed(this.resolved({ name: type, stars }).name);
          const isKnown = !isOther && !isCut && (!isArray || (isPlain && !Number.isNaN(length)));
          const about = { member: name, name: isKnown ? type : '', stars };
          return isArray && isKnown ? { ...about, length } : about;
        });
      });
      const isLaidOut =
        isPacked || /\b(?:alignas|__align__|aligned|packed|__packed__)\b/.test(node.text);
      const isGiven = fields.some(({ text }) => text.includes('='));
      const plain = members.length > 0 && !isGiven && !isLaidOut;
      if (plain) this.#structs.set(named.text, members);
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
    const alias = this.#aliases.get(name);
    return alias === undefined || alias.name === name
      ? { name, stars: type.stars }
      : this.resolved({ name: alias.name, stars: alias.stars + type.stars });
  }

  membersOf(type: ElementType): readonly Member[] | undefined {
    const { name, stars } = this.resolved(type);
    return stars > 0 ? undefined : this.#structs.get(name);
  }

  bytesOf(type: ElementType | undefined): number | undefined {
    if (type === undefined) return undefined;
    const { name, stars } = this.resolved(type);
    if (stars > 0) return 8;
    if (this.ofVector(type)) return VECTOR_BYTES;
    const scalar = scalarNamed(name);
    return scalar ? SCALARS[scalar].bytes : this.#bytesOfStruct(type);
  }

  /** Each member at a multiple of its size, as are those of numbers and pointers. */
  #bytesOfStruct(type: ElementType): number | undefined {
    let [end, widest] = [0, 1];
    for (const member of this.membersOf(type) ?? []) {
      const isInner = member.stars === 0 && this.membersOf(member) !== undefined;
      const bytes = isInner ? undefined : this.bytesOf(member);
      if (bytes === undefined) return undefined;
      end = Math.ceil(end / bytes) * bytes + bytes * (member.length ?? 1);
      widest = Math.max(widest, bytes);
    }
    return end === 0 ? undefined : Math.ceil(end / widest) * widest;
  }

  /** A struct of which nothing is set. */
  unsetStruct(type: ElementType, rest: Value = UNSET): Value | undefined {
    const members = this.membersOf(type);
    return (
      members && {
        kind: 'struct',
        type: this.resolved(type).name,
        members: new Map(
          members.map((each) => [each.member, isFollowed(each) ? rest : LOST] as const),
        ),
      }
    );
  }

  /** Names of a template's types, for the work inside of it. */
  binding<T>(names: ReadonlyMap<string, ElementType>, work: () => T): T {
    const before = new Map(this.#aliases);
    for (const [name, type] of names) this.#aliases.set(name, type);
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
      if (value.kind !== 'pointer' || value.to === undefined || name === 'void') return value;
      const own: ElementType = { name, stars: stars - 1 };
      value.to.element ??= own;
      const isAlike = value.to.element.stars === own.stars && this.#isAlike(value.to.element, own);
      return isAlike ? value : LOST;
    }
    const scalar = scalarNamed(name);
    if (scalar) return converted(value, scalar);
    return isNumber ? LOST : value;
  }

  #isAlike(one: ElementType, other: ElementType): boolean {
    const [a, b] = [one, other].map((each) => this.resolved(each).name);
    const [first, second] = [a, b].map((each) => scalarNamed(each ?? ''));
    return a === b || (first !== undefined && first === second);
  }
}
