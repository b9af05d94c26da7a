import type { TreeNode } from '../tree-node.ts';
import { contains } from './host-text.ts';

/** Loops that a place of the host's text is in, from the inside out. @param until the last around it that counts no more */
export function loopsAround(node: TreeNode, until?: TreeNode): readonly TreeNode[] {
  const found: TreeNode[] = [];
  for (let at = node.parent; at && at !== until; at = at.parent) if (isLoop(at)) found.push(at);
  return found;
}

/** It may have more rounds than one, which `do .. while (0)` of a macro has not. */
export const isLoop = (node: TreeNode): boolean =>
  /^(?:for|while|do)_statement$|^for_range_loop$/.test(node.type) &&
  !(
    node.type === 'do_statement' &&
    /^\(\s*(?:0|false)\s*\)$/.test(node.childForFieldName('condition')?.text ?? '')
  );

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
