import { evaluate, ITEM_NAMES, namesIn } from '../front/expr.ts';
import type { Block, Loop, Node, Work } from '../kernel/ir.ts';

export type Environment = Readonly<Record<string, number>>;

export interface Measure {
  work(node: Work, at: Environment): number;
  readonly barrier: number;
  /** Iterations that count; all without it. */
  times?(loop: Loop, trips: number): number;
  /** Iterations whose dearest stands for all. */
  iterations(trips: number): readonly number[];
  /** Both sides of branches on items count, as for warps that take both. */
  readonly bothSides?: boolean;
}

/** A block's most: a branch's dearer side, or the one all take.
 * @throws {ExprError} */
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
        // Inside a loop that never runs a division by zero may stand.
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
