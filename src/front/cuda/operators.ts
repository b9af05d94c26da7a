import type { TreeNode } from '../tree-node.ts';
import { isInfix } from '../../base/operators.ts';
import {
  type Expression,
  type Length,
  type Of,
  pathOf,
  type Type,
  unsupported,
  within,
} from '../syntax.ts';
import { type Member, sameType, type StructType } from '../types.ts';
import type { Span } from '../../base/span.ts';
import { wholeOf } from './constants.ts';
import { named } from '../parsed.ts';
import { CudaConversions } from './own-conversions.ts';
import { CONSTRUCTOR, type MemberDefault } from './structs.ts';
import { isLvalue } from './declarators.ts';
import { folded, packsIn } from './packs.ts';
import { isFunction } from './static-values.ts';

/** Expressions of C++ without calls by name: operators, constructions and packs. */
export class CudaOperators extends CudaConversions {
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

  protected override expressionAt(node: TreeNode): Expression {
    if (node.type === 'condition_clause')
      return this.truth(this.expression(node.childForFieldName('value')), node);
    const made = super.expressionAt(node);
    return made.kind === 'conditional'
      ? { ...made, condition: this.truth(made.condition, node) }
      : made;
  }

  protected binary(node: TreeNode): Expression {
    const operator = node.childForFieldName('operator')?.text ?? '';
    if (this.candidates.has(`operator${operator}`) || this.#hasMethods) {
      const left = this.expression(node.childForFieldName('left'));
      const right = this.expression(node.childForFieldName('right'));
      const own = this.operated(`operator${operator}`, [left, right], node);
      if (own !== undefined) return own;
      if (isInfix(operator)) {
        const of = (value: Expression): Expression => this.truth(value, node);
        return {
          kind: 'binary',
          operator,
          left: of(left),
          right: of(right),
          span: this.span(node),
        };
      }
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
    const own =
      (behind && this.operated(name, behind, node)) ?? this.operated(name, [operand], node);
    if (own !== undefined || operator !== '!' || operand.type?.kind !== 'struct') return own;
    return this.maker(node).unary('!', this.truth(operand, node));
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
    if (made.kind === 'assign' && operator !== '=' && isChangedBy(made.value, made.target))
      return {
        kind: 'unsupported',
        what: 'a right side that changes its left side',
        span: made.span,
      };
    if (made.kind === 'assign' && operator === '=' && made.target.type?.kind === 'struct')
      return this.#assignedWhole(made, made.target.type, node);
    const own = made.kind === 'assign' && operator === '=' ? made.target.type : undefined;
    return made.kind === 'assign' && own?.kind === 'scalar'
      ? { ...made, value: this.converted(made.value, own, node) }
      : made;
  }

  /** By the class' own `operator=`, or member by member. */
  #assignedWhole(made: Of<'assign'>, type: StructType<Length>, node: TreeNode): Expression {
    const { target, value, span } = made;
    const isTemporary = !isLvalue(value) && this.endsByOwn(value.type);
    const isSame = value.type !== undefined && sameType(value.type, type);
    if (this.candidates.has(`${type.name}::operator=`) && (!isSame || this.isAssignedByOwn(type))) {
      const own = isTemporary ? undefined : this.operated('operator=', [target, value], node);
      return own ?? { kind: 'unsupported', what: 'an assignment that is not of members', span };
    }
    return isTemporary || (isSame && this.isAssignedByOwn(type))
      ? { kind: 'unsupported', what: 'an assignment that is not of members', span }
      : made;
  }

  /** `T(x)`, `T{x}` and `T v(x)`. */
  protected construct(type: Type, args: readonly TreeNode[], node: TreeNode): Expression {
    const make = this.maker(node);
    if (type.kind === 'struct' && this.candidates.has(`${type.name}::${CONSTRUCTOR}`)) {
      const values = this.values(args);
      const [only, another] = values;
      const isCopy = !another && only?.type && sameType(only.type, type);
      if (isCopy === true && this.copiesByOwn(type)) return this.copied(only, node);
      const made = this.chosen(`${type.name}::${CONSTRUCTOR}`, values, node);
      if (made !== undefined) return made;
    }
    if (type.kind === 'scalar' || type.kind === 'pointer') {
      const [only] = args;
      return only
        ? this.castTo(type, this.expression(only), node)
        : make.cast(type, make.number(0));
    }
    const aggregate = this.#aggregate(type, args, node);
    if (aggregate !== undefined) return aggregate;
    if (type.kind === 'array' && args.length === 0)
      return { kind: 'list', items: [], comma: false, span: make.span };
    if (type.kind === 'array' && node.type === 'initializer_list') return this.expression(node);
    const operands = this.values(args);
    // `dim3` is 1 where nothing is given.
    const isGrid = type.kind === 'struct' && type.name === 'uint3' && node.type === 'argument_list';
    const all = isGrid
      ? [...operands, ...[1, 1, 1].map((one) => make.number(one))].slice(0, 3)
      : operands;
    return {
      kind: 'cast',
      type,
      operands: all.length === 0 ? [make.number(0)] : all,
      span: make.span,
    };
  }

