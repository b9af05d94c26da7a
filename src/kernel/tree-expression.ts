import type { Node as TreeNode } from 'web-tree-sitter';
import { firstIndex } from '../base/search.ts';
import type { Span } from '../base/span.ts';
import type { Qualifier } from './qualifiers.ts';
import type { MappedText } from './source-map.ts';
import {
  type AddressSpace,
  type Declarator,
  type Expression,
  INT,
  isAddressSpace,
  type Program,
  type StructDefinition,
  type TypeName,
} from './syntax.ts';
import { isTypeName } from './types.ts';

/** Deeper nesting than this is refused: the passes after this one are recursive, and a worker has half a megabyte
 * of stack. Each link of a chain of `else if` and each term of a sum is one level. */
export const MAX_DEPTH = 400;

export class TooDeep extends Error {
  readonly span: Span;

  constructor(span: Span) {
    super('too deep');
    this.span = span;
  }
}

/** Turns types, declarators and expressions of the parser's tree into ours. */
export class ExpressionConverter {
  protected readonly typedefs = new Map<string, TypeName>();
  protected readonly structs = new Map<string, StructDefinition>();
  /** Tags of structs that have none, by where they stand. */
  private readonly tags = new Map<number, string>();
  protected readonly enumerators: Program['enumerators'][number][] = [];
  private depth = 0;
  /** What stood where the grammar was given something else, by its place. */
  private readonly replaced: ReadonlyMap<number, string>;

  constructor(
    protected readonly text: string,
    protected readonly code: MappedText,
    private readonly qualifiers: readonly Qualifier[],
  ) {
    this.replaced = new Map(
      qualifiers.flatMap(({ at, meaning, text: written = '' }) =>
        meaning === 'sign' || meaning === 'half' ? [[at, written] as const] : [],
      ),
    );
  }

  /** The operator of a node, also where the grammar was given another one. */
  private operator(node: TreeNode | null): string {
    if (node === null) return '';
    if (node.text !== '~') return node.text;
    return this.replaced.get(node.startIndex) ?? node.text;
  }

  /** A number as it was written, with the suffix of `half`. */
  private number({ text, endIndex }: TreeNode): string {
    const suffix = this.replaced.get(endIndex - 1);
    return suffix === undefined ? text : text.slice(0, -1) + suffix;
  }

  protected span(node: TreeNode): Span {
    return this.code.span(node.startIndex, node.endIndex);
  }

