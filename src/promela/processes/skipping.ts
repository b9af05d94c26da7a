import { mentions } from '../../kernel/algebra.ts';
import type { ModelContext } from '../context.ts';
import { expressionsIn } from '../folding.ts';
import type { Step } from '../phases.ts';
import { indent, type Lines } from '../writer.ts';
import { HAND_BACK } from './body.ts';

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
export function skipping(context: ModelContext, counter: string, limit: string): Lines {
  const { overlapsIterations } = context.profile;
  const phase = overlapsIterations ? 'time - start_time' : '0';
  return [
    'if',
    `:: ${counter} > 1 && ${counter} < ${limit} && ${counter}_phase == ${phase} ->`,
    ...indent(
      [
        `printf("@repeat %d ${counter} %d\\n", _pid, ${limit} - ${counter});`,
        `${counter}_mark = (${limit} - ${counter}) * (time - ${counter}_mark);`,
        `wake = time + ${counter}_mark;`,
        ...(overlapsIterations ? [`start_time = start_time + ${counter}_mark;`] : []),
        `${counter} = ${limit};`,
        'if',
        ':: wake > time ->',
        ...indent([`${HAND_BACK};`, 'clk_p ? tick, eval(_pid);', 'back = p_clk'], 2),
        ':: else',
        'fi;',
        'wake = -1',
      ],
      2,
    ),
    ':: else',
    'fi;',
    `${counter}_phase = ${phase};`,
    `${counter}_mark = time;`,
    `printf("@begin %d ${counter}\\n", _pid)`,
  ];
}

/** All loops of some steps, nested ones included. */
export function loopsIn(steps: readonly Step[]): Loop[] {
  return steps.flatMap((step) => {
    if (step.kind === 'loop') return [step, ...loopsIn(step.body)];
    return step.kind === 'branch' ? [...loopsIn(step.then), ...loopsIn(step.otherwise)] : [];
  });
}
