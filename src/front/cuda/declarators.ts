import type { TreeNode } from '../tree-node.ts';
import type { Expression } from '../syntax.ts';
import { named } from '../parsed.ts';

/** Questions to the parser's tree about declarations. */

/** Words before a declaration's type. */
export const modifiersOf = (node: TreeNode): ReadonlySet<string> =>
  new Set(
    node.children
      .filter((child) => !/declarator|statement|body/.test(child.type))
      .map((child) => child.text ?? ''),
  );

const innerOf = (node: TreeNode | null): TreeNode | null =>
  node?.childForFieldName('declarator') ??
  (node?.type.endsWith('parenthesized_declarator') === true ? (named(node)[0] ?? null) : null);

/** `T &x` or `T &&x`, not looking into what a function takes. */
export function isReference(node: TreeNode | null): boolean {
  for (let at = node; at !== null; at = innerOf(at)) {
    if (/reference_declarator/.test(at.type)) return true;
    if (/function_declarator/.test(at.type)) return false;
  }
  return false;
}

/** Stars of `T **x`, and lengths of arrays that lead to it. */
export function levelsOf(node: TreeNode | null): number {
  let levels = 0;
  for (let at = node; at !== null; at = innerOf(at)) {
    if (/function_declarator/.test(at.type)) return levels;
    if (/pointer_declarator|array_declarator/.test(at.type)) levels += 1;
  }
  return levels;
}

export const isRvalue = (node: TreeNode | null): boolean =>
  node?.children.some((child) => child?.type === '&&') ?? false;

export const isConstant = (owner: TreeNode): boolean =>
  owner.type.endsWith('parameter_declaration') && modifiersOf(owner).has('const');

export const isLvalue = ({ kind, ...rest }: Expression): boolean =>
  kind === 'name' ||
  kind === 'index' ||
  kind === 'member' ||
  (kind === 'unary' && 'operator' in rest && rest.operator === '*');

/** Parameters of a function's definition. */
export const parametersIn = (definition: TreeNode | null | undefined): readonly TreeNode[] =>
  named(
    functionDeclaratorOf(definition?.childForFieldName('declarator') ?? null)?.childForFieldName(
      'parameters',
    ) ?? null,
  );

/** Members of a declaration with values of their own: `float m = 0, n{1};`. */
export const memberDefaultsIn = (
  field: TreeNode,
): readonly { readonly declarator: TreeNode; readonly value: TreeNode }[] =>
  field.childrenForFieldName('default_value').flatMap((value) => {
    const declarator = field
      .childrenForFieldName('declarator')
      .findLast(({ startIndex }) => startIndex < value.startIndex);
    return declarator ? [{ declarator, value }] : [];
  });

/** A definition's or declaration's function declarator. */
export function functionDeclaratorOf(node: TreeNode | null): TreeNode | undefined {
  let at = node;
  while (at !== null && /^(pointer|reference|init|attributed)_declarator$/.test(at.type))
    at = at.childForFieldName('declarator') ?? named(at).at(-1) ?? null;
  return at?.type === 'function_declarator' ? at : undefined;
}
