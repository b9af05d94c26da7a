import type { TreeNode } from '../tree-node.ts';

/** Places of the parentheses around a statement `(a += b, b ^= a);`, as macros of ciphers make it, and what the
 * grammar is shown there: it reads no assignment before a comma in them. */
export const parenthesesRead = (root: TreeNode): readonly (readonly [number, string])[] =>
  root.descendantsOfType('expression_statement').flatMap((statement) => {
    const [whole, inside = ''] = /^\((.*,.*)\)(?=\s*;$)/s.exec(statement.text) ?? [];
    const isMisread = statement.descendantsOfType('ERROR').length > 0;
    return whole !== undefined && isMisread && isBalanced(inside)
      ? [
          [statement.startIndex, ' '] as const,
          [statement.startIndex + whole.length - 1, ' '] as const,
        ]
      : [];
  });

/** Its first parenthesis is closed by its last. */
function isBalanced(inside: string): boolean {
  let depth = 0;
  for (const letter of inside) {
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
