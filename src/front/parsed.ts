import type { TreeNode } from './tree-node.ts';

/** Children that mean something. */
export const named = (node: TreeNode | null): TreeNode[] =>
  node === null ? [] : node.namedChildren.filter((child) => child.type !== 'comment');

/** A node's kind, as words. */
export const words = (type: string): string => type.replaceAll('_', ' ');
