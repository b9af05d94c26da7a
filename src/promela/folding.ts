import { dependsOnItem, mentions } from '../kernel/algebra.ts';
import type { Expr } from '../kernel/expr.ts';
import { expressionsOf, nodesIn } from '../kernel/ir.ts';
import type { Folding } from '../platform/index.ts';
import { type Level, levelOf } from './levels.ts';
import { type Step, stepsIn } from './phases.ts';

/** How far a kernel, as its steps, can be folded at a level. What is left of its text counts, not all
 * that it says: a branch on the work-item whose sides cost the same is no branch here. */
export function foldingOf(
  steps: readonly Step[],
  level: Level,
  hasGlobalBarrier: boolean,
): Folding {
  const { folds, repeats } = levelOf(level);
  const exprs = expressionsIn(steps);
  const items = exprs.some(dependsOnItem);
  const groups = exprs.some(dependsOnGroup);
  // At a barrier of all groups those of every kind must be there at once.
  const kinds = folds && groups && !hasGlobalBarrier;
  return { elements: folds && !items, units: folds && (!groups || kinds), kinds, repeats };
}

/** Whether groups may see different values. */
export const dependsOnGroup = (expr: Expr): boolean =>
  mentions(expr, 'group') || mentions(expr, 'gid');

/** Every expression that decides how long the steps take. */
export const expressionsIn = (steps: readonly Step[]): Expr[] =>
  [...stepsIn(steps)].flatMap((step): readonly Expr[] => {
    if (step.kind === 'work') return step.costs.map(({ ticks }) => ticks);
    if (step.kind === 'tally') return [...nodesIn(step.nodes)].flatMap(expressionsOf);
    if (step.kind === 'loop') return [step.trips];
    return step.kind === 'branch' ? [step.condition] : [];
  });
