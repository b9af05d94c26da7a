import type { TreeNode } from '../tree-node.ts';
import { named as children } from '../parsed.ts';
import { namesIn, placeIn } from './called-names.ts';
import type { Frame } from './host-names.ts';
import type { Host } from './host.ts';
import { isGlobal } from './global-values.ts';
import { pathOf } from './host-text.ts';
import { isKind } from './runtime-calls.ts';

/** Functions of the host's text that allocate an array for who calls them. */

/** A call that allocates memory of the device. */
export const allocates = (callee: string): boolean => isKind(callee, 'allocate', 'allocate rows');

/** Functions that call functions are followed this far. */
const DEEPEST = 4;

/** An allocation in a called function. */
interface Allocation {
  readonly callee: string;
  readonly node: TreeNode;
  readonly bytes: TreeNode;
  readonly frame: Frame;
  /** The array's name there. */
  readonly array: string;
  /** The call that leads there. */
  readonly by: TreeNode;
}

export const allocationsFor = (host: Host, array: string, frame: Frame): readonly Allocation[] => {
  const called = allocationsIn(host, array, frame, 0);
  const [owner = array] = array.split('.');
  return called.length > 0 || !isGlobal(host, owner, frame.function)
    ? called
    : ofGlobal(host, array, owner, frame);
};

/** Those of a variable outside of functions, wherever they are. */
const ofGlobal = (host: Host, array: string, owner: string, frame: Frame): readonly Allocation[] =>
  host.root.descendantsOfType('function_definition').flatMap((definition) => {
    const isOther = definition && definition.id !== frame.function?.id;
    return isOther && isGlobal(host, owner, definition)
      ? allocatedIn(array, { ...host.frameAt(definition), function: definition }).map((each) => ({
          ...each,
          by: each.node,
        }))
      : [];
  });

const allocationsIn = (
  host: Host,
  array: string,
  frame: Frame,
  depth: number,
): readonly Allocation[] =>
  depth > DEEPEST
    ? []
    : namesIn(host, array, frame).flatMap(({ name, frame: inside, call }) =>
        [...allocatedIn(name, inside), ...allocationsIn(host, name, inside, depth + 1)].map(
          (each) => ({ ...each, by: call }),
        ),
      );

function allocatedIn(array: string, frame: Frame): readonly Omit<Allocation, 'by'>[] {
  const body = frame.function?.childForFieldName('body');
  return (body?.descendantsOfType('call_expression') ?? []).flatMap((node) => {
    const callee = node.childForFieldName('function')?.text ?? '';
    const [target, bytes] = children(node.childForFieldName('arguments') ?? null);
    const isIt = target && allocates(callee) && pathOf(placeIn(target)) === array;
    return node && bytes && isIt ? [{ callee, node, bytes, frame, array }] : [];
  });
}
