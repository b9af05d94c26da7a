import type { Node as TreeNode } from 'web-tree-sitter';

/** Loops that a place of the host's text is in, from the inside out. */
export function loopsAround(node: TreeNode): readonly TreeNode[] {
  const found: TreeNode[] = [];
  for (let at = node.parent; at; at = at.parent)
    if (/^(?:for|while|do)_statement$|^for_range_loop$/.test(at.type)) found.push(at);
  return found;
}
