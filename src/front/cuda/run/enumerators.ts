import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';

/** So much more than an expression, or than 0. */
interface Enumerator {
  readonly base: TreeNode | undefined;
  readonly more: number;
}

/** Enumerators by their names; undefined for two of one name. */
export function enumeratorsIn(root: TreeNode): ReadonlyMap<string, Enumerator | undefined> {
  const found = new Map<string, Enumerator | undefined>();
  for (const list of root.descendantsOfType('enumerator_list')) {
    let [base, more]: [TreeNode | undefined, number] = [undefined, 0];
    for (const each of children(list).filter(({ type }) => type === 'enumerator')) {
      const name = each.childForFieldName('name')?.text ?? '';
      const value = each.childForFieldName('value');
      if (value) [base, more] = [value, 0];
      found.set(name, found.has(name) ? undefined : { base, more });
      more += 1;
    }
  }
  return found;
}
