import { named } from '../parsed.ts';
import type { TreeNode } from '../tree-node.ts';
import { contains } from './host-text.ts';

/** In a function's body, `T x(n * m);` with a variable `n` makes a variable; the grammar reads a function
 * that takes a pointer. Such a sign is shown to it as another of the same rank, which no type has. */

const SHOWN: Readonly<Record<string, string>> = { '*': '%', '&': '|' };

/** Places of those signs, and what the grammar is shown there. */
export const productsRead = (root: TreeNode): readonly (readonly [number, string])[] =>
  root
    .descendantsOfType('function_declarator')
    .filter((each) => isInBody(each) && each.parent?.type === 'declaration')
    .flatMap((each) => named(each.childForFieldName('parameters')))
    .flatMap((parameter) => {
      const type = parameter.childForFieldName('type');
      const sign = parameter.childForFieldName('declarator')?.children[0];
      const shown = sign && [...sign.type].map((letter) => SHOWN[letter] ?? '').join('');
      if (!type || !sign || shown?.length !== sign.type.length) return [];
      return isVariable(type) ? [[sign.startIndex, shown] as const] : [];
    });

const bodyAround = (node: TreeNode): TreeNode | undefined => {
  for (let at = node.parent; at; at = at.parent) if (at.type === 'function_definition') return at;
  return undefined;
};

const isInBody = (node: TreeNode): boolean => {
  const body = bodyAround(node)?.childForFieldName('body');
  return body ? contains(body, node) : false;
};

/** Its own function or the text around declares a variable of this name. */
function isVariable(type: TreeNode): boolean {
  if (!/^(?:type|qualified)_identifier$/.test(type.type)) return false;
  const name = type.text.replace(/^.*::\s*/s, '');
  const own = bodyAround(type);
  return type.root
    .descendantsOfType(['identifier', 'field_identifier'])
    .some(
      (each) =>
        each.text === name &&
        (each.field === 'declarator' ||
          each.parent?.type === 'structured_binding_declarator' ||
          (each.parent?.type === 'enumerator' && each.field === 'name')) &&
        [undefined, own?.id].includes(bodyAround(each)?.id),
    );
}
