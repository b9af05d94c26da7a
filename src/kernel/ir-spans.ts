import type { Span } from '../base/span.ts';
import type { Block, Kernel, Node } from './ir.ts';

/** A kernel with each place in it changed. */
export function withSpans(kernel: Kernel, change: (span: Span) => Span): Kernel {
  const at = <T extends { readonly span: Span }>(each: T): T => ({
    ...each,
    span: change(each.span),
  });
  const block = (nodes: Block): Block => nodes.map(node);
  function node(each: Node): Node {
    const moved = at(each);
    switch (moved.kind) {
      case 'work':
        return { ...moved, accesses: moved.accesses.map(at) };
      case 'loop':
        return { ...moved, body: block(moved.body) };
      case 'branch':
        return { ...moved, then: block(moved.then), otherwise: block(moved.otherwise) };
      default:
        return moved;
    }
  }
  return {
    ...at(kernel),
    parameters: kernel.parameters.map(at),
    constraints: kernel.constraints.map(at),
    localArrays: kernel.localArrays.map(at),
    kept: kernel.kept.map(at),
    body: block(kernel.body),
  };
}