  /** A struct without constructors of its members' values, or an array of its elements'; undefined where a list of
   * C means the same. */
  #aggregate(type: Type, args: readonly TreeNode[], node: TreeNode): Expression | undefined {
    if (type.kind === 'array') return this.#elementsOf(type, args, node);
    if (type.kind !== 'struct' || type.union) return undefined;
    const members = type.members ?? [];
    const [first] = args;
    const values = new Map<string, Expression>();
    for (const [i, arg] of args.entries()) {
      const designator = named(arg).find((child) => child.type === 'field_designator');
      const field = designator?.text.slice(1).trim();
      const place = field === undefined ? i : members.findIndex(({ name }) => name === field);
      const member = members[place];
      const written = field === undefined ? arg : arg.childForFieldName('value');
      if (arg.type === 'parameter_pack_expansion' || !member || !written) return undefined;
      const value = this.#listed(member.type, written);
      // One for the whole, or for a part of a member whose braces are left out.
      const isPart = isMany(member.type) && !isWhole(member.type, value);
      if (arg === first && args.length === 1 && value.type && sameType(value.type, type))
        return undefined;
      if (isPart) return this.#hasDefaults(type) ? unbraced(value.span) : undefined;
      values.set(String(place), value);
    }
    const { span } = this.maker(node);
    const last = members.findLastIndex(
      (member, place) => values.has(String(place)) || this.#isLeftWith(type, member),
    );
    const items = members
      .slice(0, last + 1)
      .map((member, place) => values.get(String(place)) ?? this.#left(type, member, node));
    if (items.length === 0) return undefined;
    return { kind: 'cast', type, operands: [{ kind: 'list', items, comma: false, span }], span };
  }

  /** A list's item as what it is for. */
  #listed(type: Type, node: TreeNode): Expression {
    const isList = node.type === 'initializer_list';
    if (isList && (type.kind === 'struct' || type.kind === 'array' || type.kind === 'scalar'))
      return this.typed(this.construct(type, named(node), node));
    const value = this.expression(node);
    if (type.kind !== 'struct' || (value.kind === 'list' && !value.comma))
      return this.converted(value, type, node);
    const isSame = value.type && sameType(value.type, type);
    const isMade = this.candidates.has(`${type.name}::${CONSTRUCTOR}`);
    if (isSame) return this.copied(value, node);
    return isMade && value.type ? this.typed(this.castTo(type, value, node)) : value;
  }

  /** A member that is not zero where a list does not reach it. */
  #isLeftWith(of: StructType<Length>, { name, type }: Member<Length>): boolean {
    return this.defaults.get(of.name)?.has(name) === true || this.#hasDefaults(type);
  }

  /** A member that a list does not reach. */
  #left(of: StructType<Length>, { name, type }: Member<Length>, node: TreeNode): Expression {
    const given = this.defaults.get(of.name)?.get(name);
    if (given !== undefined) return this.ownValue(type, given);
    const isMade = type.kind === 'struct' || type.kind === 'array';
    return isMade ? this.typed(this.construct(type, [], node)) : this.maker(node).number(0);
  }

  #hasDefaults(type: Type): boolean {
    if (type.kind === 'array') return this.#hasDefaults(type.of);
    if (type.kind !== 'struct') return false;
    return (
      this.defaults.has(type.name) ||
      this.candidates.has(`${type.name}::${CONSTRUCTOR}`) ||
      (type.members ?? []).some((member) => this.#hasDefaults(member.type))
    );
  }

  /** Elements that have constructors or defaults, those that a list leaves out too. */
  #elementsOf(
    type: Extract<Type, { kind: 'array' }>,
    args: readonly TreeNode[],
    node: TreeNode,
  ): Expression | undefined {
    if (!this.#hasDefaults(type.of)) return undefined;
    const { span } = this.maker(node);
    const { length } = type;
    const told = typeof length === 'object' ? Number(wholeOf(length) ?? NaN) : length;
    const count = told ?? args.length;
    const items = args.map((arg) => this.#listed(type.of, arg));
    const isPart = items.some((item) => !isWhole(type.of, item));
    if (isPart || !(count <= LONGEST)) return unbraced(span);
    while (items.length < count) items.push(this.typed(this.construct(type.of, [], node)));
    return { kind: 'list', items, comma: false, span };
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

/** Elements of objects that a list names one by one. */
const LONGEST = 256;

/** The right side of `y += y -= 1` comes first. */
const isChangedBy = (value: Expression, target: Expression): boolean =>
  [...within(value)].some((each) => {
    const changed =
      each.kind === 'assign' ? each.target : each.kind === 'update' ? each.operand : undefined;
    return changed !== undefined && pathOf(changed) === pathOf(target);
  });

const isMany = ({ kind }: Type): boolean => kind === 'struct' || kind === 'array';

const isWhole = (type: Type, value: Expression): boolean =>
  (value.kind === 'list' && !value.comma) ||
  value.kind === 'unsupported' ||
  (value.type !== undefined && sameType(value.type, type));

const unbraced = (span: Span): Expression =>
  unsupported(
    'a list of objects with defaults or constructors, some of whose braces are left out',
    span,
  );
