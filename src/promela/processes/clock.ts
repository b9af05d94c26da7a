import type { ModelContext } from '../context.ts';
import type { Line, Lines } from '../writer.ts';
import { eachElement, process, STOPPED } from './body.ts';

/** The clock (Listing 9), counting events rather than ticks: when nobody can act it moves time to the
 * earliest wake-up and wakes those who wait for it, the lowest index first. An element that is parked
 * at a barrier has no wake-up, so branches of different lengths do not stop time. */
export function clock(context: ModelContext): Line[] {
  const baton = context.level === 'baton';
  const scan: Lines = [
    'next = -1;',
    ...eachElement('i', [
      'if',
      ':: pex[first_pex + i]:wake >= 0 && (next < 0 || pex[first_pex + i]:wake < next) ->',
      '     next = pex[first_pex + i]:wake',
      ':: else',
      'fi;',
    ]),
    'if',
    ':: next < 0 -> stuck: false                /* nobody will ever wake: deadlock */',
    ':: prune && next > T -> end_late: false    /* over time: no counterexample this way */',
    ':: else',
    'fi;',
    'time = next;',
  ];
  const due = 'pex[first_pex + i]:wake == time';
  if (baton) {
    return process(
      context,
      'clock()',
      ['byte i;', 'int next;'],
      [
        'hst_clk ? go;',
        'do',
        '::',
        ...scan.map(deeper),
        ...eachElement('i', [
          'if',
          `:: ${due} ->`,
          '     clk_p ! tick, i;',
          '     if',
          '     :: p_clk ? wait, eval(i)',
          '     :: hst_clk ? stop -> goto end_stopped',
          '     fi',
          ':: else',
          'fi;',
        ]).map(deeper),
        'od;',
        STOPPED,
      ],
    );
  }
  return process(
    context,
    'clock()',
    ['byte i;', 'int next;'],
    [
      'hst_clk ? go;',
      'do',
      ':: atomic {',
      '     running == 0 ->',
      ...scan.map(deeper).map(deeper),
      ...eachElement('i', ['if', `:: ${due} -> running++`, ':: else', 'fi;']).map(deeper).map(deeper),
      '   }',
      ...eachElement('i', ['if', `:: ${due} -> clk_p ! tick, i`, ':: else', 'fi;']).map(deeper),
      ':: hst_clk ? stop -> break',
      'od;',
      STOPPED,
    ],
  );
}

const deeper = (line: string | Line): Line =>
  typeof line === 'string' ? { text: `   ${line}` } : { ...line, text: `   ${line.text}` };
