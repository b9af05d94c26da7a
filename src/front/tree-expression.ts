import type { Node as TreeNode } from 'web-tree-sitter';
import { firstIndex } from '../base/search.ts';
import { isArithmeticOperator, isInfix, isPrefixSign } from '../base/operators.ts';
import type { Span } from '../base/span.ts';
import type { Qualifier } from './qualifiers.ts';
import type { MappedText } from './source-map.ts';
import type { Declarator, Expression, Length, Program, Type } from './syntax.ts';
import {
  type AddressSpace,
  builtInType,
  INT,
  isAddressSpace,
  isTypeName,
  type Member,
  type StructType,
} from './types.ts';
import { become, type Head, typeOf, withConversions } from './typing.ts';

/** Deeper nesting is refused: later passes recurse on a worker's half megabyte of stack. Each `else
 * if` in a chain and each term of a sum is one level. */
export const MAX_DEPTH = 400;

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

/** What a name stands for: a variable, or an expression in its place. */
export type Meaning = { readonly type: Type } | { readonly stands: (span: Span) => Expression };

/** Names visible from a place. */
export class Scope {
  readonly #names = new Map<string, Meaning>();
  readonly #types = new Map<string, Type>();
  readonly outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.outer = outer;
  }

  declare(name: string, meaning: Meaning): void {
    this.#names.set(name, meaning);
  }

  find(name: string): Meaning | undefined {
    return this.#names.get(name) ?? this.outer?.find(name);
  }

  declareType(name: string, type: Type): void {
    this.#types.set(name, type);
  }

  typeNamed(name: string): Type | undefined {
    return this.#types.get(name) ?? this.outer?.typeNamed(name);
  }

  /** Names a type here. */
  has(name: string): boolean {
    return this.typeNamed(name) !== undefined;
  }
}

/** Gives types to the parser's declarators and expressions. */
export class ExpressionConverter {
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

  /** The source's operator, even if the grammar got another. */
  protected operator(node: TreeNode | null): string {
    if (node === null) return '';
    if (node.text !== '~') return node.text;
    return this.#replaced.get(node.startIndex) ?? node.text;
  }

