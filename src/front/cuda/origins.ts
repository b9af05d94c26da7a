import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { castTo } from './host-reals.ts';
import { declarationOf, parametersOf, pathOf, withoutBrackets } from './host-text.ts';

/** Where an array that is passed comes from. */

/** Spellings of an array's element type under `sizeof`: `float`, `*y`, `y[0]`. */
export function elementTexts(host: Host, array: string, frame: Frame): ReadonlySet<string> {
  const type = declarationOf(array, frame.function, host.root)?.type.replaceAll(' ', '') ?? '';
  return new Set([`*${array}`, `${array}[0]`, ...(type === '' || type === 'auto' ? [] : [type])]);
}

/** `a + 1` of `reinterpret_cast<float4 *>(a + 1)` too. */
export function withoutCasts(node: TreeNode): TreeNode {
  const inner = withoutBrackets(node);
  const isCast = castTo(inner.childForFieldName('function')) !== undefined;
  const [only] = isCast ? children(inner.childForFieldName('arguments')) : [];
  return only ? withoutCasts(only) : inner;
}

/** A variable, and those that callers pass for it, from the inside out. */
export function* origins(
  host: Host,
  node: TreeNode,
  frame: Frame,
): Generator<{ name: string; frame: Frame; site: TreeNode }> {
  const name = pathOf(withoutCasts(node)).replace(/[^\w.]/g, '');
  yield { name, frame, site: node };
  const given = frame.given.get(name);
  if (given !== undefined) {
    yield* origins(host, given.node, given.frame);
    return;
  }
  const inside = frame.function;
  const place = inside ? parametersOf(inside).indexOf(name) : -1;
  const caller = inside && place >= 0 ? host.onlyCall(inside) : undefined;
  const arg = caller && children(caller.childForFieldName('arguments'))[place];
  if (caller && arg) yield* origins(host, arg, host.frameAt(caller));
}
