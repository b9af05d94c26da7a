import { name, show } from '../front/expr.ts';
import type { Block, Kernel } from '../kernel/ir.ts';
import { binary, substitute } from '../front/algebra.ts';
import type { Semantics } from '../platform/index.ts';
import { mapExpressions } from './rewrite.ts';
import { interrupts } from '../kernel/join.ts';

/** Published reductions (Listings 13 to 15): items work alone, all meet once, item 0 combines. */
export interface Reduction {
  readonly map: Block;
  readonly tail: Block;
}

/** Takes a reduction apart, where the semantics runs it so: one barrier alone, and after it only
 * work of item 0. The published model differs from the abstract kernel's:
 * - groups run one after the other on one unit, none too many;
 * - the tail runs once, when the last group is done, not once a group;
 * - it combines the results of the elements that work, so in it the group size stands for their
 * number, and its ticks are added without the strict comparison that costs each other phase one. */
export function asReduction(
  block: Block,
  kernel: Kernel,
  { runsReductions }: Semantics,
): Reduction | undefined {
  if (!runsReductions) return undefined;
  const at = block.findIndex(({ kind }) => kind === 'barrier');
  const [last, ...more] = block.slice(at + 1);
  const map = block.slice(0, at);
  if (at < 1 || more.length > 0 || map.some(interrupts)) return undefined;
  if (last?.kind !== 'branch' || show(last.condition) !== 'lid == 0' || last.otherwise.length > 0)
    return undefined;
  if (last.then.some(interrupts)) return undefined;
  const { localSize } = kernel;
  const elements = binary('min', localSize, name('NP'));
  const tail =
    localSize.kind === 'name'
      ? mapExpressions(last.then, (expr) => substitute(expr, new Map([[localSize.name, elements]])))
      : last.then;
  return { map, tail };
}
