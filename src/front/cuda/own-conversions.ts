import type { TreeNode } from '../tree-node.ts';
import type { Expression, Type } from '../syntax.ts';
import { INT } from '../types.ts';
import { isLvalue } from './declarators.ts';
import { CudaOverloads } from './overloads.ts';
import { aimOf } from './special-members.ts';
import { CONSTRUCTOR } from './structs.ts';

/** Conversions and operators of structs' own, and casts. */
export class CudaConversions extends CudaOverloads {
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

  /** A condition, by an object's own conversion. */
  protected truth(value: Expression, node: TreeNode): Expression {
    // A switch may ask for it too.
    return value.type?.kind === 'struct' ? this.converted(value, INT, node) : value;
  }

  /** `p->x` of an object that has `operator->`. */
  protected pointing(made: Expression, node: TreeNode): Expression {
    if (made.kind !== 'member' || !made.arrow || made.object.type?.kind !== 'struct') return made;
    const object = this.operated('operator->', [made.object], node);
    return object ? { ...made, object } : made;
  }

  /** The object that a pointer or reference leads to, whose class tells which virtual method is called. */
  protected aimed(pointer: TreeNode | null, node: TreeNode): Expression {
    const aim = this.expression(aimOf(pointer) ?? null);
    if (aim.kind === 'name' && aim.type?.kind === 'struct') return aim;
    const what = 'a virtual method of an object whose own class the text does not tell';
    return { kind: 'unsupported', what, span: this.span(node) };
  }
}
