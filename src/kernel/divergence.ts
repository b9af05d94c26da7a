import type { Span } from '../base/span.ts';
import { dependsOnItem } from '../front/algebra.ts';
import type { Block, Kernel } from './ir.ts';

/** Some items of a group might miss a barrier: it, or an early return, is under a condition or trip
 * count that depends on the item. */
export function canDiverge(kernel: Kernel): boolean {
  return within(kernel.body, false);
}

function within(block: Block, divided: boolean): boolean {
  return block.some((node) => {
    switch (node.kind) {
      case 'barrier':
      case 'return':
        return divided;
      case 'loop':
        return within(node.body, divided || dependsOnItem(node.trips));
      case 'branch': {
        const apart = divided || !node.uniform;
        return within(node.then, apart) || within(node.otherwise, apart);
      }
      default:
        return false;
    }
  });
}

/** Barriers under such a condition, and those after such a return. */
export function divergentBarriers(kernel: Kernel): readonly Span[] {
  const found: Span[] = [];
  const visit = (block: Block, divided: boolean): boolean => {
    let apart = divided;
    for (const node of block) {
      if (node.kind === 'barrier' && apart) found.push(node.span);
      else if (node.kind === 'return' && apart) return true;
      else if (node.kind === 'loop')
        apart = visit(node.body, apart || dependsOnItem(node.trips)) || apart;
      else if (node.kind === 'branch') {
        const inside = apart || !node.uniform;
        const left = [visit(node.then, inside), visit(node.otherwise, inside)];
        apart ||= left.includes(true);
      }
    }
    // Some items have left, so what follows is not for all.
    return apart && !divided;
  };
  visit(kernel.body, false);
  return found;
}
