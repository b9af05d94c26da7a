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
