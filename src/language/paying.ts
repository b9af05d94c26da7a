import type { Block, Kernel } from '../kernel/ir.ts';
import type { Semantics } from '../platform/index.ts';
import { asReduction } from '../promela/reduction.ts';
import { liftReturns, nameLoops, namesInKernel } from '../promela/rewrite.ts';

/** What a work-item runs, as the model of the semantics has it: without early exits, and with the tail of
 * a published reduction over the elements that work instead of over the items of a group. */
export function payingBlock(kernel: Kernel, semantics: Semantics): Block {
  const block = nameLoops(liftReturns(kernel.body), namesInKernel(kernel));
  const reduction = asReduction(block, kernel, semantics);
  if (reduction === undefined) return block;
  return block.map((node, i) =>
    i > reduction.map.length && node.kind === 'branch' ? { ...node, then: reduction.tail } : node,
  );
}
