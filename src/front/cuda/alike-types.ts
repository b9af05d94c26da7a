import { lazy } from '../../base/lazy.ts';
import type { Scalar } from '../scalar.ts';
import type { TreeNode } from '../tree-node.ts';

const LONG_LONG = /\blong\s+long\b|\b\d+[uU]?[lL]{2}[uU]?\b/;
const LONG =
  /(?<!\blong\s+)\blong\b(?!\s+long)|\b(?:s?size_t|ptrdiff_t|u?int64_t|sizeof)\b|\b\d+[uU]?[lL][uU]?\b/;

const TEXTS = new WeakMap<TreeNode, () => ReadonlySet<Scalar>>();

/** Types that stand here for several of a text's own, which its templates tell apart: an enumeration is read as
 * `int`, and `long long` as `long`. */
export function alikeIn(root: TreeNode): ReadonlySet<Scalar> {
  const known = TEXTS.get(root);
  if (known) return known();
  const found = lazy((): ReadonlySet<Scalar> => {
    const { text } = root;
    const enumerations = root
      .descendantsOfType('enum_specifier')
      .filter((each) => each.childForFieldName('name') !== null);
    const areLong = LONG_LONG.test(text) && LONG.test(text);
    return new Set<Scalar>([
      ...(enumerations.length > 0 ? (['int'] as const) : []),
      ...(areLong ? (['long', 'ulong'] as const) : []),
    ]);
  });
  TEXTS.set(root, found);
  return found();
}
