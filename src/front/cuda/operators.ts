import type { TreeNode } from '../tree-node.ts';
import { isInfix } from '../../base/operators.ts';
import type { Expression, Type } from '../syntax.ts';
import { named } from '../parsed.ts';
import type { Maker } from './rows.ts';
import { CudaOverloads } from './overloads.ts';
import { CONSTRUCTOR, type MemberDefault } from './structs.ts';
import { isLvalue } from './declarators.ts';
import { folded, packsIn } from './packs.ts';
import { isFunction } from './static-values.ts';

export const LEFT_OUT = 'a list that leaves out members which have values of their own';

/** Expressions of C++ without calls by name: conversions, operators, constructions and packs. */
export class CudaOperators extends CudaOverloads {
  /** By a struct's own constructor or operator, if it has one. */
  protected castTo(type: Type, value: Expression, node: TreeNode): Expression {
    const made =
      type.kind === 'struct' && value.type?.kind !== 'struct'
        ? this.chosen(`${type.name}::${CONSTRUCTOR}`, [value], node)
        : undefined;
    return made ?? this.maker(node).cast(type, this.converted(value, type, node));
  }

  /** A cast to a reference leads to the same place. @param isBits whatever its type. */
  protected asPlace(
    target: TreeNode | null | undefined,
    type: Type,
    value: Expression,
    isBits = false,
  ) {
    const declarator = target?.childForFieldName('declarator');
    if (!/reference_declarator/.test(declarator?.type ?? '') || type.kind !== 'pointer')
      return undefined;
    const { span } = value;
    const of = (to: Type, operand: Expression): Expression =>
      this.typed({ kind: 'cast', type: to, operands: [operand], span });
    // A reference to a constant of another type leads to a converted copy.
    const isCopy =
      !isBits &&
      /\bconst\b|&&/.test(target?.text ?? '') &&
      [type.to, value.type].every((each) => each?.kind === 'scalar');
    if (isCopy || !isLvalue(value)) return of(type.to, value);
    const operand = of(type, this.addressOf(value));
    return this.typed({ kind: 'unary', operator: '*', operand, span });
  }

  /** `T v(x, a[i], y * z);` reads as a declaration of a function, and each argument as a parameter. */
  protected misread(node: TreeNode, declarator: TreeNode | null): Expression {
    const span = this.span(node);
    const inner = declarator?.childForFieldName('declarator') ?? null;
    switch (declarator?.type) {
      case undefined:
        return this.typed(this.expression(node.childForFieldName('type')));
      case 'abstract_array_declarator': {
        const array = this.misread(node, inner);
        const index = this.expression(declarator.childForFieldName('size'));
        const own = this.operated('operator[]', [array, index], node);
        return this.typed(own ?? { kind: 'index', array, index, span });
      }
      case 'pointer_declarator':
      case 'reference_declarator': {
        const left = this.expression(node.childForFieldName('type'));
        const last = inner ?? named(declarator)[0] ?? null;
        const operator =
          declarator.type === 'pointer_declarator' ? '*' : declarator.children[0]?.text;
        if (
          last?.type !== 'identifier' ||
          (operator !== '*' && operator !== '&' && operator !== '&&')
        )
          break;
        const right = this.expression(last);
        return (
          this.operated(`operator${operator}`, [left, right], node) ?? {
            kind: 'binary',
            operator,
            left,
            right,
            span,
          }
        );
      }
      default:
    }
    return { kind: 'unsupported', what: `'${node.text}' as an argument`, span };
  }

  /** A call of a struct's own operator; undefined where none fits. */
  protected operated(
    name: string,
    args: readonly Expression[],
    node: TreeNode,
  ): Expression | undefined {
    const [first] = args;
    const isOwn = args.some(({ type }) => type?.kind === 'struct' || type?.kind === 'vector');
    if (first === undefined || !isOwn) return undefined;
    const type = first.type;
    const method = type?.kind === 'struct' ? `${type.name}::${name}` : undefined;
    const own =
      method === undefined || !this.candidates.has(method)
        ? undefined
        : this.chosen(method, args.slice(1), node, [], this.addressOf(first));
    return own ?? this.chosen(name, args, node);
  }