  /** The source's number, with the suffix of `half`. */
  #number({ text, endIndex }: TreeNode): string {
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
        if (child === null) continue;
        const { name, type } = this.declarator(child, base, space, node);
        this.scope.declareType(name, type);
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
      this.scope.typeNamed(base) ?? builtInType(base) ?? { kind: 'other', what: `the type ${base}` }
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
    const declarators = field.childrenForFieldName('declarator').filter((child) => child !== null);
    const bits = field.children.some((child) => child?.type === 'bitfield_clause');
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
        (/parenthesized|attributed|reference/.test(current.type)
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
      (child) => child?.type === 'type_qualifier' && child.text === 'volatile',
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

  protected expression(node: TreeNode | null): Expression {
    if (node === null) return { kind: 'unsupported', what: 'nothing', span: { start: 0, end: 0 } };
    return this.deeper(node, () => this.typed(this.expressionAt(node)));
  }

  /** An expression with its type, whose parts have theirs. */
  protected typed(expression: Expression): Expression {
    const names = {
      variable: (name: string) => {
        const found = this.scope.find(name);
        return found && 'type' in found ? found.type : undefined;
      },
      declared: (name: string) => this.heads.get(name),
    };
    const type = typeOf(expression, names);
    return withConversions(type === undefined ? expression : { ...expression, type }, names);
  }

  /** @param type that its place needs. */
  protected optional(node: TreeNode | null | undefined, type?: Type): Expression | undefined {
    return node ? become(this.expression(node), type) : undefined;
  }

  protected expressionAt(node: TreeNode): Expression {
    const span = this.span(node);
    const field = (name: string): TreeNode | null => node.childForFieldName(name);
    const part = (name: string): Expression => this.expression(field(name));
    const all = (inside: TreeNode | null): Expression[] =>
      named(inside).map((child) => this.expression(child));
    const operator = this.operator(field('operator'));
    switch (node.type) {
      case 'number_literal': {
        const text = this.#number(node);
        if (!/^[-+]/.test(text)) return { kind: 'number', text, span };
        const digits = text.slice(1).trim();
        const at = this.code.span(node.endIndex - digits.length, node.endIndex);
        const operand = this.typed({ kind: 'number', text: digits, span: at });
        return { kind: 'unary', operator: text.startsWith('-') ? '-' : '+', operand, span };
      }
      case 'char_literal':
        return { kind: 'number', text: characterCode(node.text), span };
      case 'true':
        return { kind: 'number', text: '1', span };
      case 'false':
      case 'null':
        return { kind: 'number', text: '0', span };
      case 'string_literal':
      case 'concatenated_string':
        return { kind: 'string', span };
      case 'identifier':
      case 'type_identifier':
      case 'field_identifier':
      case 'primitive_type':
        return { kind: 'name', name: node.text, span };
      case 'parenthesized_expression':
        return this.expression(named(node)[0] ?? null);
      case 'comma_expression':
        return { kind: 'list', items: [part('left'), part('right')], comma: true, span };
      case 'initializer_list': {
        const names = named(node).map(designated);
        const fields = names.every((name) => name === undefined) ? undefined : names;
        const list = { kind: 'list', items: all(node), comma: false, fields, span } as const;
        const places = named(node).map((child) => this.#place(child));
        return places.every((place) => place === undefined) ? list : { ...list, places };
      }
      case 'initializer_pair':
        return part('value');
      case 'unary_expression':
      case 'pointer_expression':
        return isPrefixSign(operator)
          ? { kind: 'unary', operator, operand: part('argument'), span }
          : unknownOperator(operator, span);
      case 'update_expression':
        return {
          kind: 'update',
          operator: operator === '--' ? '--' : '++',
          prefix: node.child(0)?.type === operator,
          operand: part('argument'),
          span,
        };
      case 'binary_expression':
        return this.#binary(node, operator);
      case 'assignment_expression': {
        const assigns = operator === '=' ? operator : operator.slice(0, -1);
        return assigns === '=' || isArithmeticOperator(assigns)
          ? { kind: 'assign', operator: assigns, target: part('left'), value: part('right'), span }
          : unknownOperator(operator, span);
      }
      case 'conditional_expression':
        return {
          kind: 'conditional',
          condition: part('condition'),
          then: this.expression(field('consequence') ?? field('condition')),
          otherwise: part('alternative'),
          span,
        };
      case 'call_expression':
        return this.#call(node);
      case 'subscript_expression':
        return { kind: 'index', array: part('argument'), index: part('index'), span };
      case 'field_expression':
        return {
          kind: 'member',
          object: part('argument'),
          arrow: operator === '->',
          field: field('field')?.text ?? '',
          span,
        };
      case 'cast_expression':
      case 'compound_literal_expression': {
        const isCast = node.type === 'cast_expression';
        // `(a * (b)(c)) - d` reads as a cast of `-d`, which no kernel means.
        if (field('type')?.descendantsOfType('abstract_function_declarator').length)
          return { kind: 'unsupported', what: 'what looks like a cast to a function', span };
        const given = isCast ? commas(part('value')) : all(field('value'));
        const listed = named(field('value')).some((child) => child.type === 'initializer_pair');
        const operands = !isCast && listed ? [part('value')] : given;
        return { kind: 'cast', type: this.typeDescriptor(field('type')), operands, span };
      }
      case 'sizeof_expression': {
        const type = field('type');
        if (type !== null) return { kind: 'sizeof', of: this.typeDescriptor(type), span };
        const value = field('value');
        const base = value?.text.replace(/[()\s]/g, '') ?? '';
        if (isTypeName(base, this.scope)) return { kind: 'sizeof', of: this.typeNamed(base), span };
        return { kind: 'sizeof', of: undefined, operand: this.optional(value), span };
      }
      default:
        return { kind: 'unsupported', what: words(node.type), span };
    }
  }

  /** The element of an initializer item: `[3] = 1`. */
  #place(node: TreeNode): Expression | undefined {
    if (node.type !== 'initializer_pair') return undefined;
    const designator = named(node).find((child) => child.type === 'subscript_designator');
    return this.optional(named(designator ?? null)[0]);
  }

  /** C's grammar reads `(T) - x` as a subtraction, not knowing that T is a type. */
  #binary(node: TreeNode, operator: string): Expression {
    const span = this.span(node);
    const left = node.childForFieldName('left');
    const right = this.expression(node.childForFieldName('right'));
    const type = this.#typeInParentheses(left);
    if (type !== undefined && isPrefixSign(operator)) {
      const operands = [this.typed({ kind: 'unary', operator, operand: right, span })];
      return { kind: 'cast', type, operands, span };
    }
    return isInfix(operator)
      ? { kind: 'binary', operator, left: this.expression(left), right, span }
      : unknownOperator(operator, span);
  }

