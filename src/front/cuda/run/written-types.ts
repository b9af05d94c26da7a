import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';
import { plainType } from '../host-text.ts';
import type { ElementType } from './cells.ts';

/** Types as the host's text writes them. */

/** `float *` */
export const typeWritten = (text: string): ElementType => {
  const [, name = '', stars = ''] = /^(.*?)\s*(\**)$/s.exec(text) ?? [];
  return { name, stars: stars.length };
};

/** A name with all that is in front of it. */
const qualifiedName = (node: TreeNode): TreeNode =>
  node.parent?.type === 'qualified_identifier' ? qualifiedName(node.parent) : node;

/** Last arguments of templates, by the types that they make. */
export const lastArguments = (root: TreeNode): ReadonlyMap<string, TreeNode | undefined> =>
  new Map(
    root
      .descendantsOfType('template_type')
      .map((each) => [
        plainType(qualifiedName(each).text),
        children(each.childForFieldName('arguments')).at(-1),
      ]),
  );
