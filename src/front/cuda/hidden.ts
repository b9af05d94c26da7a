import type { TreeNode } from '../tree-node.ts';
import type { Declarator } from '../syntax.ts';
import { modifiersOf } from './declarators.ts';

/** Variables that the host sizes or fills: arguments that no head names. */

/** `extern __shared__ T name[];` */
export const isDynamic = (node: TreeNode): boolean => {
  const words = modifiersOf(node);
  return words.has('extern') && words.has('__shared__');
};

/** A constant as an argument by value, and an array as the argument that OpenCL C would make of it. */
export function asParameter(made: Declarator): Declarator {
  const { type, space } = made;
  if (type.kind === 'other') return { ...made, init: undefined, space: undefined };
  // Memory that the launch sizes is a pointer too.
  if (type.kind === 'pointer' && space !== 'local')
    return { ...made, init: undefined, type: { ...type, space: 'global' }, space: 'global' };
  const isValue = type.kind === 'scalar' || type.kind === 'vector' || type.kind === 'struct';
  if (isValue && space === 'constant') return { ...made, init: undefined, space: undefined };
  const to = type.kind === 'array' ? type.of : type.kind === 'pointer' ? type.to : type;
  return { ...made, init: undefined, type: { kind: 'pointer', to, space }, space };
}