  /** Qualifiers inside a node or right before it, as far back as there is only blanked text. */
  protected *around(start: number, end: number): Generator<Qualifier> {
    let from = start;
    while (from > 0 && /\s/.test(this.text[from - 1] ?? '')) from -= 1;
    const { qualifiers } = this; // in the order of the text
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

  /** The space that a declaration names up to an offset, but not inside of a struct that it defines. */
  protected declaredSpace(node: TreeNode, end: number): AddressSpace | undefined {
    const body = node.childForFieldName('type')?.childForFieldName('body');
    if (!body) return this.space(node.startIndex, end);
    return this.space(node.startIndex, body.startIndex) ?? this.space(body.endIndex, end);
  }

  /** The base type that a specifier names; remembers typedefs and enumerators on the way. */
  protected type(node: TreeNode | null): TypeName {
    if (node === null) return INT;
    if (node.type === 'type_definition') {
      const specifier = node.childForFieldName('type');
      const [first] = node.childrenForFieldName('declarator');
      if (specifier !== null && first?.type === 'type_identifier')
        this.tags.set(specifier.startIndex, first.text);
      const base = this.type(specifier);
      const space = this.declaredSpace(node, node.endIndex);
      for (const child of node.childrenForFieldName('declarator')) {
        if (child === null) continue;
        const { name, type, sizes } = this.declarator(child, withSpace(base, space), node);
        this.typedefs.set(name, sizes.length === 0 ? type : { ...type, sizes });
      }
      return base;
    }
    if (node.type === 'enum_specifier') {
      for (const child of named(node.childForFieldName('body'))) {
        const name = child.childForFieldName('name')?.text;
        const value = this.optional(child.childForFieldName('value'));
        if (name !== undefined) this.enumerators.push({ name, value });
      }
      return INT;
    }
    if (node.type === 'struct_specifier' || node.type === 'union_specifier')
      return { base: this.struct(node), pointers: 0 };
    const base = node.text.replace(/\s+/g, ' ');
    return this.typedefs.get(base) ?? { base, pointers: 0 };
  }

  /** The name of a struct or union type, whose members are remembered where they stand here. */
  private struct(node: TreeNode): string {
    const { startIndex, endIndex } = node;
    const union = node.type === 'union_specifier';
    const tag =
      node.childForFieldName('name')?.text ??
      this.tags.get(startIndex) ??
      `unnamed${this.tags.size + 1}`;
    this.tags.set(startIndex, tag);
    const name = `${union ? 'union' : 'struct'} ${tag}`;
    const body = node.childForFieldName('body');
    if (body === null) return name;
    const members = named(body).flatMap((field) =>
      field.type === 'field_declaration' ? this.members(field) : [],
    );
    const blanks = /^\s*/.exec(this.text.slice(endIndex))?.[0].length ?? 0;
    const packed = [...this.around(startIndex, endIndex + blanks)].some(({ text = '' }) =>
      /\bpacked|\b__packed__/.test(text),
    );
    this.structs.set(name, { union, packed, members });
    return name;
  }

  private members(field: TreeNode): Declarator[] {
    const type = withSpace(
      this.type(field.childForFieldName('type')),
      this.declaredSpace(field, field.endIndex),
    );
    const declarators = field.childrenForFieldName('declarator').filter((child) => child !== null);
    if (declarators.length === 0) return [this.declarator(null, type, field)];
    const bits = field.children.some((child) => child?.type === 'bitfield_clause');
    return declarators.map((child) => ({
      ...this.declarator(child, type, field),
      ...(bits && { unsupported: 'a bit-field' }),
    }));
  }

  protected declarator(node: TreeNode | null, type: TypeName, owner: TreeNode): Declarator {
    const sizes: (Expression | null)[] = [];
    let { pointers } = type;
    let init: Expression | undefined;
    let unsupported: string | undefined;
    let current = node;
    const pointerArrays: boolean[] = [];
    while (current !== null && !/^(type_|field_)?identifier$/.test(current.type)) {
      switch (current.type) {
        case 'init_declarator':
          init = this.optional(current.childForFieldName('value'));
          break;
        case 'pointer_declarator':
        case 'abstract_pointer_declarator':
          pointers += 1;
          pointerArrays.push(sizes.length > 0);
          break;
        case 'array_declarator':
        case 'abstract_array_declarator':
          sizes.unshift(this.optional(current.childForFieldName('size')) ?? null);
          break;
        case 'function_declarator':
        case 'abstract_function_declarator':
          unsupported = 'a pointer to a function';
          break;
        default:
          break;
      }
      current =
        current.childForFieldName('declarator') ??
        (/parenthesized|attributed/.test(current.type) ? (named(current)[0] ?? null) : null);
    }
    // A typedef may stand for an array.
    const { sizes: own, ...element } = type;
    if (own !== undefined) {
      pointerArrays.fill(true);
      sizes.push(...own);
    }
    // `float (*A)[16]`: a pointer to rows, the same as `float A[][16]`.
    const rows = sizes.length > 0 && pointerArrays.length === 1 && pointerArrays[0] === true;
    const isVolatile = owner.children.some(
      (child) => child?.type === 'type_qualifier' && child.text === 'volatile',
    );
    return {
      name: current?.text ?? '',
      nameSpan: this.span(current ?? owner),
      type: { ...element, pointers: rows ? pointers - 1 : pointers },
      sizes: rows ? [null, ...sizes] : sizes,
      init,
      ...(isVolatile && { isVolatile }),
      unsupported,
    };
  }

  protected deeper<T>(node: TreeNode, work: () => T): T {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new TooDeep(this.span(node));
    const result = work();
    this.depth -= 1;
    return result;
  }

  protected expression(node: TreeNode | null): Expression {
    if (node === null) return { kind: 'unsupported', what: 'nothing', span: { start: 0, end: 0 } };
    return this.deeper(node, () => this.expressionAt(node));
  }

  protected optional(node: TreeNode | null | undefined): Expression | undefined {
    return node ? this.expression(node) : undefined;
  }

  private expressionAt(node: TreeNode): Expression {
    const span = this.span(node);
    const field = (name: string): TreeNode | null => node.childForFieldName(name);
    const part = (name: string): Expression => this.expression(field(name));
    const all = (inside: TreeNode | null): Expression[] =>
      named(inside).map((child) => this.expression(child));
    const operator = this.operator(field('operator'));
    switch (node.type) {
      case 'number_literal':
        return { kind: 'number', text: this.number(node), span };
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
        const places = named(node).map((child) => this.place(child));
        return places.every((place) => place === undefined) ? list : { ...list, places };
      }
      case 'initializer_pair':
        return part('value');
      case 'unary_expression':
      case 'pointer_expression':
        return { kind: 'unary', operator, operand: part('argument'), span };
      case 'update_expression':
        return {
          kind: 'update',
          operator: operator === '--' ? '--' : '++',
          prefix: node.child(0)?.type === operator,
          operand: part('argument'),
          span,
        };
      case 'binary_expression':
        return this.binary(node, operator);
      case 'assignment_expression':
        return {
          kind: 'assign',
          operator: operator === '=' ? '=' : operator.slice(0, -1),
          target: part('left'),
          value: part('right'),
          span,
        };
      case 'conditional_expression':
        return {
          kind: 'conditional',
          condition: part('condition'),
          then: this.expression(field('consequence') ?? field('condition')),
          otherwise: part('alternative'),
          span,
        };
      case 'call_expression':
        return this.call(node);
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
        // `(a * (b)(c)) - d` is read as a cast of `-d`, which no kernel means.
        if (field('type')?.descendantsOfType('abstract_function_declarator').length)
          return { kind: 'unsupported', what: 'what looks like a cast to a function', span };
        const given = isCast ? commas(part('value')) : all(field('value'));
        const listed = named(field('value')).some((child) => child.type === 'initializer_pair');
        const operands = !isCast && listed ? [part('value')] : given;
        return { kind: 'cast', type: this.typeDescriptor(field('type')), operands, span };
      }
      case 'sizeof_expression': {
        const type = field('type');
        if (type !== null) return { kind: 'sizeof', type: this.typeDescriptor(type), span };
        const value = field('value');
        const base = value?.text.replace(/[()\s]/g, '') ?? '';
        if (isTypeName(base, this.typedefs))
          return { kind: 'sizeof', type: { base, pointers: 0 }, span };
        return { kind: 'sizeof', type: undefined, operand: this.optional(value), span };
      }
      default:
        return { kind: 'unsupported', what: words(node.type), span };
    }
  }

  /** The element that an item of an initializer is for: `[3] = 1`. */
  private place(node: TreeNode): Expression | undefined {
    if (node.type !== 'initializer_pair') return undefined;
    const designator = named(node).find((child) => child.type === 'subscript_designator');
    return this.optional(named(designator ?? null)[0]);
  }

  /** C's grammar reads `(T) - x` as a subtraction unless it knows that T is a type. */
  private binary(node: TreeNode, operator: string): Expression {
    const span = this.span(node);
    const left = node.childForFieldName('left');
    const right = this.expression(node.childForFieldName('right'));
    const type = this.typeInParentheses(left);
    if (type !== undefined && /^[-+*&]$/.test(operator)) {
      const operands = [{ kind: 'unary', operator, operand: right, span } as const];
      return { kind: 'cast', type, operands, span };
    }
    return { kind: 'binary', operator, left: this.expression(left), right, span };
  }

  /** `(float4)(x, y, z, w)` is read as a call of `(float4)`. */
  private call(node: TreeNode): Expression {
    const span = this.span(node);
    const callee = node.childForFieldName('function');
    const args = named(node.childForFieldName('arguments')).map((child) => this.expression(child));
    const type = this.typeInParentheses(callee);
    if (type !== undefined) return { kind: 'cast', type, operands: args.flatMap(commas), span };
    return { kind: 'call', callee: this.expression(callee), args, span };
  }

  private typeInParentheses(node: TreeNode | null): TypeName | undefined {
    if (node?.type !== 'parenthesized_expression') return undefined;
    const base = named(node)[0];
    if (base?.type !== 'identifier' || !isTypeName(base.text, this.typedefs)) return undefined;
    return this.typedefs.get(base.text) ?? { base: base.text, pointers: 0 };
  }

  private typeDescriptor(node: TreeNode | null): TypeName {
    if (node === null) return INT;
    const base = this.type(node.childForFieldName('type'));
    const { type, sizes } = this.declarator(node.childForFieldName('declarator'), base, node);
    const whole = withSpace(type, this.space(node.startIndex, node.endIndex));
    return sizes.length === 0 ? whole : { ...whole, sizes };
  }
}

export const named = (node: TreeNode | null): TreeNode[] =>
  node === null
    ? []
    : node.namedChildren.filter((child) => child !== null && child.type !== 'comment');

export const withSpace = (type: TypeName, space: AddressSpace | undefined): TypeName => ({
  ...type,
  space: space ?? type.space,
});

const commas = (expression: Expression): Expression[] =>
  expression.kind === 'list' && expression.comma ? expression.items.flatMap(commas) : [expression];

export const words = (type: string): string => type.replaceAll('_', ' ');

/** The member that an item of an initializer is for: `.x = 1`. */
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
