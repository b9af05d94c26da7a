import { named as children } from '../../parsed.ts';
import type { TreeNode } from '../../tree-node.ts';

/** So much more than an expression, or than 0. */
interface Constant {
  readonly base: TreeNode | undefined;
  readonly more: number;
  /** Undefined of an enumerator. */
  readonly type?: string;
}

/** Enumerators and constants of classes by the names that lead to them, as `Color::RED`; undefined for two of one name. */
export function constantsIn(root: TreeNode): ReadonlyMap<string, Constant | undefined> {
  const found = new Map<string, Constant | undefined>();
  for (const node of root.descendantsOfType('field_declaration')) {
    const [value, type] = ['default_value', 'type'].map((each) => node.childForFieldName(each));
    const name = node.childForFieldName('declarator');
    const own = node.parent?.parent;
    // Each of a template's classes has its own.
    const isOne = own?.parent?.type !== 'template_declaration';
    if (!value || !type || !own || name?.type !== 'field_identifier' || !isOne) continue;
    if (!/\bstatic\b/.test(node.text) || !/\bconst(?:expr)?\b/.test(node.text)) continue;
    const key = `${own.childForFieldName('name')?.text ?? ''}::${name.text}`;
    found.set(key, found.has(key) ? undefined : { base: value, more: 0, type: type.text });
  }
  for (const list of root.descendantsOfType('enumerator_list')) {
    const scopes = scopesOf(list);
    let [base, more]: [TreeNode | undefined, number] = [undefined, 0];
    for (const each of children(list).filter(({ type }) => type === 'enumerator')) {
      const name = each.childForFieldName('name')?.text ?? '';
      const value = each.childForFieldName('value');
      if (value) [base, more] = [value, 0];
      for (const scope of scopes)
        found.set(scope + name, found.has(scope + name) ? undefined : { base, more });
      more += 1;
    }
  }
  return found;
}

/** `Color::` of `enum class Color`; of others those of its own and of what is around it too, and none. */
function scopesOf(list: TreeNode): readonly string[] {
  const own = list.parent;
  const isScoped = own?.children.some(({ type }) => type === 'class' || type === 'struct');
  let around = own?.parent ?? null;
  while (around && !/^(?:(?:struct|class)_specifier|namespace_definition)$/.test(around.type))
    around = around.parent;
  const names = [own, ...(isScoped ? [] : [around])].flatMap((each) => {
    const name = each?.childForFieldName('name')?.text.replace(/^.*::/s, '');
    return name === undefined ? [] : [`${name}::`];
  });
  return isScoped ? names : ['', ...names];
}
