import { atBaton, atFree, type ModelContext } from '../context.ts';
import { ANSWER_CLOCK, HAND_BACK, process, TICK, wakeOf } from './body.ts';
import * as p from '../syntax/index.ts';

/** All groups' barrier (section 3.2 of the paper, which shows none): lets go BT ticks after the last
 * arrival. `Layout.invalid` sees that all groups run at once. */
export function globalBarrier(context: ModelContext): p.Process {
  const everybody = 'units * NWE';
  const first = 'base + 2';
  const end = 'base + 2 + NWE';
  return process(context, 'barrier', {
    name: 'global_barrier',
    locals: [
      ...p.variables('byte', 'i', 'k', 'base'),
      p.declare('byte', 'n', 'arrivals'),
      ...atBaton(context, p.declare('byte', 'who')),
      wakeOf('the tick this barrier'),
    ],
    body: [
      p.repeat(
        p.unguarded(
          p.atomic(
            p.receive('pex_g', 'done', context.baton ? 'who' : '_'),
            p.increment('n'),
            p.when(p.short(`n == ${everybody}`, p.assign('wake', 'time + BT'))),
            ...atBaton(context, p.send('g_pex', 'wait', 'who')),
            ...atFree(context, p.decrement('running')),
          ),
        ),
        p.unguarded(
          p.atomic(
            TICK,
            p.assign('wake', -1),
            p.assign('n', 0),
            ...atFree(context, p.assign('running', `running + ${everybody} - 1`)),
          ),
          p.atomic(
            p.assign('base', 'first_unit'),
            ...p.count(
              ['k', 0, 'units'],
              ...p.count(
                ['i', first, end],
                p.send('g_pex', 'go', 'i'),
                ...atBaton(context, p.receive('pex_g', 'wait', p.value('i'))),
              ),
              p.assign('base', end),
            ),
            ...atBaton(context, ANSWER_CLOCK),
          ),
        ),
      ),
    ],
  });
}

/** With the baton an element goes on through the clock, at the same tick, to answer first. */
export function meetGlobally(context: ModelContext): p.Simple[] {
  const go = p.receive('g_pex', 'go', p.value('_pid'));
  if (!context.baton) return [p.send('pex_g', 'done', '_pid'), go];
  return [
    p.send('pex_g', 'done', '_pid'),
    p.receive('g_pex', 'wait', p.value('_pid')),
    HAND_BACK,
    go,
    p.assign('wake', 'time'),
    p.send('pex_g', 'wait', '_pid'),
    TICK,
    p.assign('back', 'p_clk'),
    p.assign('wake', -1),
  ];
}
