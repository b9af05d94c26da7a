import { mentions } from '../../kernel/algebra.ts';
import type { ModelContext } from '../context.ts';
import { expressionsIn } from '../folding.ts';
import type { Step } from '../phases.ts';
import { all, calc, type Value } from '../syntax/expression.ts';
import { assign, choose, event, option, otherwise, type Statement } from '../syntax/statement.ts';
import { SLEEP } from './body.ts';

type Loop = Extract<Step, { kind: 'loop' }>;

/** Whether the iterations of a loop are alike, so that the rest can be skipped once two of them have
 * begun in the same relative phase: they do not depend on the index, and all elements are together at
 * the end of each (where there is one element, always; where there are two kinds, after a barrier). */
export function canSkip(context: ModelContext, step: Loop): boolean {
  const { folding, profile } = context;
  if (
    !folding.repeats ||
    !folding.elements ||
    expressionsIn(step.body).some((expr) => mentions(expr, step.counter))
  )
    return false;
  return profile.semantics === 'published' || step.body.at(-1)?.kind === 'barrier';
}

/** Skips the rest of a loop when this iteration ended in the same phase as the one before: what follows
 * depends on the phase alone, so each of the rest takes as long as this one did. The first iteration
 * is never measured, for elements need not begin it together. A replay is told where iterations
 * begin, and how many more there are like the last. */
export function skipping(context: ModelContext, counter: string, limit: Value): Statement[] {
  const { overlapsIterations } = context.profile;
  const [mark, before] = [`${counter}_mark`, `${counter}_phase`];
  const phase = overlapsIterations ? calc('time', '-', 'start_time') : 0;
  const rest = calc(limit, '-', counter);
  return [
    choose(
      option(
        all([calc(counter, '>', 1), calc(counter, '<', limit), calc(before, '==', phase)]),
        event(`@repeat %d ${counter} %d`, '_pid', rest),
        assign(mark, calc(rest, '*', calc('time', '-', mark))),
        assign('wake', calc('time', '+', mark)),
        ...(overlapsIterations ? [assign('start_time', calc('start_time', '+', mark))] : []),
        assign(counter, limit),
        choose(option(calc('wake', '>', 'time'), ...SLEEP), otherwise()),
        assign('wake', -1),
      ),
      otherwise(),
    ),
    assign(before, phase),
    assign(mark, 'time'),
    event(`@begin %d ${counter}`, '_pid'),
  ];
}

/** All loops of some steps, nested ones included. */
export function loopsIn(steps: readonly Step[]): Loop[] {
  return steps.flatMap((step) => {
    if (step.kind === 'loop') return [step, ...loopsIn(step.body)];
    return step.kind === 'branch' ? [...loopsIn(step.then), ...loopsIn(step.otherwise)] : [];
  });
}
