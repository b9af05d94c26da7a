import type { TreeNode } from './tree-node.ts';
import { isArithmeticOperator } from '../base/arithmetic-operators.ts';
import { isInfix, isPrefixSign } from '../base/operators.ts';
import type { Span } from '../base/span.ts';
import { characterCode } from './literal.ts';
import { named, words } from './parsed.ts';
import type { Expression, Type } from './syntax.ts';
import { TypeConverter } from './tree-type.ts';
import { isTypeName } from './types.ts';
import { typeOf, withConversions } from './typing.ts';

/** Gives types to the parser's expressions. */
export class ExpressionConverter extends TypeConverter {
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

  protected expressionAt(node: TreeNode): Expression {
    const span = this.span(node);
    const field = (name: string): TreeNode | null => node.childForFieldName(name);
    const part = (name: string): Expression => this.expression(field(name));
    const all = (inside: TreeNode | null): Expression[] =>
      named(inside).map((child) => this.expression(child));
    const operator = this.operator(field('operator'));
    switch (node.type) {
      case 'number_literal': {
        const text = this.number(node);
        if (!/^[-+]/.test(text)) return { kind: 'number', text, span };
        const digits = text.slice(1).trim();
        const at = this.code.span(node.endIndex - digits.length, node.endIndex);
        const operand = this.typed({ kind: 'number', text: digits, span: at });
        return { kind: 'unary', operator: text.startsWith('-') ? '-' : '+', operand, span };
      }
      case 'char_literal':
        return { kind: 'number', text: String(characterCode(node.text) ?? 0), span };
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
          prefix: node.children[0]?.type === operator,
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
        if (this.isType(base)) return { kind: 'sizeof', of: this.typeNamed(base), span };
        return { kind: 'sizeof', of: undefined, operand: this.optional(value), span };
      }
      default:
        return { kind: 'unsupported', what: words(node.type), span };
    }
  }

  protected isType(name: string): boolean {
    return isTypeName(name, this.scope);
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
    const isType = only?.type === 'identifier' && this.isType(only.text);
    return outer.length > 0 && isType && another === undefined
      ? [...outer, this.typeNamed(only.text)]
      : [];
  }

  #typeInParentheses(node: TreeNode | null): Type | undefined {
    if (node?.type !== 'parenthesized_expression') return undefined;
    const base = named(node)[0];
    if (base?.type !== 'identifier' || !this.isType(base.text)) return undefined;
    return this.typeNamed(base.text);
  }
}

const unknownOperator = (operator: string, span: Span): Expression => ({
  kind: 'unsupported',
  what: `the operator ${operator}`,
  span,
});

const commas = (expression: Expression): Expression[] =>
  expression.kind === 'list' && expression.comma ? expression.items.flatMap(commas) : [expression];

/** The member of an initializer item: `.x = 1`. */
const designated = (node: TreeNode): string | undefined =>
  node.type === 'initializer_pair'
    ? named(node)
        .find((child) => child.type === 'field_designator')
        ?.text.slice(1)
        .trim()
    : undefined;
