import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { type ElementType, LOST, type Place, type Scope, type Value } from './cells.ts';
import { isArray, read } from './reading.ts';
import { declaredBy } from './declared.ts';
import { DOES, HostExpressions } from './expressions.ts';
import { computed, whole } from './numbers.ts';

/** `sizeof` of the host's types and variables. */
export abstract class HostSizes extends HostExpressions {
  protected sizeOf(node: TreeNode, scope: Scope): Value {
    const type = node.childForFieldName('type');
    if (type) {
      const declarator = type.childForFieldName('declarator');
      const { stars, isOther, sizes } = declaredBy(declarator ?? type);
      const name = (type.childForFieldName('type') ?? type).text;
      const bytes =
        isOther && declarator
          ? undefined
          : this.types.bytesOf({ name, stars: declarator ? stars : 0 });
      // `float[50]`
      const counts = declarator ? sizes.map((size) => this.valueOf(size, scope)) : [];
      if (bytes !== undefined)
        return counts.reduce((all, each) => computed('*', all, each), whole(bytes, 'ulong'));
    }
    const [inner] = type ? [type] : children(node);
    return this.#bytesOf(inner, scope);
  }

  #bytesOf(node: TreeNode | undefined, scope: Scope): Value {
    if (node?.type === 'parenthesized_expression') return this.#bytesOf(children(node)[0], scope);
    const row = this.#rowOf(node, scope);
    if (row !== undefined) return whole(row, 'ulong');
    const place = this.placeOf(node?.type === 'type_descriptor' ? children(node)[0] : node, scope);
    if (place?.path.length !== 0) {
      const inner = place && read(place);
      const element = this.types.elementOfInner(inner);
      const own = element && this.types.bytesOf(element);
      if (own !== undefined && inner?.kind === 'struct')
        return whole(own * inner.members.size, 'ulong');
      const member = place && this.#typeOfMember(place);
      const bytesOfMember = member && this.types.bytesOf(member);
      if (bytesOfMember !== undefined) return whole(bytesOfMember, 'ulong');
      // A struct's name reads as a variable.
      const type = this.#typeOf(node, scope) ?? { name: node?.text ?? '', stars: 0 };
      const bytes = this.types.bytesOf(type);
      return bytes === undefined ? LOST : whole(bytes, 'ulong');
    }
    const value = read(place);
    const isList = value.kind === 'vector' && place.kind === 'variable';
    if (isList && this.types.ofArray(place.variable.type) && value.cells.bytes !== undefined)
      return whole(value.cells.bytes, 'ulong');
    const bytes = isArray(place)
      ? value.kind === 'pointer'
        ? value.to?.bytes
        : undefined
      : this.types.bytesOf(place.kind === 'variable' ? place.variable.type : place.cells.element);
    return bytes === undefined ? LOST : whole(bytes, 'ulong');
  }

  /** The type of `s.x`, also where nothing is set yet. */
  #typeOfMember(place: Place): ElementType | undefined {
    let type = place.kind === 'variable' ? place.variable.type : place.cells.element;
    for (const name of place.path) {
      const member = type && this.types.membersOf(type)?.find((each) => each.member === name);
      type = member?.length === undefined ? member : undefined;
    }
    return type;
  }

  /** Bytes of `h[0]` or `*h`, a row of `int h[5][10]`. */
  #rowOf(node: TreeNode | undefined, scope: Scope): number | undefined {
    const isElement = node?.type === 'pointer_expression' || node?.type === 'subscript_expression';
    const owner = isElement ? node.childForFieldName('argument') : null;
    if (!owner || owner.descendantsOfType(DOES).length > 0) return undefined;
    const base = this.valueOf(owner, scope);
    const [own] = base.kind === 'pointer' ? base.rows.slice(-1) : [];
    const each = base.kind === 'pointer' ? this.types.bytesOf(base.to?.element) : undefined;
    return own === undefined || each === undefined || Number.isNaN(own) ? undefined : own * each;
  }

  /** The type of what a pointer leads to, where nothing may be there yet. */
  #typeOf(node: TreeNode | null | undefined, scope: Scope): ElementType | undefined {
    const place = this.placeOf(node, scope);
    if (place?.path.length === 0)
      return place.kind === 'variable' ? place.variable.type : place.cells.element;
    const inner = node?.childForFieldName('argument');
    const isElement = node?.type === 'pointer_expression' || node?.type === 'subscript_expression';
    // Calls within are not done.
    const isMethod = node?.childForFieldName('function')?.type === 'field_expression';
    if (node?.type === 'call_expression' && isMethod) {
      const value = this.valueOf(node, scope);
      const element = value.kind === 'pointer' ? value.to?.element : undefined;
      return element && { ...element, stars: element.stars + 1 };
    }
    const owner = isElement ? this.#typeOf(inner, scope) : undefined;
    return owner && owner.stars > 0 ? { ...owner, stars: owner.stars - 1 } : undefined;
  }
}
