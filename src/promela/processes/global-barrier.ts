import { atBaton, atFree, type ModelContext } from '../context.ts';
import { ANSWER_CLOCK, HAND_BACK, process, TICK, wakeOf } from './body.ts';
import * as p from '../syntax/index.ts';

/** The barrier of all work-items of all groups (section 3.2 of the paper, which shows none): counts
 * arrivals, and lets everybody go BT ticks after the last. All groups must run at once for that, which
 * `invalidReason` sees to. */
export function globalBarrier(context: ModelContext): p.Process {
  const everybody = 'units * NWE';
  const first = 'base + 2';
  const end = 'base + 2 + NWE';
  return process(context, 'global_barrier', {
    models: 'barrier',
    locals: [
      p.declare('byte', 'i'),
      p.declare('byte', 'k'),
      p.declare('byte', 'base'),
      p.declare('byte', 'n', 'arrivals'),
      ...atBaton(context, p.declare('byte', 'who')),
      wakeOf('barrier'),
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
              'k',
              0,
              'units',
            )(
              ...p.count(
                'i',
                first,
                end,
              )(
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

/** An element at the global barrier. At level baton it goes on through the clock, at the same tick, so
 * that it answers the barrier before whatever it does next. */
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
