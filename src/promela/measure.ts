import { evaluate, ITEM_NAMES, namesIn } from '../kernel/expr.ts';
import type { Block, Loop, Node, Work } from '../kernel/ir.ts';

export type Environment = Readonly<Record<string, number>>;

/** What the parts of a kernel are counted for. */
export interface Measure {
  work(node: Work, at: Environment): number;
  readonly barrier: number;
  /** How many iterations of a loop count; all where it is not said. */
  times?(loop: Loop, trips: number): number;
  /** The iterations of which the most expensive stands for all, where there are any. */
  iterations(trips: number): readonly number[];
  /** Whether both sides of a branch that items decide count, as where some of a warp take the one and some the
   * other. */
  readonly bothSides?: boolean;
}

/** The most that a block may come to: of a branch its dearer side counts, where all items and iterations take
 * the same side that one. @throws {ExprError} */
export const most = (block: Block, at: Environment, measure: Measure): number =>
  mostOf(block, at, measure, new Set(ITEM_NAMES));

/** `varying` are names whose values in the environment stand for others. */
function mostOf(
  block: Block,
  at: Environment,
  measure: Measure,
  varying: ReadonlySet<string>,
): number {
  const of = (node: Node): number => {
    switch (node.kind) {
      case 'work':
        return measure.work(node, at);
      case 'barrier':
        return measure.barrier;
      case 'return':
        return 0;
      case 'loop': {
        const { body, index } = node;
        const trips = evaluate(node.trips, at);
        // What is inside of a loop that never runs may have no value: a division by what is zero there.
        if (trips <= 0) return 0;
        const places =
          index === undefined
            ? [at]
            : measure.iterations(trips).map((iteration) => ({ ...at, [index]: iteration }));
        const times = measure.times?.(node, trips) ?? trips;
        const inside = index === undefined ? varying : new Set([...varying, index]);
        return times * Math.max(...places.map((place) => mostOf(body, place, measure, inside)));
      }
      case 'branch': {
        const side = (taken: Block): number => mostOf(taken, at, measure, varying);
        const { condition, then, otherwise } = node;
        if ([...namesIn(condition)].some((name) => varying.has(name))) {
          const sides = [side(then), side(otherwise)] as const;
          return measure.bothSides === true ? sides[0] + sides[1] : Math.max(...sides);
        }
        return side(evaluate(condition, at) !== 0 ? then : otherwise);
      }
    }
  };
  return block.reduce((sum, node) => sum + of(node), 0);
}
