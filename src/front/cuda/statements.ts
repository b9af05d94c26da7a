import type { TreeNode } from '../tree-node.ts';
import type { Span } from '../../base/span.ts';
import { named } from '../parsed.ts';
import { isInteger } from '../scalar.ts';
import type { Declarator, Expression, Statement, Type } from '../syntax.ts';
import { INT, sameType } from '../types.ts';
import { wholeOf } from './constants.ts';
import { CudaBindings } from './bindings.ts';
import { isAnyGroup } from './groups.ts';
import { isDynamic } from './hidden.ts';
import { isAuto } from './names.ts';
import { isLvalue, isReference, modifiersOf } from './declarators.ts';
import { elementsOf } from './std-array.ts';
import { functionIn, isStatic } from './static-values.ts';

/** Statements and declarations of C++. */
export class CudaStatements extends CudaBindings {
  protected override statements(node: TreeNode): readonly Statement[] {
    return this.inFrame(() => named(node).flatMap((child) => this.#several(child)));
  }

  /** Declarations of what exists while compiling only leave nothing behind. */
  #several(node: TreeNode): readonly Statement[] {
    switch (node.type) {
      case 'static_assert_declaration':
      case 'using_declaration':
      case 'namespace_alias_definition':
        return [];
      case 'alias_declaration':
        this.type(node);
        return [];
      case 'declaration':
        return this.#withDefaults(this.statement(node), node);
      default:
        return [this.statement(node)];
    }
  }

  /** `W w;` runs the default constructor. */
  #withDefaults(made: Statement, node: TreeNode): readonly Statement[] {
    if (made.kind !== 'declaration' || modifiersOf(node).has('static')) return [made];
    const own = made.declarators.flatMap(({ name, nameSpan: span, type, init, space }) =>
      init === undefined && (space === undefined || space === 'private')
        ? this.defaultsFor(type, this.typed({ kind: 'name', name, span }), node)
        : [],
    );
    return [made, ...own];
  }

  protected override statementAt(node: TreeNode): Statement {
    const span = this.span(node);
    switch (node.type) {
      case 'declaration': {
        const made = this.#declaration(node, span);
        return this.#endingLater(made, node);
      }
      case 'for_statement':
      case 'while_statement':
      case 'do_statement':
      case 'switch_statement':
        return this.inLoop(node.type === 'switch_statement' ? 'switch' : 'loop', () =>
          this.#withInit(node, node.childForFieldName('condition'), span),
        );
      case 'break_statement':
      case 'continue_statement':
      case 'goto_statement':
        return this.leaving(super.statementAt(node));
      case 'expression_statement':
        return this.#pointerToArray(node, span) ?? this.#discarding(super.statementAt(node), node);
      case 'if_statement': {
        const isConstant = node.children.some((child) => child.type === 'constexpr');
        const condition = node.childForFieldName('condition');
        const value = isConstant && condition ? wholeOf(this.expression(condition)) : undefined;
        if (value === undefined) return this.#withInit(node, condition, span);
        const taken =
          value === 0n
            ? named(node.childForFieldName('alternative'))[0]
            : node.childForFieldName('consequence');
        return taken ? this.statement(taken) : { kind: 'expression', span };
      }
      case 'static_assert_declaration':
      case 'using_declaration':
      case 'alias_declaration':
        if (node.type === 'alias_declaration') this.type(node);
        return { kind: 'expression', span };
      case 'for_range_loop':
        return this.inLoop(
          'loop',
          () => this.#rangeLoop(node) ?? { kind: 'unsupported', what: 'a loop over a range', span },
        );
      case 'return_statement':
        return this.leaving(this.#returning(node, span), this.returns);
      default:
        return super.statementAt(node);
    }
  }

  #returning(node: TreeNode, span: Span): Statement {
    const list = named(node)[0];
    if (list === undefined && this.constructed)
      return { kind: 'return', value: this.constructed, span };
    if (list?.type === 'initializer_list' && this.returns) {
      const value = this.typed(this.construct(this.returns, named(list), list));
      return { kind: 'return', value, span };
    }
    const made = super.statementAt(node);
    if (made.kind !== 'return' || !made.value) return made;
    if (!this.returnsPlace) return { ...made, value: this.#givenBack(made.value, node) };
    const { becomes: _, ...value } = made.value;
    const address: Expression = { kind: 'unary', operator: '&', operand: value, span: value.span };
    return { ...made, value: this.typed(address) };
  }

  /** A variable may be copied, or may be the object itself. */
  #givenBack(value: Expression, node: TreeNode): Expression {
    const isVariable = value.kind === 'name' && value.type?.kind === 'struct';
    if (!isVariable || !(this.endsByOwn(value.type) || this.copiesByOwn(value.type)))
      return this.copied(value, node);
    const what =
      'the return of a variable whose class has a destructor or a copy constructor of its own';
    return { kind: 'unsupported', what, span: value.span };
  }

