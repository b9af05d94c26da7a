import type { Node as TreeNode } from 'web-tree-sitter';
import type { Span } from '../base/span.ts';
import type { Qualifier } from './qualifiers.ts';
import type { MappedText } from './source-map.ts';
import type { Declarator, Expression, FunctionDeclaration, Program, Statement } from './syntax.ts';
import { ExpressionConverter, named, withSpace, words } from './tree-expression.ts';

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

class Converter extends ExpressionConverter {
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
}

/** The function declarator inside the declarator of a definition or a prototype, through pointers. */
function functionDeclarator(node: TreeNode | null): TreeNode | undefined {
  let current = node;
  while (current !== null && /^(pointer|init|attributed)_declarator$/.test(current.type))
    current = current.childForFieldName('declarator');
  if (current?.type !== 'function_declarator') return undefined;
  const name = current.childForFieldName('declarator');
  return name?.type === 'identifier' ? current : undefined;
}
