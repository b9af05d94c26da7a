import type { Block, Kernel, Work } from '../kernel/ir.ts';
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

/** All statements that take time, in order of the text's lowering. */
export function* worksIn(block: Block): Generator<Work> {
  for (const node of block) {
    if (node.kind === 'work') yield node;
    else if (node.kind === 'loop') yield* worksIn(node.body);
    else if (node.kind === 'branch') {
      yield* worksIn(node.then);
      yield* worksIn(node.otherwise);
    }
  }
}
