import type { ModelContext } from '../context.ts';
import { indent, type Line } from '../writer.ts';
import { eachElement, process, STOPPED } from './body.ts';

/** The barrier of a unit (Listing 7): counts arrivals, and lets everybody go when all are there. */
export function barrier(context: ModelContext): Line[] {
  const head = 'barrier(chan pex_b; chan b_pex)';
  if (context.level === 'baton') {
    return process(context, head, ['byte i;', 'byte n;', 'byte who;', 'byte last;'], [
      'do',
      ':: pex_b ? done, who ->',
      ...indent(
        [
          'n++;',
          'if',
          ':: n < NWE -> b_pex ! wait, who',
          ':: else ->',
          ...indent(
            [
              'n = 0;',
              'last = who;    /* holds the baton, so it goes last */',
              ...eachElement('i', [
                'if',
                ':: i != last ->',
                '     b_pex ! go, i;',
                '     do',
                '     :: pex_b ? wait, eval(i) -> break',
                '     :: pex_b ? done, who -> n++; b_pex ! wait, who',
                '     od',
                ':: else',
                'fi;',
              ]),
              'b_pex ! go, last',
            ],
            2,
          ),
          'fi',
        ],
        2,
      ),
      ':: pex_b ? stop, 0 -> break',
      'od;',
      'b_pex ! wait, 0;',
      STOPPED,
    ]);
  }
  return process(context, head, ['byte i;', 'byte n;'], [
    'do',
    ':: atomic {',
    '     pex_b ? done, _ ->',
    ...indent(['n++;', 'if', ':: n < NWE -> running--', ':: else -> running = running + NWE - 1', 'fi'], 2),
    '   };',
    '   if',
    '   :: n == NWE ->',
    ...indent(['n = 0;', ...eachElement('i', ['b_pex ! go, i;'])], 3),
    '        skip',
    '   :: else',
    '   fi',
    ':: pex_b ? stop, 0 -> break',
    'od;',
    STOPPED,
  ]);
}
