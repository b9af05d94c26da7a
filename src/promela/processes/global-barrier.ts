import { atBaton, atFree, type ModelContext } from '../context.ts';
import { indent, type Line, type Lines } from '../writer.ts';
import { count, process, together } from './body.ts';

/** The barrier of all work-items of all groups (section 3.2 of the paper, which shows none): counts
 * arrivals, and lets everybody go BT ticks after the last. All groups must run at once for that, which
 * `invalidReason` sees to. */
export function globalBarrier(context: ModelContext): Line[] {
  return process(
    context,
    'global_barrier()',
    [
      'byte i;',
      'byte k;',
      'byte base;',
      'byte n;           /* arrivals */',
      ...atBaton(context, 'byte who;'),
      'long wake = -1;   /* the tick this barrier waits for, -1 for none */',
    ],
    [
      'do',
      '::',
      ...indent(
        together(context, [
          `pex_g ? done, ${context.level !== 'free' ? 'who' : '_'} ->`,
          'n++;',
          'if',
          ':: n == units * NWE -> wake = time + BT',
          ':: else',
          'fi;',
          ...atBaton(context, 'g_pex ! wait, who'),
          ...atFree(context, 'running--'),
        ]),
        2,
      ),
      '::',
      ...indent(
        [
          ...together(context, [
            'clk_p ? tick, eval(_pid) ->',
            'wake = -1;',
            'n = 0',
            ...atFree(context, '; running = running + units * NWE - 1'),
          ]),
          ...together(context, [
            'base = first_unit;',
            ...count('k', '0', 'units', [
              ...count('i', 'base + 2', 'base + 2 + NWE', [
                'g_pex ! go, i;',
                ...atBaton(context, 'pex_g ? wait, eval(i);'),
              ]),
              'base = base + 2 + NWE;',
            ]),
            ...atBaton(context, 'p_clk ! wait, _pid;'),
          ]),
        ],
        2,
      ),
      'od',
    ],
  );
}

/** An element at the global barrier. At level baton it goes on through the clock, at the same tick, so
 * that it answers the barrier before whatever it does next. */
export function meetGlobally(context: ModelContext, handBack: string): Lines {
  if (context.level === 'free') return ['pex_g ! done, _pid;', 'g_pex ? go, eval(_pid);'];
  return [
    'pex_g ! done, _pid;',
    'g_pex ? wait, eval(_pid);',
    `${handBack};`,
    'g_pex ? go, eval(_pid);',
    'wake = time;',
    'pex_g ! wait, _pid;',
    'clk_p ? tick, eval(_pid);',
    'back = p_clk;',
    'wake = -1;',
  ];
}
