import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { LOST, type Place, type Scope, UNSET, type Value } from './cells.ts';
import { HostInitials } from './initials.ts';
import { numberIn, whole } from './numbers.ts';

/** Arrays and objects that `new` makes. */
export abstract class HostNewObjects extends HostInitials {
  protected made(node: TreeNode, scope: Scope): Value {
    const length = node.childForFieldName('declarator')?.childForFieldName('length');
    const count = numberIn(this.valueOf(length, scope));
    const name = node.childForFieldName('type')?.text ?? '';
    if (!length && this.types.classOf({ name, stars: 0 }))
      return this.madeObject(name, node, scope);
    if (!length || node.childForFieldName('declarator')?.childForFieldName('declarator'))
      return this.lost(node, scope);
    if (this.types.classOf({ name, stars: 0 })?.isConstructed === true)
      return this.lost(node, scope);
    const element = { name, stars: 0 };
    const each = this.types.bytesOf(element);
    const given = node.childForFieldName('arguments');
    const bytes = each === undefined || count === undefined ? undefined : count * each;
    const rest = given ? this.types.held(whole(0), element) : UNSET;
    const cells = this.newCells({ element, bytes, place: 'host', madeBy: node }, rest);
    if (given) this.listed(cells, given, { type: element, sizes: [], scope });
    return { kind: 'pointer', to: cells, at: 0, rows: [] };
  }

  /** `new S(3)` */
  protected madeObject(name: string, node: TreeNode, scope: Scope): Value {
    const type = this.types.resolved({ name, stars: 0 });
    const bytes = this.types.bytesOf(type);
    const cells = this.newCells({ element: type, bytes, place: 'host', madeBy: node });
    const place: Place = { kind: 'cell', cells, at: 0, path: [] };
    const given = node.childForFieldName('arguments');
    const value = given
      ? this.initial(given, type, scope, place)
      : this.empty(type, node, UNSET, place, scope);
    this.keep(place, value);
    return { kind: 'pointer', to: cells, at: 0, rows: [] };
  }

  /** `delete p` */
  protected ended(node: TreeNode, scope: Scope): Value {
    const value = this.valueOf(children(node)[0], scope);
    if (value.kind !== 'pointer' || !value.to?.element) return LOST;
    const place: Place = { kind: 'cell', cells: value.to, at: value.at, path: [] };
    if (value.to.madeBy.type === 'new_expression') this.destroy(place, value.to.element);
    return LOST;
  }
}
