import type { TreeNode } from './tree-node.ts';
import type { Span } from '../base/span.ts';
import type { Qualifier } from './qualifiers.ts';
import type { MappedText } from './source-map.ts';
import type {
  Declarator,
  Expression,
  FunctionDeclaration,
  Program,
  Statement,
  Type,
} from './syntax.ts';
import { ExpressionConverter } from './tree-expression.ts';
import { groupSizeIn, subGroupSizeIn } from './group-size.ts';
import { withMeetings } from './meetings.ts';
import { named, words } from './parsed.ts';
import { become } from './typing.ts';
import { promotedType } from './conversions.ts';

/** Converts the parser's tree, which has no errors, to ours.
 * @throws {TooDeep} on absurd nesting. */
export function convert(
  root: TreeNode,
  text: string,
  code: MappedText,
  qualifiers: readonly Qualifier[],
  known: Iterable<string>,
  watch: (share: number) => void = () => undefined,
): Program {
  return new Converter(text, code, qualifiers, known, watch).program(root);
}

export class Converter extends ExpressionConverter {
  readonly #watch: (share: number) => void;
  /** What the function being read returns. */
  protected returns: Type | undefined;

  constructor(
    text: string,
    code: MappedText,
    qualifiers: readonly Qualifier[],
    known: Iterable<string>,
    watch: (share: number) => void,
  ) {
    super(text, code, qualifiers, known);
    this.#watch = watch;
  }

  program(root: TreeNode): Program {
    const heads: (() => FunctionDeclaration)[] = [];
    const globals: Statement[] = [];
    const visit = (node: TreeNode): void => {
      for (const child of named(node)) {
        const made = this.#functions(child);
        heads.push(...made);
        if (child.type === 'linkage_specification' || child.type === 'declaration_list')
          visit(child);
        else if (child.type === 'declaration' || child.type === 'expression_statement') {
          if (made.length === 0) globals.push(this.statement(child));
        } else if (child.type !== 'function_definition') this.type(child);
      }
    };
    visit(root);
    // Bodies last: a function may call one defined below it.
    const functions = withMeetings(heads.map((make) => make()));
    return { language: 'opencl', functions, globals, enumerators: this.enumerators };
  }

  /** One function for a definition, maybe several for a declaration. */
  #functions(node: TreeNode): (() => FunctionDeclaration)[] {
    if (node.type !== 'function_definition' && node.type !== 'declaration') return [];
    return named(node).flatMap((child) => {
      const declarator = functionDeclarator(child);
      return declarator === undefined ? [] : [this.#function(node, declarator, pointersOf(child))];
    });
  }

  /** Reads a function's head; bodies wait until all heads are known. */
  #function(node: TreeNode, declarator: TreeNode, pointers: number): () => FunctionDeclaration {
    const nameNode = declarator.childForFieldName('declarator');
    const name = nameNode?.text ?? '';
    const body = node.childForFieldName('body');
    const around = [...this.around(node.startIndex, body?.startIndex ?? node.endIndex)];
    let returns = this.type(node.childForFieldName('type'));
    const space = this.space(node.startIndex, declarator.startIndex);
    for (let i = 0; i < pointers; i += 1)
      returns = { kind: 'pointer', to: returns, space: i === 0 ? space : undefined };
    const parameters = this.inScope(() =>
      named(declarator.childForFieldName('parameters'))
        .filter((child) => child.type === 'parameter_declaration')
        .map((child) => this.#parameter(child))
        .filter(({ type }) => type.kind !== 'void'),
    );
    if (body !== null || !this.heads.has(name))
      this.heads.set(name, { returns, takes: parameters.map(({ type }) => type) });
    const firstIn = (find: (text: string) => string | undefined): string | undefined =>
      around.map(({ text }) => find(text ?? '')).find((found) => found !== undefined);
    const head = {
      name,
      nameSpan: this.span(nameNode ?? declarator),
      isKernel: around.some(({ meaning }) => meaning === 'kernel'),
      returns,
      parameters,
      groupSize: firstIn(groupSizeIn),
      subGroupSize: firstIn(subGroupSizeIn),
    };
    return () =>
      this.inScope(() => {
        for (const parameter of parameters) this.declare(parameter);
        this.returns = returns;
        return { ...head, body: body === null ? undefined : this.statement(body) };
      });
  }

