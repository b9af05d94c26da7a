import { evaluate } from '../kernel/expr.ts';
import type { Block, Loop, Node, Work } from '../kernel/ir.ts';

export type Environment = Readonly<Record<string, number>>;

/** What the parts of a kernel are counted for. */
export interface Measure {
  work(node: Work, at: Environment): number;
  readonly barrier: number;
  /** How many iterations of a loop count; all where it is not said. */
  times?(loop: Loop, trips: number): number;
  /** The iterations of which the most expensive stands for all. */
  iterations(trips: number): readonly number[];
}

/** The most that a block may come to: of a branch its dearer side counts. @throws {ExprError} */
export function most(block: Block, at: Environment, measure: Measure): number {
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
        const trips = Math.max(0, evaluate(node.trips, at));
        const places =
          index === undefined
            ? [at]
            : measure.iterations(trips).map((iteration) => ({ ...at, [index]: iteration }));
        const times = measure.times?.(node, trips) ?? trips;
        return times * Math.max(...places.map((place) => most(body, place, measure)));
      }
      case 'branch':
        return Math.max(most(node.then, at, measure), most(node.otherwise, at, measure));
    }
  };
  return block.reduce((sum, node) => sum + of(node), 0);
}
