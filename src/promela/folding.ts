import { dependsOnItem, mentions } from '../front/algebra.ts';
import type { Expr } from '../front/expr.ts';
import { expressionsOf, nodesIn } from '../kernel/ir.ts';
import type { Folding } from '../platform/index.ts';
import { type Level, levelOf } from './levels.ts';
import { type Step, stepsIn } from './phases.ts';

/** A level's folding of a kernel's steps; a branch with equal sides is none. */
export function foldingOf(
  steps: readonly Step[],
  level: Level,
  hasGlobalBarrier: boolean,
): Folding {
  const { folds, repeats } = levelOf(level);
  const exprs = expressionsIn(steps);
  const items = exprs.some(dependsOnItem);
  const groups = exprs.some(dependsOnGroup);
  // A barrier of all groups needs every kind there at once.
  const kinds = folds && groups && !hasGlobalBarrier;
  return { elements: folds && !items, units: folds && (!groups || kinds), kinds, repeats };
}

/** Groups may see different values. */
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
