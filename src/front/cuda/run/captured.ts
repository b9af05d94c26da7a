import type { TreeNode } from '../../tree-node.ts';
import { named as children } from '../../parsed.ts';
import { LOST, type Place, Scope, type Value } from './cells.ts';
import { isArray, read } from './reading.ts';

/** Names as a lambda has them inside, some of them as they are now; undefined where that is not followed. */
export function captured(
  lambda: TreeNode,
  scope: Scope,
  {
    copied,
    valueOf,
  }: Record<'copied', (value: Value) => Value> &
    Record<'valueOf', (node: TreeNode | null) => Value>,
): Scope | undefined {
  const list = lambda.childForFieldName('captures');
  const text = list?.text ?? '';
  const isAll = /\[\s*=/.test(text);
  if (!isAll && !/[[,]\s*\w/.test(text)) return scope;
  // Members belong to their object.
  if (scope.find('this')) return undefined;
  const inside = new Scope(scope);
  const byReference = new Set([...text.matchAll(/&\s*(\w+)/g)].map(([, name]) => name));
  const own = new Map(
    children(list).flatMap((each) => {
      const name = each.childForFieldName('left') ?? each;
      return name.type === 'identifier' && !byReference.has(name.text)
        ? [[name.text, each.childForFieldName('right')] as const]
        : [];
    }),
  );
  const used = isAll ? lambda.descendantsOfType('identifier').map((each) => each.text) : [];
  for (const name of new Set([...used, ...own.keys()])) {
    const place = scope.find(name);
    const given = own.get(name);
    const isStatic = place?.kind === 'variable' && place.variable.isStatic === true;
    if (byReference.has(name) || (!place && !given) || (isStatic && !given)) continue;
    const value = given ? valueOf(given) : place ? read(place) : undefined;
    if (!value || (place && !given && place.kind !== 'variable')) return undefined;
    const type =
      !given && place?.kind === 'variable' && place.path.length === 0
        ? place.variable.type
        : { name: 'auto', stars: 0 };
    inside.declare(name, {
      type,
      value: place && !given ? asCopied(place, value, copied) : copied(value),
    });
  }
  inside.isCaptured = true;
  return inside;
}

/** Arrays are copied with all of their elements. */
function asCopied(place: Place, value: Value, copied: (value: Value) => Value): Value {
  if (!isArray(place) || value.kind !== 'pointer' || !value.to) return copied(value);
  const made = copied({ kind: 'vector', cells: value.to });
  return made.kind === 'vector' ? { ...value, to: made.cells } : LOST;
}
