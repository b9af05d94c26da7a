import type { TreeNode } from './tree-node.ts';
import { firstIndex } from '../base/search.ts';
import type { Span } from '../base/span.ts';
import { named } from './parsed.ts';
import type { Qualifier } from './qualifiers.ts';
import { Scope } from './scope.ts';
import type { MappedText } from './source-map.ts';
import type { Declarator, Expression, Length, Program, Type } from './syntax.ts';
import {
  type AddressSpace,
  builtInType,
  INT,
  isAddressSpace,
  type Member,
  type StructType,
  otherType,
} from './types.ts';
import { MAX_DEPTH } from './too-deep.ts';
import { become, type Head } from './typing.ts';

export class TooDeep extends Error {
  readonly span: Span;

  constructor(span: Span) {
    super('too deep');
    this.span = span;
  }
}

/** Its members are filled in where they are defined. */
interface OpenStruct extends StructType<Length> {
  packed: boolean;
  members: readonly Member<Length>[] | undefined;
}

/** Gives types to the parser's declarators. */
export abstract class TypeConverter {
  readonly #structs = new Map<string, OpenStruct>();
  /** Invented tags of untagged structs, by their place. */
  readonly #tags = new Map<number, string>();
  protected readonly enumerators: Program['enumerators'][number][] = [];
  /** The functions of the text. */
  protected readonly heads = new Map<string, Head>();
  protected readonly globals = new Scope();
  protected scope = this.globals;
  #depth = 0;
  protected readonly text: string;
  protected readonly code: MappedText;
  readonly #qualifiers: readonly Qualifier[];
  /** Source text that was replaced for the grammar, by place. */
  readonly #replaced: ReadonlyMap<number, string>;

