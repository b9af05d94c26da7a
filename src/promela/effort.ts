import { ExprError } from '../front/expr.ts';
import { contains, type Kernel } from '../kernel/ir.ts';
import { type Constants, Layout, type Semantics } from '../platform/index.ts';
import { type Level, levelOf } from './levels.ts';
import { type Environment, type Measure, most } from './measure.ts';
import { asReduction } from './reduction.ts';

/** The verifier's steps, as counted on the examples: an order of magnitude. */
const STEPS = { phase: 20, barrier: 14, pass: 20, group: 40, configuration: 200 };
/** One more element at level free multiplies the steps by so many. */
const INTERLEAVING = 3;
/** Iterations of a loop that level accelerated runs before it skips the rest. */
const RUN_ITERATIONS = 3;

/** Estimates a configuration's search steps, to choose a level by. */
export function estimatedSteps(
  kernel: Kernel,
  semantics: Semantics,
  level: Level,
): (values: Environment, constants: Constants) => number {
  const layout = new Layout(
    {
      kernel,
      folding: { elements: false, units: false, kinds: false, repeats: false },
      hasGlobalBarrier: false,
      isReduction: asReduction(kernel.body, kernel, semantics) !== undefined,
    },
    semantics,
  );
  const { folds: folded, repeats: accelerated, interleaves } = levelOf(level);
  const measure: Measure = {
    work: () => STEPS.phase,
    barrier: STEPS.barrier,
    iterations: () => [0],
    times(loop, trips) {
      const run = accelerated ? Math.min(trips, RUN_ITERATIONS) : trips;
      // A loop without a barrier is one phase.
      return contains(loop.body, 'barrier') ? run : Math.min(run, 1);
    },
  };
  return (values, constants) => {
    const environment: Environment = { group: 0, gid: 0, lid: 0, ...constants, ...values };
    try {
      const { groups, units, NWE, passes } = layout.counts(values, constants);
      const working = Math.max(1, NWE);
      const elements = folded ? Math.min(2, working) : working;
      // Where passes are made nearly all units run one group too many.
      const run = Math.max(semantics.runsItems ? 1 : 2, groups);
      const rounds = accelerated ? 1 : folded ? Math.ceil(run / Math.max(1, units)) : run;
      const pass = STEPS.pass + most(kernel.body, environment, measure);
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