  /** `(float4)(x, y, z, w)` reads as a call of `(float4)`, `(ulong)(int)(x)` as one of that. */
  #call(node: TreeNode): Expression {
    const span = this.span(node);
    const callee = node.childForFieldName('function');
    const args = named(node.childForFieldName('arguments')).map((child) => this.expression(child));
    const [innermost, ...outer] = this.#casts(callee).toReversed();
    if (innermost !== undefined)
      return outer.reduce<Expression>(
        (operand, type) => ({ kind: 'cast', type, operands: [this.typed(operand)], span }),
        { kind: 'cast', type: innermost, operands: args.flatMap(commas), span },
      );
    return { kind: 'call', callee: this.expression(callee), args, span };
  }

  /** The types that what follows is cast to, the last one first to be applied. */
  #casts(node: TreeNode | null): readonly Type[] {
    const type = this.#typeInParentheses(node);
    if (type !== undefined) return [type];
    if (node?.type !== 'call_expression') return [];
    const outer = this.#casts(node.childForFieldName('function'));
    const [only, another] = named(node.childForFieldName('arguments'));
    const isType = only?.type === 'identifier' && isTypeName(only.text, this.scope);
    return outer.length > 0 && isType && another === undefined
      ? [...outer, this.typeNamed(only.text)]
      : [];
  }

  #typeInParentheses(node: TreeNode | null): Type | undefined {
    if (node?.type !== 'parenthesized_expression') return undefined;
    const base = named(node)[0];
    if (base?.type !== 'identifier' || !isTypeName(base.text, this.scope)) return undefined;
    return this.typeNamed(base.text);
  }

  protected typeDescriptor(node: TreeNode | null): Type {
    if (node === null) return INT;
    const base = this.type(node.childForFieldName('type'));
    const space = this.space(node.startIndex, node.endIndex);
    return this.declarator(node.childForFieldName('declarator'), base, space, node).type;
  }
}

export const named = (node: TreeNode | null): TreeNode[] =>
  node === null
    ? []
    : node.namedChildren.filter((child) => child !== null && child.type !== 'comment');

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

const unknownOperator = (operator: string, span: Span): Expression => ({
  kind: 'unsupported',
  what: `the operator ${operator}`,
  span,
});

const commas = (expression: Expression): Expression[] =>
  expression.kind === 'list' && expression.comma ? expression.items.flatMap(commas) : [expression];

export const words = (type: string): string => type.replaceAll('_', ' ');

/** The member of an initializer item: `.x = 1`. */
const designated = (node: TreeNode): string | undefined =>
  node.type === 'initializer_pair'
    ? named(node)
        .find((child) => child.type === 'field_designator')
        ?.text.slice(1)
        .trim()
    : undefined;

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, '0': 0, '\\': 92, "'": 39 };

function characterCode(literal: string): string {
  const inner = literal.slice(1, -1);
  if (inner.startsWith('\\')) return String(ESCAPES[inner.charAt(1)] ?? 0);
  return String(inner.codePointAt(0) ?? 0);
}
