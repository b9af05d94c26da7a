import type { TreeNode } from '../tree-node.ts';
import { named } from '../parsed.ts';

/** A callee's name and its template's arguments. */
export function nameOfCallee(
  callee: TreeNode,
): readonly [name: string, explicit: readonly TreeNode[]] {
  const inner = unqualified(callee);
  if (inner.type === 'template_function')
    return [
      inner.childForFieldName('name')?.text ?? '',
      named(inner.childForFieldName('arguments')),
    ];
  return [inner.text, []];
}

/** `f` of `n::m::f`. */
export function unqualified(name: TreeNode): TreeNode {
  const inner = name.type === 'qualified_identifier' ? name.childForFieldName('name') : null;
  return inner === null ? name : unqualified(inner);
}