  /** Objects that a declaration makes end with their block. */
  #endingLater(made: Statement, node: TreeNode): Statement {
    if (made.kind !== 'declaration' || modifiersOf(node).has('static')) return made;
    const own = made.declarators.filter(
      ({ type, space }) => this.endsByOwn(type) && (space === undefined || space === 'private'),
    );
    const isInBlock = /^(?:compound_statement|for_statement|init_statement)$/.test(
      node.parent?.type ?? '',
    );
    if (own.length > 0 && !isInBlock)
      return {
        kind: 'unsupported',
        what: 'an object with a destructor, declared here',
        span: made.span,
      };
    for (const each of own) this.endLater(each, node);
    return made;
  }

  /** `int (*row)[3] = m;`, which the grammar reads as a call. */
  #pointerToArray(node: TreeNode, span: Span): Statement | undefined {
    const [all] = named(node);
    const isGiven = all?.type === 'assignment_expression';
    let array = isGiven ? all.childForFieldName('left') : all;
    const sizes: TreeNode[] = [];
    for (; array?.type === 'subscript_expression'; array = array.childForFieldName('argument'))
      sizes.push(...named(array.childForFieldName('indices')));
    const callee = array?.childForFieldName('function');
    const [pointed, another] = named(array?.childForFieldName('arguments') ?? null);
    const name = pointed?.childForFieldName('argument');
    const isType = callee?.type === 'primitive_type' || this.isType(callee?.text ?? '');
    if (!callee || !isType || another || !name || sizes.length === 0) return undefined;
    if (array?.type !== 'call_expression' || pointed?.text.startsWith('*') !== true)
      return undefined;
    let of = this.typeNamed(callee.text);
    for (const size of sizes) of = { kind: 'array', of, length: this.expression(size) };
    const declared: Declarator = {
      name: name.text,
      nameSpan: this.span(name),
      type: { kind: 'pointer', to: of },
      init: isGiven ? this.expression(all.childForFieldName('right')) : undefined,
      unsupported: undefined,
    };
    this.declare(declared);
    return { kind: 'declaration', declarators: [declared], span };
  }

  /** `Guard(m);` makes an object that ends with the statement. */
  #discarding(made: Statement, node: TreeNode): Statement {
    const value = made.kind === 'expression' ? made.value : undefined;
    if (value?.type === undefined || isLvalue(value) || !this.endsByOwn(value.type)) return made;
    if (value.kind === 'assign') return made;
    const { span, type } = value;
    const object: Declarator = {
      name: 'object for a statement',
      nameSpan: span,
      type,
      init: value,
      unsupported: undefined,
    };
    const body = this.inScope(() =>
      this.inFrame(() => {
        this.declare(object);
        this.endLater(object, node);
        return [{ kind: 'declaration', declarators: [object], span }];
      }),
    );
    return { kind: 'block', body, span };
  }

  /** `if (int x = f(); x > 0)` declares in a block around. */
  #withInit(node: TreeNode, condition: TreeNode | null, span: Span): Statement {
    const init = condition?.childForFieldName('initializer');
    const declaration = init ? named(init)[0] : undefined;
    if (!declaration) return super.statementAt(node);
    return this.inScope(() => ({
      kind: 'block',
      body: this.inFrame(() => [this.statement(declaration), super.statementAt(node)]),
      span,
    }));
  }

  /** `for (T v : array)`; undefined for other ranges. */
  #rangeLoop(node: TreeNode): Statement | undefined {
    const right = this.expression(node.childForFieldName('right'));
    const array = elementsOf(right, this.maker(node));
    const own = node.childForFieldName('declarator');
    const type = this.type(node.childForFieldName('type'));
    const body = node.childForFieldName('body');
    if (array.type?.kind !== 'array' || own === null || body === null) return undefined;
    const names = named(own.descendantsOfType('structured_binding_declarator')[0] ?? null);
    return this.loopOver(array.type, array, node, (element) => {
      if (names.length > 0) return this.boundElement(names, element, own, body);
      const made = this.declarator(own, type, undefined, node);
      const isPlace = isReference(own);
      const of = element.type ?? INT;
      const declared: Declarator = {
        ...made,
        type: isPlace ? { kind: 'pointer', to: of } : isAuto(type) ? of : type,
        init: isPlace ? this.addressOf(element) : this.copied(element, node),
      };
      const { span } = element;
      return this.inScope(() =>
        this.inFrame(() => {
          if (isPlace) this.declarePlace(declared);
          else this.declare(declared);
          this.endLater(declared, node);
          const inner = this.statement(body);
          return [{ kind: 'declaration', declarators: [declared], span }, inner];
        }),
      );
    });
  }

  #declaration(node: TreeNode, span: Span): Statement {
    const type = this.type(node.childForFieldName('type'));
    const space = this.declaredSpace(node);
    const declarators: Declarator[] = [];
    for (const child of node.childrenForFieldName('declarator')) {
      const bound = this.structured(child, type, node);
      if (bound !== undefined) {
        declarators.push(...bound);
        continue;
      }
      const written = this.#constructed(child, type) ?? this.declarator(child, type, space, node);
      const isPassed =
        functionIn(written.init?.type) !== undefined ||
        (isAnyGroup(written.type) && written.init?.type !== undefined);
      const made: Declarator = isPassed
        ? { ...written, type: written.init?.type ?? written.type, unsupported: undefined }
        : written;
      const words = modifiersOf(node);
      const isConstant =
        words.has('constexpr') ||
        (words.has('const') && space === undefined && this.scope === this.globals);
      const whole = made.init && isConstant ? wholeOf(made.init) : undefined;
      if (whole !== undefined && made.type.kind === 'scalar' && isInteger(made.type.scalar)) {
        const number = this.maker(child).cast(made.type, this.maker(child).number(String(whole)));
        this.stand(made.name, (at) => ({ ...number, span: at }));
        continue;
      }
      if (isStatic(made.type)) {
        this.standFor(made);
        continue;
      }
      const isPlace =
        isReference(child) && made.init?.kind === 'unary' && made.init.operator === '&';
      if (isDynamic(node)) {
        // The kernel has it as an argument.
        if (this.scope.find(made.name) === undefined) declarators.push(made);
        continue;
      }
      declarators.push(made);
      if (isPlace) this.declarePlace(made);
      else this.declare(made);
    }
    return declarators.length === 0
      ? { kind: 'expression', span }
      : { kind: 'declaration', declarators, span };
  }

  /** `T v(x, y);` of variables, which reads as a function's declaration. */
  #constructed(node: TreeNode, type: Type): Declarator | undefined {
    const list = node.type === 'function_declarator' ? node.childForFieldName('parameters') : null;
    const nameNode = node.childForFieldName('declarator');
    const args = named(list);
    const isVariable = (each: TreeNode): boolean =>
      this.scope.find(each.childForFieldName('type')?.text ?? '') !== undefined;
    if (nameNode === null || args.length === 0 || !args.every(isVariable)) return undefined;
    return {
      name: nameNode.text,
      nameSpan: this.span(nameNode),
      type,
      init: this.typed(this.construct(type, args, node)),
      unsupported: undefined,
    };
  }

  protected override initial(node: TreeNode, type: Type): Expression {
    const isList = node.type === 'initializer_list';
    if (node.type === 'argument_list' || (isList && /^(?:struct|scalar)$/.test(type.kind)))
      return this.typed(this.construct(type, named(node), node));
    if (isList && type.kind === 'array') {
      const made = this.construct(type, named(node), node);
      if (made.kind !== 'cast') return made;
    }
    if (isAuto(type))
      return type.kind === 'pointer'
        ? this.expression(node)
        : this.copied(this.expression(node), node);
    const made = super.initial(node, type);
    const isSame = type.kind === 'struct' && made.type && sameType(made.type, type);
    return isSame ? this.copied(made, node) : this.converted(made, type, node);
  }
}
