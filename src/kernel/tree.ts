import type { Node as TreeNode } from 'web-tree-sitter';
import type { Span } from '../base/span.ts';
import type { Qualifier } from './qualifiers.ts';
import type { MappedText } from './source-map.ts';
import type {
  AddressSpace,
  Declarator,
  Expression,
  FunctionDeclaration,
  Program,
  Statement,
  TypeName,
} from './syntax.ts';
import { isTypeName } from './types.ts';

/** Deeper nesting than this is refused: the passes after this one are recursive. */
const MAX_DEPTH = 150;

export class TooDeep extends Error {
  readonly span: Span;

  constructor(span: Span) {
    super('too deep');
    this.span = span;
  }
}

/** Turns the parser's tree, which has no errors, into ours.
 * @throws {TooDeep} on absurd nesting. */
export function convert(
  root: TreeNode,
  text: string,
  code: MappedText,
  qualifiers: readonly Qualifier[],
): Program {
  return new Converter(text, code, qualifiers).program(root);
}

class Converter {
  private readonly typedefs = new Map<string, TypeName>();
  private readonly enumerators: { name: string; value?: Expression }[] = [];
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly code: MappedText,
    private readonly qualifiers: readonly Qualifier[],
  ) {}

  program(root: TreeNode): Program {
    const functions: FunctionDeclaration[] = [];
    const globals: Statement[] = [];
    const visit = (node: TreeNode): void => {
      for (const child of named(node)) {
        if (child.type === 'function_definition') functions.push(this.function(child));
        else if (child.type === 'declaration') {
          const prototypes = this.prototypes(child);
          if (prototypes.length > 0) functions.push(...prototypes);
          else globals.push(this.statement(child));
        } else if (child.type === 'linkage_specification' || child.type === 'declaration_list')
          visit(child);
        else this.type(child);
        if (child.type === 'expression_statement') globals.push(this.statement(child));
      }
    };
    visit(root);
    return { functions, globals, typedefs: this.typedefs, enumerators: this.enumerators };
  }

  private span(node: TreeNode): Span {
    return this.code.span(node.startIndex, node.endIndex);
  }

  private between(start: TreeNode, end: TreeNode): Span {
    return this.code.span(start.startIndex, end.endIndex);
  }

  /** Qualifiers inside a node or right before it, as far back as there is only blanked text. */
  private *around(start: number, end: number): Generator<Qualifier> {
    let from = start;
    while (from > 0 && /\s/.test(this.text[from - 1] ?? '')) from -= 1;
    for (const qualifier of this.qualifiers)
      if (qualifier.at >= from && qualifier.at < end) yield qualifier;
  }

  private space(start: number, end: number): AddressSpace | undefined {
    for (const { meaning } of this.around(start, end))
      if (
        meaning === 'global' ||
        meaning === 'local' ||
        meaning === 'constant' ||
        meaning === 'private'
      )
        return meaning;
    return undefined;
  }

  private prototypes(node: TreeNode): FunctionDeclaration[] {
    return named(node)
      .map((child) => functionDeclarator(child))
      .filter((child) => child !== undefined)
      .map((declarator) => this.signature(node, declarator));
  }

  private function(node: TreeNode): FunctionDeclaration {
    const declarator = functionDeclarator(node.childForFieldName('declarator'));
    const body = node.childForFieldName('body');
    const base = declarator === undefined ? undefined : this.signature(node, declarator, body);
    return {
      ...(base ?? {
        name: '',
        nameSpan: this.span(node),
        isKernel: false,
        returns: { base: 'void', pointers: 0 },
        parameters: [],
      }),
      ...(body === null ? {} : { body: this.statement(body) }),
    };
  }

  private signature(
    node: TreeNode,
    declarator: TreeNode,
    body?: TreeNode | null,
  ): FunctionDeclaration {
    const name = declarator.childForFieldName('declarator');
    const list = declarator.childForFieldName('parameters');
    const end = body?.startIndex ?? node.endIndex;
    const around = [...this.around(node.startIndex, end)];
    const groupSize = around
      .map(({ text }) => /reqd_work_group_size(?:__)?\s*\(([^()]*)\)/.exec(text ?? '')?.[1])
      .find((found) => found !== undefined);
    return {
      name: name?.text ?? '',
      nameSpan: this.span(name ?? declarator),
      isKernel: around.some(({ meaning }) => meaning === 'kernel'),
      returns: this.type(node.childForFieldName('type')),
      parameters: named(list)
        .filter((child) => child.type === 'parameter_declaration')
        .map((child) => this.parameter(child))
        .filter((parameter) => parameter.type.base !== 'void' || parameter.type.pointers > 0),
      ...(groupSize === undefined ? {} : { groupSize }),
    };
  }

  private parameter(node: TreeNode): Declarator {
    const type = this.type(node.childForFieldName('type'));
    const space = this.space(node.startIndex, node.endIndex);
    return this.declarator(node.childForFieldName('declarator'), withSpace(type, space), node);
  }

  /** The base type that a specifier names; remembers typedefs and enumerators on the way. */
  private type(node: TreeNode | null): TypeName {
    if (node === null) return { base: 'int', pointers: 0 };
    if (node.type === 'type_definition') {
      const base = this.type(node.childForFieldName('type'));
      const space = this.space(node.startIndex, node.endIndex);
      for (const child of node.childrenForFieldName('declarator')) {
        if (child === null) continue;
        const made = this.declarator(child, withSpace(base, space), node);
        this.typedefs.set(made.name, made.type);
      }
      return base;
    }
    if (node.type === 'enum_specifier') {
      for (const child of named(node.childForFieldName('body'))) {
        const value = child.childForFieldName('value');
        const name = child.childForFieldName('name');
        if (name !== null)
          this.enumerators.push({
            name: name.text,
            ...(value === null ? {} : { value: this.expression(value) }),
          });
      }
      return { base: 'int', pointers: 0 };
    }
    if (node.type === 'struct_specifier' || node.type === 'union_specifier')
      return { base: `struct ${node.childForFieldName('name')?.text ?? ''}`, pointers: 0 };
    const base = node.text.replace(/\s+/g, ' ');
    return this.typedefs.get(base) ?? { base, pointers: 0 };
  }

  private declarator(node: TreeNode | null, type: TypeName, owner: TreeNode): Declarator {
    const sizes: (Expression | null)[] = [];
    let { pointers } = type;
    let init: Expression | undefined;
    let unsupported: string | undefined;
    let current = node;
    const pointerArrays: boolean[] = [];
    while (current !== null && !/^(type_|field_)?identifier$/.test(current.type)) {
      switch (current.type) {
        case 'init_declarator': {
          const value = current.childForFieldName('value');
          if (value !== null) init = this.expression(value);
          break;
        }
        case 'pointer_declarator':
        case 'abstract_pointer_declarator':
          pointers += 1;
          pointerArrays.push(sizes.length > 0);
          break;
        case 'array_declarator':
        case 'abstract_array_declarator': {
          const size = current.childForFieldName('size');
          sizes.unshift(size === null ? null : this.expression(size));
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
        (/parenthesized|attributed/.test(current.type) ? (named(current)[0] ?? null) : null);
    }
    // `float (*A)[16]`: a pointer to rows, the same as `float A[][16]`.
    const rows = sizes.length > 0 && pointerArrays.length === 1 && pointerArrays[0] === true;
    return {
      name: current?.text ?? '',
      nameSpan: this.span(current ?? owner),
      type: { ...type, pointers: rows ? pointers - 1 : pointers },
      sizes: rows ? [null, ...sizes] : sizes,
      ...(init === undefined ? {} : { init }),
      ...(unsupported === undefined ? {} : { unsupported }),
    };
  }

  private deeper<T>(node: TreeNode, work: () => T): T {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new TooDeep(this.span(node));
    const result = work();
    this.depth -= 1;
    return result;
  }

  private statement(node: TreeNode): Statement {
    return this.deeper(node, () => this.statementAt(node));
  }

  private statementAt(node: TreeNode): Statement {
    const span = this.span(node);
    const field = (name: string): TreeNode | null => node.childForFieldName(name);
    switch (node.type) {
      case 'compound_statement':
        return { kind: 'block', body: named(node).map((child) => this.statement(child)), span };
      case 'declaration': {
        const type = this.type(field('type'));
        const declarators = node
          .childrenForFieldName('declarator')
          .filter((child) => child !== null);
        const end = declarators.at(-1)?.endIndex ?? node.endIndex;
        const space = this.space(node.startIndex, end);
        return {
          kind: 'declaration',
          declarators: declarators.map((child) =>
            this.declarator(child, withSpace(type, space), node),
          ),
          span,
        };
      }
      case 'expression_statement': {
        const value = named(node)[0];
        return value === undefined
          ? { kind: 'expression', span }
          : { kind: 'expression', value: this.expression(value), span };
      }
      case 'if_statement': {
        const condition = field('condition');
        const otherwise = named(field('alternative'))[0];
        return {
          kind: 'if',
          condition: this.expression(condition),
          then: this.body(field('consequence'), span),
          ...(otherwise === undefined ? {} : { otherwise: this.statement(otherwise) }),
          span,
          head: condition === null ? span : this.between(node, condition),
        };
      }
      case 'for_statement':
        return this.forStatement(node);
      case 'while_statement':
      case 'do_statement': {
        const condition = field('condition');
        const isDo = node.type === 'do_statement';
        const head =
          condition === null ? span : isDo ? this.span(condition) : this.between(node, condition);
        return {
          kind: 'loop',
          form: isDo ? 'do' : 'while',
          condition: this.expression(condition),
          body: this.body(field('body'), span),
          span,
          head,
        };
      }
      case 'switch_statement':
        return this.switchStatement(node);
      case 'return_statement': {
        const value = named(node)[0];
        return value === undefined
          ? { kind: 'return', span }
          : { kind: 'return', value: this.expression(value), span };
      }
      case 'break_statement':
        return { kind: 'break', span };
      case 'continue_statement':
        return { kind: 'continue', span };
      case 'goto_statement':
        return { kind: 'unsupported', what: 'goto', span };
      case 'labeled_statement': {
        const inner = named(node).at(-1);
        return inner === undefined || inner.type === 'statement_identifier'
          ? { kind: 'expression', span }
          : this.statement(inner);
      }
      case 'type_definition':
      case 'struct_specifier':
      case 'union_specifier':
      case 'enum_specifier':
        this.type(node);
        return { kind: 'expression', span };
      case 'attributed_statement': {
        const inner = named(node).at(-1);
        return inner === undefined ? { kind: 'expression', span } : this.statement(inner);
      }
      case 'case_statement':
        return { kind: 'unsupported', what: 'a case outside a switch', span };
      default:
        if (/expression|identifier|literal/.test(node.type))
          return { kind: 'expression', value: this.expression(node), span };
        return { kind: 'unsupported', what: words(node.type), span };
    }
  }

  private body(node: TreeNode | null, span: Span): Statement {
    return node === null ? { kind: 'expression', span } : this.statement(node);
  }

  private forStatement(node: TreeNode): Statement {
    const init = node.childForFieldName('initializer');
    const condition = node.childForFieldName('condition');
    const update = node.childForFieldName('update');
    const body = node.childForFieldName('body');
    const close = node.children.findLast((child) => child?.type === ')');
    const span = this.span(node);
    return {
      kind: 'loop',
      form: 'for',
      ...(init === null ? {} : { init: this.statement(init) }),
      ...(condition === null ? {} : { condition: this.expression(condition) }),
      ...(update === null ? {} : { update: this.expression(update) }),
      body: this.body(body, span),
      span,
      head: close === undefined || close === null ? span : this.between(node, close),
    };
  }

  private switchStatement(node: TreeNode): Statement {
    const value = node.childForFieldName('condition');
    const body = node.childForFieldName('body');
    const span = this.span(node);
    const cases: { value?: Expression; body: Statement[] }[] = [];
    for (const child of named(body)) {
      if (child.type !== 'case_statement') {
        cases.at(-1)?.body.push(this.statement(child));
        continue;
      }
      const label = child.childForFieldName('value');
      cases.push({
        ...(label === null ? {} : { value: this.expression(label) }),
        body: named(child)
          .slice(label === null ? 0 : 1)
          .map((inner) => this.statement(inner)),
      });
    }
    const head = value === null ? span : this.between(node, value);
    return { kind: 'switch', value: this.expression(value), cases, span, head };
  }

  private expression(node: TreeNode | null): Expression {
    if (node === null) return { kind: 'unsupported', what: 'nothing', span: { start: 0, end: 0 } };
    return this.deeper(node, () => this.expressionAt(node));
  }

  private expressionAt(node: TreeNode): Expression {
    const span = this.span(node);
    const field = (name: string): TreeNode | null => node.childForFieldName(name);
    const operator = field('operator')?.text ?? '';
    switch (node.type) {
      case 'number_literal':
        return { kind: 'number', text: node.text, span };
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
        return {
          kind: 'list',
          items: [this.expression(field('left')), this.expression(field('right'))],
          comma: true,
          span,
        };
      case 'initializer_list':
        return {
          kind: 'list',
          items: named(node).map((child) => this.expression(child)),
          comma: false,
          span,
        };
      case 'initializer_pair':
        return this.expression(field('value'));
      case 'unary_expression':
      case 'pointer_expression':
        return { kind: 'unary', operator, operand: this.expression(field('argument')), span };
      case 'update_expression':
        return {
          kind: 'update',
          operator: operator === '--' ? '--' : '++',
          prefix: node.child(0)?.type === operator,
          operand: this.expression(field('argument')),
          span,
        };
      case 'binary_expression':
        return this.binary(node, operator);
      case 'assignment_expression':
        return {
          kind: 'assign',
          operator: operator === '=' ? '=' : operator.slice(0, -1),
          target: this.expression(field('left')),
          value: this.expression(field('right')),
          span,
        };
      case 'conditional_expression':
        return {
          kind: 'conditional',
          condition: this.expression(field('condition')),
          then: this.expression(field('consequence') ?? field('condition')),
          otherwise: this.expression(field('alternative')),
          span,
        };
      case 'call_expression':
        return this.call(node);
      case 'subscript_expression':
        return {
          kind: 'index',
          array: this.expression(field('argument')),
          index: this.expression(field('index')),
          span,
        };
      case 'field_expression':
        return {
          kind: 'member',
          object: this.expression(field('argument')),
          arrow: operator === '->',
          field: field('field')?.text ?? '',
          span,
        };
      case 'cast_expression':
        return {
          kind: 'cast',
          type: this.typeDescriptor(field('type')),
          operands: commas(this.expression(field('value'))),
          span,
        };
      case 'compound_literal_expression':
        return {
          kind: 'cast',
          type: this.typeDescriptor(field('type')),
          operands: named(field('value')).map((child) => this.expression(child)),
          span,
        };
      case 'sizeof_expression': {
        const type = field('type');
        const value = field('value');
        if (type !== null) return { kind: 'sizeof', type: this.typeDescriptor(type), span };
        const name = value?.text.replace(/[()\s]/g, '') ?? '';
        return isTypeName(name, this.typedefs)
          ? { kind: 'sizeof', type: { base: name, pointers: 0 }, span }
          : { kind: 'sizeof', span };
      }
      default:
        return { kind: 'unsupported', what: words(node.type), span };
    }
  }

  /** C's grammar reads `(T) - x` as a subtraction unless it knows that T is a type. */
  private binary(node: TreeNode, operator: string): Expression {
    const span = this.span(node);
    const left = node.childForFieldName('left');
    const right = this.expression(node.childForFieldName('right'));
    const type = this.typeInParentheses(left);
    if (type !== undefined && /^[-+*&]$/.test(operator))
      return {
        kind: 'cast',
        type,
        operands: [{ kind: 'unary', operator, operand: right, span }],
        span,
      };
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
    if (node === null) return { base: 'int', pointers: 0 };
    const base = this.type(node.childForFieldName('type'));
    const { type } = this.declarator(node.childForFieldName('declarator'), base, node);
    return withSpace(type, this.space(node.startIndex, node.endIndex));
  }
}

const named = (node: TreeNode | null): TreeNode[] =>
  node === null
    ? []
    : node.namedChildren.filter((child) => child !== null && child.type !== 'comment');

/** The function declarator inside the declarator of a definition or a prototype, through pointers. */
function functionDeclarator(node: TreeNode | null): TreeNode | undefined {
  let current = node;
  while (current !== null && /^(pointer|init|attributed)_declarator$/.test(current.type))
    current = current.childForFieldName('declarator');
  if (current?.type !== 'function_declarator') return undefined;
  const name = current.childForFieldName('declarator');
  return name?.type === 'identifier' ? current : undefined;
}

const withSpace = (type: TypeName, space: AddressSpace | undefined): TypeName =>
  space === undefined ? type : { ...type, space };

const commas = (expression: Expression): Expression[] =>
  expression.kind === 'list' && expression.comma ? expression.items.flatMap(commas) : [expression];

const words = (type: string): string => type.replaceAll('_', ' ');

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, '0': 0, '\\': 92, "'": 39 };

function characterCode(literal: string): string {
  const inner = literal.slice(1, -1);
  if (inner.startsWith('\\')) return String(ESCAPES[inner.charAt(1)] ?? 0);
  return String(inner.codePointAt(0) ?? 0);
}
