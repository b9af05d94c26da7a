import type { Block, Kernel, Node } from '../kernel/ir.ts';
import { assertUnreachable } from '../base/diagnostic.ts';
import { evaluate, ExprError } from '../kernel/expr.ts';
import { type Constants, Layout, type SemanticsId, semanticsOf } from '../platform/index.ts';
import { type Level, levelOf } from './levels.ts';
import { asReduction } from './reduction.ts';

/** Steps of the verifier for a phase of work, a barrier, a pass of an element, a group and a
 * configuration, as counted on the examples: good for an order of magnitude. */
const STEPS = { phase: 20, barrier: 14, pass: 20, group: 40, configuration: 200 };
/** Times the steps that one more element multiplies the interleavings at level free by. */
const INTERLEAVING = 3;
/** Iterations of a loop that level accelerated runs before it skips the rest. */
const RUN_ITERATIONS = 3;

type Environment = Readonly<Record<string, number>>;

/** About how many steps a search takes that follows one configuration to its end. It is an estimate, to
 * choose a level by, and nothing is concluded from it. */
export function estimatedSteps(
  kernel: Kernel,
  semanticsId: SemanticsId,
  level: Level,
): (values: Environment, constants: Constants) => number {
  const semantics = semanticsOf(semanticsId);
  const layout = new Layout(
    {
      kernel,
      folding: { elements: false, units: false, repeats: false },
      hasGlobalBarrier: false,
      isReduction: asReduction(kernel.body, kernel, semantics) !== undefined,
    },
    semantics,
  );
  const { folds: folded, repeats: accelerated, interleaves } = levelOf(level);
  return (values, constants) => {
    const environment: Environment = { group: 0, gid: 0, lid: 0, ...constants, ...values };
    try {
      const { groups, units, NWE, passes } = layout.counts(values, constants);
      const working = Math.max(1, NWE);
      const elements = folded ? Math.min(2, working) : working;
      // Where passes are made one group is estimated as two: nearly all units run one too many.
      const run = Math.max(semantics.runsItems ? 1 : 2, groups);
      const rounds = accelerated ? 1 : folded ? Math.ceil(run / Math.max(1, units)) : run;
      const pass = STEPS.pass + stepsOf(kernel.body, environment, accelerated);
      const steps =
        STEPS.configuration +
        rounds * (STEPS.group + (accelerated ? 1 : passes) * elements * pass) +
        Math.max(1, units) * STEPS.group;
      return interleaves ? steps * INTERLEAVING ** (working * units) : steps;
    } catch (error) {
      if (error instanceof ExprError) return STEPS.configuration;
      throw error;
    }
  };
}

function stepsOf(block: Block, environment: Environment, accelerated: boolean): number {
  const of = (node: Node): number => {
    switch (node.kind) {
      case 'work':
        return STEPS.phase;
      case 'barrier':
        return STEPS.barrier;
      case 'return':
        return 0;
      case 'loop': {
        const trips = Math.max(0, evaluate(node.trips, environment));
        const run = accelerated ? Math.min(trips, RUN_ITERATIONS) : trips;
        const inside = node.index === undefined ? environment : { ...environment, [node.index]: 0 };
        // A loop without a barrier is one phase.
        const met = hasBarrier(node.body) ? run : Math.min(run, 1);
        return met * stepsOf(node.body, inside, accelerated);
      }
      case 'branch':
        return Math.max(
          stepsOf(node.then, environment, accelerated),
          stepsOf(node.otherwise, environment, accelerated),
        );
      default:
        return assertUnreachable(node);
    }
  };
  return block.reduce((sum, node) => sum + of(node), 0);
}

const hasBarrier = (block: Block): boolean =>
  block.some(
    (node) =>
      node.kind === 'barrier' ||
      (node.kind === 'loop' && hasBarrier(node.body)) ||
      (node.kind === 'branch' && (hasBarrier(node.then) || hasBarrier(node.otherwise))),
  );