  protected binary(node: TreeNode): Expression {
    const operator = node.childForFieldName('operator')?.text ?? '';
    if (this.candidates.has(`operator${operator}`) || this.#hasMethods) {
      const left = this.expression(node.childForFieldName('left'));
      const right = this.expression(node.childForFieldName('right'));
      const own = this.operated(`operator${operator}`, [left, right], node);
      if (own !== undefined) return own;
      if (isInfix(operator))
        return { kind: 'binary', operator, left, right, span: this.span(node) };
    }
    return super.expressionAt(node);
  }

  protected unary(node: TreeNode): Expression | undefined {
    const operator = node.childForFieldName('operator')?.text ?? '';
    if (!this.candidates.has(`operator${operator}`) && !this.#hasMethods) return undefined;
    const operand = this.expression(node.childForFieldName('argument'));
    const name = `operator${operator}`;
    // `x++` is `operator++(int)`.
    const isBehind = node.type === 'update_expression' && node.children[0]?.text !== operator;
    const behind = isBehind ? [operand, this.maker(node).number(0)] : undefined;
    return (behind && this.operated(name, behind, node)) ?? this.operated(name, [operand], node);
  }

  get #hasMethods(): boolean {
    return this.inside.size > 0;
  }

  protected assigned(node: TreeNode): Expression {
    const operator = node.childForFieldName('operator')?.text ?? '';
    if (operator !== '=' && (this.candidates.has(`operator${operator}`) || this.#hasMethods)) {
      const left = this.expression(node.childForFieldName('left'));
      const right = this.expression(node.childForFieldName('right'));
      const own = this.operated(`operator${operator}`, [left, right], node);
      if (own !== undefined) return own;
    }
    const value = node.childForFieldName('right');
    const target = node.childForFieldName('left');
    if (operator === '=' && this.#hasMethods && value?.type !== 'initializer_list') {
      const left = this.expression(target);
      const isOwn =
        left.type?.kind === 'struct' && this.candidates.has(`${left.type.name}::operator=`);
      const own = isOwn && this.operated('operator=', [left, this.expression(value)], node);
      if (own) return own;
    }
    if (operator === '=' && target?.type === 'identifier') {
      const made = this.expression(target);
      if (isFunction(made.type)) return this.byPointer(node);
    }
    if (operator === '=' && value?.type === 'initializer_list') {
      const target = this.expression(node.childForFieldName('left'));
      if (target.type !== undefined) {
        const made = this.construct(target.type, named(value), value);
        return {
          kind: 'assign',
          operator: '=',
          target,
          value: this.typed(made),
          span: this.span(node),
        };
      }
    }
    const made = super.expressionAt(node);
    const own = made.kind === 'assign' && operator === '=' ? made.target.type : undefined;
    return made.kind === 'assign' && own?.kind === 'scalar'
      ? { ...made, value: this.converted(made.value, own, node) }
      : made;
  }

  /** `T(x)`, `T{x}` and `T v(x)`. */
  protected construct(type: Type, args: readonly TreeNode[], node: TreeNode): Expression {
    const make = this.maker(node);
    if (type.kind === 'struct' && this.candidates.has(`${type.name}::${CONSTRUCTOR}`)) {
      const values = this.values(args);
      const made = this.chosen(`${type.name}::${CONSTRUCTOR}`, values, node);
      if (made !== undefined) return made;
    }
    if (type.kind === 'scalar' || type.kind === 'pointer') {
      const [only] = args;
      return only
        ? this.castTo(type, this.expression(only), node)
        : make.cast(type, make.number(0));
    }
    const designated = args.some((arg) => arg.type === 'initializer_pair');
    const isPartly = designated && type.kind === 'struct' && this.defaults.has(type.name);
    if (isPartly) return { kind: 'unsupported', what: LEFT_OUT, span: make.span };
    if (designated)
      return { kind: 'cast', type, operands: [super.expressionAt(node)], span: make.span };
    const operands = this.values(args);
    if (type.kind === 'struct') {
      const types = (type.members ?? []).map((member) => member.type);
      const isLeft = operands.some((each, i) => this.leavesOut(each, types[i]));
      if (isLeft) return { kind: 'unsupported', what: LEFT_OUT, span: make.span };
    }
    // `dim3` is 1 where nothing is given.
    const isGrid = type.kind === 'struct' && type.name === 'uint3' && node.type === 'argument_list';
    const all = isGrid
      ? [...operands, ...[1, 1, 1].map((one) => make.number(one))].slice(0, 3)
      : [...operands, ...this.#leftTo(type, operands.length, make)];
    return {
      kind: 'cast',
      type,
      operands: all.length === 0 ? [make.number(0)] : all,
      span: make.span,
    };
  }

  /** A list in a list names fewer than all members of a struct, and the others have values of their own. */
  protected leavesOut(value: Expression, type: Type | undefined): boolean {
    if (value.kind !== 'list' || value.comma) return false;
    const { items } = value;
    if (type?.kind === 'array') {
      const hasOwn = type.of.kind === 'struct' && this.defaults.has(type.of.name);
      const isLess = hasOwn && type.length !== undefined && type.length !== items.length;
      return isLess || items.some((each) => this.leavesOut(each, type.of));
    }
    if (type?.kind !== 'struct') return false;
    const { members = [], name } = type;
    const isLess = this.defaults.has(name) && items.length < members.length;
    return isLess || items.some((each, i) => this.leavesOut(each, members[i]?.type));
  }

  /** Values of the members after those in a list: `b` in `P p{1}` of `struct P { int a, b = 2; }`. */
  #leftTo(type: Type, from: number, make: Maker): readonly Expression[] {
    const own = type.kind === 'struct' ? this.defaults.get(type.name) : undefined;
    if (own === undefined || type.kind !== 'struct') return [];
    return (type.members ?? []).slice(from).map((member) => {
      const given = own.get(member.name);
      return given === undefined ? make.number(0) : this.ownValue(member.type, given);
    });
  }

  /** A member's default: `b = 2` or `b{2}`. */
  protected ownValue(type: Type, { node, scope }: MemberDefault): Expression {
    const values = node.type === 'initializer_list' ? named(node) : [node];
    return this.inScope(() => this.typed(this.construct(type, values, node)), scope);
  }

  /** Arguments, with packs in their elements. */
  protected values(nodes: readonly TreeNode[]): readonly Expression[] {
    return nodes.flatMap((node) => {
      const pattern = node.childForFieldName('pattern');
      return node.type === 'parameter_pack_expansion' && pattern !== null
        ? this.#elements(pattern)
        : [this.expression(node)];
    });
  }

  #elements(pattern: TreeNode): readonly Expression[] {
    return this.eachElement(packsIn(pattern, this.scope), () => this.expression(pattern));
  }

  /** `(xs + ...)`, `(0 + ... + xs)` and `(f(xs), ...)`. */
  protected fold(node: TreeNode): Expression {
    const span = this.span(node);
    const made = folded(node, (side) => packsIn(side, this.scope).length > 0, {
      values: (pattern) => this.#elements(pattern),
      value: (side) => this.expression(side),
      join: (operator, left, right) => {
        if (isInfix(operator))
          return (
            this.operated(`operator${operator}`, [left, right], node) ??
            this.maker(node).binary(operator, left, right)
          );
        return this.typed({ kind: 'list', items: [left, right], comma: true, span });
      },
    });
    return made ?? { kind: 'unsupported', what: 'this fold', span };
  }

  protected byPointer(node: TreeNode): Expression {
    const what = 'a call by a pointer to a function that only the running kernel knows';
    return { kind: 'unsupported', what, span: this.span(node) };
  }
}
