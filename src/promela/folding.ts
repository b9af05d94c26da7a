import { assertUnreachable } from '../base/diagnostic.ts';
import { dependsOnItem, mentions } from '../kernel/algebra.ts';
import type { Expr } from '../kernel/expr.ts';
import type { Folding } from '../platform/index.ts';
import { type Level, levelOf } from './levels.ts';
import type { Step } from './phases.ts';
import { mapExpressions } from './rewrite.ts';

/** How far a kernel, as its steps, can be folded at a level. What is left of its text counts, not all
 * that it says: a branch on the work-item whose sides cost the same is no branch here. */
export function foldingOf(steps: readonly Step[], level: Level): Folding {
  const { folds, repeats } = levelOf(level);
  const exprs = expressionsIn(steps);
  const items = exprs.some(dependsOnItem);
  const groups = exprs.some((expr) => mentions(expr, 'group') || mentions(expr, 'gid'));
  return { elements: folds && !items, units: folds && !groups, repeats };
}

/** Every expression that decides how long the steps take. */
export function expressionsIn(steps: readonly Step[]): Expr[] {
  return steps.flatMap((step): Expr[] => {
    switch (step.kind) {
      case 'work':
        return step.costs.map(({ ticks }) => ticks);
      case 'tally': {
        const found: Expr[] = [];
        mapExpressions(step.nodes, (expr) => {
          found.push(expr);
          return expr;
        });
        return found;
      }
      case 'barrier':
        return [];
      case 'loop':
        return [step.trips, ...expressionsIn(step.body)];
      case 'branch':
        return [step.condition, ...expressionsIn(step.then), ...expressionsIn(step.otherwise)];
      default:
        return assertUnreachable(step);
    }
  });
}
