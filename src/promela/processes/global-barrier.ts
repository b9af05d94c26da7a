import { atBaton, atFree, type ModelContext } from '../context.ts';
import { calc } from '../syntax/expression.ts';
import {
  assign,
  atomic,
  choose,
  count,
  declare,
  decrement,
  increment,
  onNextLine,
  otherwise,
  type Process,
  receive,
  repeat,
  send,
  short,
  type Simple,
  unguarded,
  value,
} from '../syntax/statement.ts';
import { ANSWER_CLOCK, HAND_BACK, process, TICK, wakeOf } from './body.ts';

/** The barrier of all work-items of all groups (section 3.2 of the paper, which shows none): counts
 * arrivals, and lets everybody go BT ticks after the last. All groups must run at once for that, which
 * `invalidReason` sees to. */
export function globalBarrier(context: ModelContext): Process {
  const everybody = calc('units', '*', 'NWE');
  const first = calc('base', '+', 2);
  const end = calc(first, '+', 'NWE');
  return process(context, 'global_barrier', {
    models: 'barrier',
    locals: [
      declare('byte', 'i'),
      declare('byte', 'k'),
      declare('byte', 'base'),
      declare('byte', 'n', { comment: 'arrivals' }),
      ...atBaton(context, declare('byte', 'who')),
      wakeOf('barrier'),
    ],
    body: [
      repeat(
        unguarded(
          atomic(
            receive('pex_g', 'done', context.baton ? 'who' : '_'),
            increment('n'),
            choose(
              short(calc('n', '==', everybody), assign('wake', calc('time', '+', 'BT'))),
              otherwise(),
            ),
            ...atBaton(context, send('g_pex', 'wait', 'who')),
            ...atFree(context, decrement('running')),
          ),
        ),
        unguarded(
          atomic(
            TICK,
            assign('wake', -1),
            assign('n', 0),
            ...atFree(
              context,
              onNextLine(assign('running', calc('running', '+', everybody, '-', 1))),
            ),
          ),
          atomic(
            assign('base', 'first_unit'),
            ...count(
              'k',
              0,
              'units',
              ...count(
                'i',
                first,
                end,
                send('g_pex', 'go', 'i'),
                ...atBaton(context, receive('pex_g', 'wait', value('i'))),
              ),
              assign('base', end),
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
export function meetGlobally(context: ModelContext): Simple[] {
  const go = receive('g_pex', 'go', value('_pid'));
  if (!context.baton) return [send('pex_g', 'done', '_pid'), go];
  return [
    send('pex_g', 'done', '_pid'),
    receive('g_pex', 'wait', value('_pid')),
    HAND_BACK,
    go,
    assign('wake', 'time'),
    send('pex_g', 'wait', '_pid'),
    TICK,
    assign('back', 'p_clk'),
    assign('wake', -1),
  ];
}
