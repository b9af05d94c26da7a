import { mentions } from '../../front/algebra.ts';
import type { ModelContext } from '../context.ts';
import { expressionsIn } from '../folding.ts';
import type { LoopStep } from '../phases.ts';
import { SLEEP } from './body.ts';
import * as p from '../syntax/index.ts';

/** A loop's rest can be skipped once two iterations begin in the same phase: none depends on the
 * index, and all elements meet at each end (one alone, or behind a barrier of all). */
export function canSkip(context: ModelContext, step: LoopStep): boolean {
  const { canDiverge, folding, semantics } = context;
  if (!folding.repeats || expressionsIn(step.body).some((expr) => mentions(expr, step.counter)))
    return false;
  const together = step.body.at(-1)?.kind === 'barrier';
  if (folding.elements) return !semantics.runsItems || together;
  return semantics.runsItems && together && folding.units && !canDiverge;
}

/** Skips the rest when an iteration ends in the last one's phase: each then takes as long. The first
 * is not measured, for elements need not begin it together. */
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
