import { evaluate, ExprError } from '../front/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import type { Constants, Semantics } from '../platform/index.ts';
import { type Environment, type Measure, most } from './measure.ts';
import { MOST_INT } from './words.ts';

/** Kinds of work-groups at most that a model tells apart. */
export const MOST_KINDS = 1024;

/** Reason to keep groups of several kinds from SPIN's simulator: it is slow at them and has no words
 * for too many. */
export function tooManyGroups(
  kernel: Kernel,
  values: Environment,
  constants: Constants,
): string | undefined {
  const environment: Environment = { ...constants, ...values };
  try {
    const groups = evaluate(kernel.items, environment) / evaluate(kernel.localSize, environment);
    return groups > MOST_KINDS ? `has ${groups} groups, which may be of so many kinds` : undefined;
  } catch (error) {
    if (error instanceof ExprError) return `has no time: ${error.message}`;
    throw error;
  }
}

/** Reason that 32 bits cannot count a valid configuration's time. One such spoils a proof in plain
 * Promela, whose time wraps around. The bound, all groups and passes in turn, is never exceeded. */
export function uncountableReason(
  kernel: Kernel,
  semantics: Semantics,
  values: Environment,
  constants: Constants,
): string | undefined {
  const environment: Environment = { ...constants, ...values };
  let total: number;
  try {
    const group = evaluate(kernel.localSize, environment);
    const { DT, BT, NP, NS, WR, size } = constants;
    const { runsWarps } = semantics;
    // Run by an element one after the other.
    const parts = runsWarps ? Math.ceil(group / WR) : group;
    const elements = Math.min(parts, runsWarps ? NS : NP);
    const groups = Math.ceil(Math.max(size, evaluate(kernel.items, environment)) / group) + 1;
    // Costs are taken at both ends of the group, or of the loop.
    const measure: Measure = {
      work: (node, at) =>
        [...semantics.statementCost(node).values()].reduce<number>(
          (ticks, cost) => ticks + evaluate(cost, at),
          semantics.extraTicks,
        ),
      barrier: BT,
      iterations: (trips) => [0, trips - 1],
      bothSides: runsWarps,
    };
    const passes = [0, group - 1].map((lid) =>
      most(kernel.body, { group: 0, gid: lid, ...environment, lid }, measure),
    );
    const pass = Math.max(...passes);
    total = groups * (DT + Math.ceil(parts / elements) * pass);
  } catch (error) {
    if (error instanceof ExprError) return `has no time: ${error.message}`;
    throw error;
  }
  return total > MOST_INT
    ? `may take ${Math.round(total / 1e6)} million ticks; the model counts to ${MOST_INT}`
    : undefined;
}
