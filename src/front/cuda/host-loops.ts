import type { TreeNode } from '../tree-node.ts';
import { contains } from './host-text.ts';

/** Loops that a place of the host's text is in, from the inside out. @param until the last around it that counts no more */
export function loopsAround(node: TreeNode, until?: TreeNode): readonly TreeNode[] {
  const found: TreeNode[] = [];
  for (let at = node.parent; at && at !== until; at = at.parent)
    if (/^(?:for|while|do)_statement$|^for_range_loop$/.test(at.type)) found.push(at);
  return found;
}

/** Some condition decides about it, and not about the other. */
export function isConditional(node: TreeNode, site: TreeNode): boolean {
  for (let at = node; at.parent && at.type !== 'function_definition'; at = at.parent) {
    const { parent } = at;
    const isSide = ['consequence', 'alternative'].some(
      (side) => parent.childForFieldName(side)?.id === at.id,
    );
    if (isSide && !contains(parent, site)) return true;
  }
  return false;
}
