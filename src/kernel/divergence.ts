import type { Span } from '../base/span.ts';
import { dependsOnItem } from './algebra.ts';
import type { Block, Kernel } from './ir.ts';

/** Whether some work-items of a group might meet other barriers than the rest: a barrier or an early
 * return under a condition or a trip count that depends on the work-item. */
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

/** The barriers that some work-items of a group might not reach: those under such a condition, and those
 * after such a return. */
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
    // Whether some items have left the kernel here, so that what follows is not for all.
    return apart && !divided;
  };
  visit(kernel.body, false);
  return found;
}