  #parameter(node: TreeNode): Declarator {
    const type = this.type(node.childForFieldName('type'));
    const space = this.space(node.startIndex, node.endIndex);
    const made = this.declarator(node.childForFieldName('declarator'), type, space, node);
    this.declare(made);
    return made;
  }

  protected statement(node: TreeNode): Statement {
    return this.deeper(node, () => this.statementAt(node));
  }

  protected statementAt(node: TreeNode): Statement {
    this.#watch(node.startIndex / this.text.length);
    const span = this.span(node);
    const field = (name: string): TreeNode | null => node.childForFieldName(name);
    switch (node.type) {
      case 'compound_statement':
        return this.inScope(() => ({ kind: 'block', body: this.statements(node), span }));
      case 'declaration': {
        const type = this.type(field('type'));
        const declarators = node.childrenForFieldName('declarator');
        // A cast in an initializer does not qualify the variable.
        const value = declarators[0]?.childForFieldName('value');
        const end = value?.startIndex ?? declarators.at(-1)?.endIndex ?? node.endIndex;
        const space = this.declaredSpace(node, end);
        return {
          kind: 'declaration',
          declarators: declarators.map((child) => {
            const made = this.declarator(child, type, space, node);
            this.declare(made);
            return made;
          }),
          span,
        };
      }
      case 'expression_statement':
        return { kind: 'expression', value: this.optional(named(node)[0]), span };
      case 'if_statement': {
        const [otherwise] = named(field('alternative'));
        return {
          kind: 'if',
          condition: this.expression(field('condition')),
          then: this.body(field('consequence'), span),
          otherwise: otherwise && this.statement(otherwise),
          span,
          head: this.head(node, field('condition')),
        };
      }
      case 'for_statement':
        return this.inScope(() => this.#loop(node, 'for'));
      case 'while_statement':
        return this.#loop(node, 'while');
      case 'do_statement':
        return this.#loop(node, 'do');
      case 'switch_statement':
        return this.inScope(() => this.#switchStatement(node));
      case 'return_statement':
        return { kind: 'return', value: this.optional(named(node)[0], this.returns), span };
      case 'break_statement':
        return { kind: 'break', span };
      case 'continue_statement':
        return { kind: 'continue', span };
      case 'goto_statement':
        return { kind: 'unsupported', what: 'goto', label: field('label')?.text ?? '', span };
      case 'labeled_statement': {
        const label = field('label');
        const inner = named(node).find((child) => child.id !== label?.id);
        return { kind: 'block', body: [this.body(inner, span)], label: label?.text ?? '', span };
      }
      case 'attributed_statement':
        return this.body(named(node).at(-1), span);
      case 'type_definition':
      case 'struct_specifier':
      case 'union_specifier':
      case 'enum_specifier':
        this.type(node);
        return { kind: 'expression', span };
      case 'case_statement':
        return { kind: 'unsupported', what: 'a case outside a switch', span };
      default:
        if (/expression|identifier|literal/.test(node.type))
          return { kind: 'expression', value: this.expression(node), span };
        return { kind: 'unsupported', what: words(node.type), span };
    }
  }

  /** Those of a block, in its scope. */
  protected statements(node: TreeNode): readonly Statement[] {
    return named(node).map((child) => this.statement(child));
  }

  protected body(node: TreeNode | null | undefined, span: Span): Statement {
    return node ? this.statement(node) : { kind: 'expression', span };
  }

  /** From a statement's start to the end of its subject. */
  protected head(node: TreeNode, last: TreeNode | null | undefined): Span {
    return this.code.span(node.startIndex, (last ?? node).endIndex);
  }

  #loop(node: TreeNode, form: 'for' | 'while' | 'do'): Statement {
    const span = this.span(node);
    const field = (name: string): TreeNode | null => node.childForFieldName(name);
    const init = field('initializer');
    const condition = field('condition');
    const close = node.children.findLast((child) => child.type === ')');
    return {
      kind: 'loop',
      form,
      init: init === null ? undefined : this.statement(init),
      condition: this.optional(condition),
      update: this.optional(field('update')),
      body: this.body(field('body'), span),
      span,
      head:
        form === 'do'
          ? this.span(condition ?? node)
          : this.head(node, form === 'for' ? close : condition),
    };
  }

  #switchStatement(node: TreeNode): Statement {
    const asked = node.childForFieldName('condition');
    const given = this.expression(asked);
    const type = given.type && promotedType(given.type);
    const cases: { value: Expression | undefined; body: Statement[] }[] = [];
    const before: Statement[] = [];
    for (const child of named(node.childForFieldName('body'))) {
      if (child.type !== 'case_statement') {
        (cases.at(-1)?.body ?? before).push(this.statement(child));
        continue;
      }
      const label = child.childForFieldName('value');
      const inside = named(child).slice(label === null ? 0 : 1);
      const body = inside.map((inner) => this.statement(inner));
      cases.push({ value: this.optional(label, type), body });
    }
    const [span, head] = [this.span(node), this.head(node, asked)];
    const found: Statement = { kind: 'switch', value: become(given, type), cases, span, head };
    const body = [...before.flatMap(onlyDeclared), found];
    return body.length > 1 ? { kind: 'block', body, span } : found;
  }
}

/** Statements that nobody comes to, before the first case: their variables are there, without values. */
function onlyDeclared(statement: Statement): readonly Statement[] {
  if (statement.kind !== 'declaration') return [];
  const { declarators } = statement;
  return [{ ...statement, declarators: declarators.map((each) => ({ ...each, init: undefined })) }];
}

/** Stars before a function's return type. */
function pointersOf(node: TreeNode): number {
  let count = 0;
  for (let at: TreeNode | null = node; at !== null; at = at.childForFieldName('declarator')) {
    if (at.type === 'function_declarator') break;
    if (at.type === 'pointer_declarator') count += 1;
  }
  return count;
}

/** The function declarator in a definition or prototype, through pointers. */
function functionDeclarator(node: TreeNode | null): TreeNode | undefined {
  let current = node;
  while (current !== null && /^(pointer|init|attributed)_declarator$/.test(current.type))
    current = current.childForFieldName('declarator');
  if (current?.type !== 'function_declarator') return undefined;
  const name = current.childForFieldName('declarator');
  return name?.type === 'identifier' ? current : undefined;
}
