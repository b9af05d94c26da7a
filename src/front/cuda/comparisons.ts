import type { Parser } from 'web-tree-sitter';
import { grownTree, type TreeNode } from '../tree-node.ts';
import { parenthesesRead } from './parenthesised-commas.ts';
import { productsRead } from './vexing-parse.ts';

/** In `(i < n && j >= 0)` and `if (i < n && j > (m))` the grammar takes `i < n && j >` for a name with a
 * template's arguments. Such a `<` is shown to it as `>`, and the tree keeps the text's own. */

/** Each parse finds those that the last one has uncovered. */
const ROUNDS = 16;

/** The tree of CUDA C++, in which comparisons are comparisons, and products no pointers. */
export function parsedCuda(parser: Parser, text: string): TreeNode | null {
  let shown = text;
  for (let round = 0; ; round += 1) {
    const root = grownTree(parser, text, shown);
    const places =
      root === null
        ? []
        : [
            ...comparisonsIn(root, text).map((place) => [place, '>'] as const),
            ...productsRead(root),
            ...parenthesesRead(root),
          ];
    if (places.length === 0 || round === ROUNDS) return root;
    const pieces = shown.split('');
    for (const [place, sign] of places)
      for (const [i, letter] of [...sign].entries()) pieces[place + i] = letter;
    shown = pieces.join('');
  }
}

function comparisonsIn(root: TreeNode, text: string): readonly number[] {
  const found = root.descendantsOfType('template_function');
  if (found.length === 0) return [];
  let known: ReadonlySet<string> | undefined;
  return found.flatMap((node) => {
    const name = node.childForFieldName('name');
    const list = node.childForFieldName('arguments');
    if (name === null || list === null) return [];
    if (isAtLeast(node, text) || isShifted(node, text)) return [list.startIndex];
    if (!list.namedChildren.some((each) => joins(each))) return [];
    known ??= templatesIn(root);
    return known.has(name.text) ? [] : [list.startIndex];
  });
}

/** `x<n && y>` before `= 0`: nobody assigns to a function. */
const isAtLeast = (node: TreeNode, text: string): boolean =>
  node.parent?.type === 'assignment_expression' &&
  node.parent.childForFieldName('left')?.id === node.id &&
  text[node.endIndex] === '=' &&
  text[node.endIndex + 1] !== '=';

/** `x < y >> 2`: nobody compares a function. */
const isShifted = (node: TreeNode, text: string): boolean =>
  node.parent?.type === 'binary_expression' &&
  node.parent.childForFieldName('left')?.id === node.id &&
  text[node.endIndex] === '>';

const joins = (node: TreeNode): boolean =>
  node.type === 'binary_expression' &&
  /^(?:&&?|\|\|?|\^|[=!]=)$/.test(node.childForFieldName('operator')?.text ?? '');

const templatesIn = (root: TreeNode): ReadonlySet<string> =>
  new Set(
    root.descendantsOfType('template_declaration').flatMap((node) => {
      const made = node.namedChildren.at(-1);
      const [called] = made?.descendantsOfType('function_declarator') ?? [];
      const own = made?.childForFieldName('name') ?? called?.childForFieldName('declarator');
      return own?.text ?? [];
    }),
  );
