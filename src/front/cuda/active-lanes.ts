import type { TreeNode } from '../tree-node.ts';

/** Statements at which the lanes of a warp may part. */
const PARTS = /^(?:if|for|while|do|switch|case)_statement$|^for_range_loop$/;

/** A meeting of all lanes. */
const MEETS = /^__sync(?:threads\(\)|warp\((?:0x[fF]{8}[uU]?|~0[uU]?)?\));$/;

/** A kernel's own statement that no condition and no loop is around, nor before it since all lanes met last.
 * @param isOwn functions of the text, in which lanes may part too */
export function areTogether(node: TreeNode, isOwn: (called: string) => boolean): boolean {
  const parts = (each: TreeNode): boolean =>
    PARTS.test(each.type) ||
    (each.type === 'call_expression' &&
      isOwn(each.childForFieldName('function')?.text.replace(/<.*/s, '') ?? '')) ||
    each.namedChildren.some((child) => parts(child));
  let isAfterMeeting = false;
  for (let at = node; at.parent !== null; at = at.parent) {
    if (at.type === 'function_definition')
      return at.children.some((child) => child.text === '__global__');
    if (PARTS.test(at.type) || at.type === 'conditional_expression') return false;
    let before = at.parent.type === 'compound_statement' ? at.previousNamedSibling : null;
    for (; before !== null && !isAfterMeeting; before = before.previousNamedSibling) {
      isAfterMeeting = MEETS.test(before.text.replaceAll(/\s/g, ''));
      if (!isAfterMeeting && parts(before)) return false;
    }
  }
  return false;
}
