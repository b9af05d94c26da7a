import { mentions } from '../../kernel/algebra.ts';
import type { ModelContext } from '../context.ts';
import { expressionsIn } from '../folding.ts';
import type { LoopStep } from '../phases.ts';
import { SLEEP } from './body.ts';
import * as p from '../syntax/index.ts';

/** Whether the iterations of a loop are alike, so that the rest can be skipped once two of them have
 * begun in the same relative phase: they do not depend on the index, and all elements are together at
 * the end of each (where there is one element, always; where there are several, after a barrier that is
 * there for all of them). */
export function canSkip(context: ModelContext, step: LoopStep): boolean {
  const { canDiverge, folding, semantics } = context;
  if (!folding.repeats || expressionsIn(step.body).some((expr) => mentions(expr, step.counter)))
    return false;
  const together = step.body.at(-1)?.kind === 'barrier';
  if (folding.elements) return !semantics.runsItems || together;
  return semantics.runsItems && together && folding.units && !canDiverge;
}

/** Skips the rest of a loop when this iteration ended in the same phase as the one before: what follows
 * depends on the phase alone, so each of the rest takes as long as this one did. The first iteration
 * is never measured, for elements need not begin it together. A replay is told where iterations
 * begin, and how many more there are like the last. */
export function skipping(context: ModelContext, counter: string, limit: p.Value): p.Statement[] {
  const { overlapsIterations } = context.semantics;
  const [mark, before] = [`${counter}_mark`, `${counter}_phase`];
  const phase = overlapsIterations ? 'time - start_time' : '0';
  const rest = p.expression('limit - counter', { limit, counter });
  const alike = 'counter > 1 && counter < limit && before == phase';
  return [
    p.when(
      p.option(
        p.wait(alike, { counter, limit, before, phase }),
        p.event(`@repeat %d ${counter} %d`, '_pid', rest),
        p.assign(mark, 'rest * (time - mark)', { rest, mark }),
        p.assign('wake', `time + ${mark}`),
        ...p.only(overlapsIterations, p.assign('start_time', `start_time + ${mark}`)),
        p.assign(counter, limit),
        p.when(p.option('wake > time', ...SLEEP)),
        p.assign('wake', -1),
      ),
    ),
    p.assign(before, phase),
    p.assign(mark, 'time'),
    p.event(`@begin %d ${counter}`, '_pid'),
  ];
}