  /** @param known names of numbers that need no declaration. */
  constructor(
    text: string,
    code: MappedText,
    qualifiers: readonly Qualifier[],
    known: Iterable<string>,
  ) {
    this.text = text;
    this.code = code;
    this.#qualifiers = qualifiers;
    for (const name of known) this.globals.declare(name, { type: INT });
    this.#replaced = new Map(
      qualifiers.flatMap(({ at, meaning, text: written = '' }) =>
        meaning === 'sign' || meaning === 'half' ? [[at, written] as const] : [],
      ),
    );
  }

  /** Does some work in a scope of its own, inside another. */
  protected inScope<T>(work: () => T, outer = this.scope): T {
    const before = this.scope;
    this.scope = new Scope(outer);
    const result = work();
    this.scope = before;
    return result;
  }

  protected declare({ name, type }: Declarator): void {
    this.scope.declare(name, { type });
  }

  protected abstract expression(node: TreeNode | null): Expression;

  /** @param type that its place needs. */
  protected optional(node: TreeNode | null | undefined, type?: Type): Expression | undefined {
    return node ? become(this.expression(node), type) : undefined;
  }

  /** The source's operator, even if the grammar got another. */
  protected operator(node: TreeNode | null): string {
    if (node === null) return '';
    if (node.text !== '~') return node.text;
    return this.#replaced.get(node.startIndex) ?? node.text;
  }

  /** The source's number, with the suffix of `half`. */
  protected number({ text, endIndex }: TreeNode): string {
    const suffix = this.#replaced.get(endIndex - 1);
    return suffix === undefined ? text : text.slice(0, -1) + suffix;
  }

  protected span(node: TreeNode): Span {
    return this.code.span(node.startIndex, node.endIndex);
  }

  /** Qualifiers inside a node or before it, as far as only blanked text goes back. */
  protected *around(start: number, end: number): Generator<Qualifier> {
    let from = start;
    while (from > 0 && /\s/.test(this.text[from - 1] ?? '')) from -= 1;
    const qualifiers = this.#qualifiers; // in the order of the text
    const first = firstIndex(qualifiers.length, (at) => (qualifiers[at]?.at ?? 0) >= from);
    for (let at = first; at < qualifiers.length; at += 1) {
      const qualifier = qualifiers[at];
      if (qualifier === undefined || qualifier.at >= end) return;
      yield qualifier;
    }
  }

  protected space(start: number, end: number): AddressSpace | undefined {
    return [...this.around(start, end)].map(({ meaning }) => meaning).find(isAddressSpace);
  }

  /** The declared space up to an offset, not looking inside a struct defined there. */
  protected declaredSpace(node: TreeNode, end: number): AddressSpace | undefined {
    const body = node.childForFieldName('type')?.childForFieldName('body');
    if (!body) return this.space(node.startIndex, end);
    return this.space(node.startIndex, body.startIndex) ?? this.space(body.endIndex, end);
  }

  /** A specifier's base type; remembers typedefs and enumerators on the way. */
  protected type(node: TreeNode | null): Type {
    if (node === null) return INT;
    if (node.type === 'type_definition') {
      const specifier = node.childForFieldName('type');
      const [first] = node.childrenForFieldName('declarator');
      if (specifier !== null && first?.type === 'type_identifier')
        this.#tags.set(specifier.startIndex, first.text);
      const base = this.type(specifier);
      const space = this.declaredSpace(node, node.endIndex);
      for (const child of node.childrenForFieldName('declarator')) {
        const { name, type, unsupported: what } = this.declarator(child, base, space, node);
        this.scope.declareType(name, what === undefined ? type : { kind: 'other', what });
      }
      return base;
    }
    if (node.type === 'enum_specifier') {
      for (const child of named(node.childForFieldName('body'))) {
        const name = child.childForFieldName('name')?.text;
        const value = this.optional(child.childForFieldName('value'), INT);
        if (name === undefined) continue;
        this.enumerators.push({ name, value });
        this.globals.declare(name, { type: INT });
      }
      return INT;
    }
    if (node.type === 'struct_specifier' || node.type === 'union_specifier')
      return this.struct(node);
    const base = node.text.replace(/\s+/g, ' ');
    return this.typeNamed(base);
  }

  protected typeNamed(base: string): Type {
    return (
      this.scope.typeNamed(base) ?? builtInType(base) ?? otherType('type', base, `the type ${base}`)
    );
  }

  /** Remembers the members of structs and unions defined here. */
  protected struct(node: TreeNode): StructType<Length> {
    const { startIndex, endIndex } = node;
    const union = node.type === 'union_specifier';
    const tag = node.childForFieldName('name')?.text ?? this.tagOf(node);
    this.#tags.set(startIndex, tag);
    const name = this.structName(tag, union);
    const known = this.#structs.get(name);
    const open: OpenStruct = known ?? {
      kind: 'struct',
      name,
      union,
      packed: false,
      members: undefined,
    };
    this.#structs.set(name, open);
    const body = node.childForFieldName('body');
    if (body === null) return open;
    open.members = named(body).flatMap((field) =>
      field.type === 'field_declaration' ? this.members(field) : [],
    );
    const blanks = /^\s*/.exec(this.text.slice(endIndex))?.[0].length ?? 0;
    open.packed = [...this.around(startIndex, endIndex + blanks)].some(({ text = '' }) =>
      /\bpacked|\b__packed__/.test(text),
    );
    return open;
  }

  /** A typedef's name for an untagged struct, or an invented one. */
  protected tagOf({ startIndex }: TreeNode): string {
    return this.#tags.get(startIndex) ?? `unnamed${this.#tags.size + 1}`;
  }

  protected structName(tag: string, union: boolean): string {
    return `${union ? 'union' : 'struct'} ${tag}`;
  }

  protected members(field: TreeNode): Member<Length>[] {
    const base = this.type(field.childForFieldName('type'));
    const space = this.declaredSpace(field, field.endIndex);
    const declarators = field.childrenForFieldName('declarator');
    const bits = field.children.some((child) => child.type === 'bitfield_clause');
    return (declarators.length === 0 ? [null] : declarators).map((child) => {
      const { name, type, unsupported } = this.declarator(child, base, space, field);
      const what = bits ? 'a bit-field' : unsupported;
      return { name, type: what === undefined ? type : { kind: 'other', what } };
    });
  }

  protected declarator(
    node: TreeNode | null,
    base: Type,
    space: AddressSpace | undefined,
    owner: TreeNode,
  ): Declarator {
    let type = base;
    let value: TreeNode | null = null;
    let unsupported: string | undefined;
    let current = node;
    const pointer = (to: Type): Type => ({
      kind: 'pointer',
      to,
      space: holdsPointer(to) ? undefined : space,
    });
    // Outside in to the name, as C applies them.
    while (current !== null && !/^(type_|field_)?identifier$/.test(current.type)) {
      switch (current.type) {
        case 'init_declarator':
          value = current.childForFieldName('value');
          break;
        case 'pointer_declarator':
        case 'abstract_pointer_declarator':
        // C++'s references: places, passed as pointers.
        case 'reference_declarator':
        case 'abstract_reference_declarator':
          type = pointer(type);
          break;
        case 'array_declarator':
        case 'abstract_array_declarator': {
          const length = this.optional(current.childForFieldName('size'));
          type = { kind: 'array', of: type, length };
          break;
        }
        case 'function_declarator':
        case 'abstract_function_declarator':
          unsupported = 'a pointer to a function';
          break;
        default:
          break;
      }
      current =
        current.childForFieldName('declarator') ??
        (/parenthesized|attributed|reference|variadic/.test(current.type)
          ? (named(current)[0] ?? null)
          : null);
    }
    const init = value === null ? undefined : this.initial(value, type);
    if (type.kind === 'array') {
      const isOpen = type.length === undefined;
      if (isOpen && init?.kind === 'list' && !init.comma)
        type = { ...type, length: init.items.length };
      else if (isOpen || owner.type === 'parameter_declaration') type = pointer(type.of);
    }
    const isVolatile = owner.children.some(
      (child) => child.type === 'type_qualifier' && child.text === 'volatile',
    );
    return {
      name: current?.text ?? '',
      nameSpan: this.span(current ?? owner),
      type,
      space: space ?? spaceOf(base),
      init,
      ...(isVolatile && { isVolatile }),
      unsupported,
    };
  }

  /** A declaration's initial value. */
  protected initial(node: TreeNode, type: Type): Expression {
    const init = this.expression(node);
    return type.kind === 'array' || (init.kind === 'list' && !init.comma)
      ? init
      : become(init, type);
  }

  protected deeper<T>(node: TreeNode, work: () => T): T {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new TooDeep(this.span(node));
    const result = work();
    this.#depth -= 1;
    return result;
  }

  protected typeDescriptor(node: TreeNode | null): Type {
    if (node === null) return INT;
    const base = this.type(node.childForFieldName('type'));
    const space = this.space(node.startIndex, node.endIndex);
    const made = this.declarator(node.childForFieldName('declarator'), base, space, node);
    return made.unsupported === undefined ? made.type : { kind: 'other', what: made.unsupported };
  }
}

/** A pointer already says which memory is meant. */
const holdsPointer = (type: Type): boolean =>
  type.kind === 'pointer' || (type.kind === 'array' && holdsPointer(type.of));

/** The memory a typedef names for its pointer's target. */
const spaceOf = (type: Type): AddressSpace | undefined =>
  type.kind === 'pointer'
    ? type.to.kind === 'pointer'
      ? spaceOf(type.to)
      : type.space
    : undefined;
