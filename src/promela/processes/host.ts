import { atBaton, atFree, type ModelContext } from '../context.ts';
import { indent, type Line } from '../writer.ts';
import { count, process, STOPPED, together } from './body.ts';

/** The host (Listing 4): gives each unit a group, lets time pass, gives the next group to whichever
 * unit is done first, and marks the end of the program in FIN. */
export function host(context: ModelContext): Line[] {
  return process(
    context,
    'host()',
    [
      'chan hst_d = [0] of { mtype, byte, int };',
      'chan d_hst = [0] of { mtype, byte };',
      'byte i;',
      'byte who;',
      'byte busy;        /* units at work */',
      'int group;        /* the next group */',
    ],
    [
      ...atBaton(context, 'm_hst ? go;'),
      ...together(context, count('i', '0', 'devices', ['run device(i, d_hst, hst_d);'])),
      ...atFree(context, 'hst_clk ! go;'),
      ...count('i', '0', 'units', [
        ...atFree(context, 'running++;'),
        'hst_d ! go, i / NU, group;',
        ...atBaton(context, 'd_hst ? wait, eval(i / NU);'),
        'group++;',
      ]),
      ...together(context, ['busy = units;', ...atFree(context, 'running--')]),
      ...atBaton(context, 'hst_clk ! go;'),
      'do',
      ':: d_hst ? done, who ->',
      ...indent(
        [
          'if',
          ':: group < groups -> hst_d ! go, who, group; group++',
          ':: else ->',
          ...indent(
            [
              'busy--;',
              // The clock must not find that nobody is left before it is told to stop.
              ...atFree(context, 'if', ':: busy == 0 -> running++', ':: else', 'fi;'),
              'hst_d ! stop, who, 0;',
              ...atBaton(context, 'd_hst ? wait, eval(who);'),
              'if',
              ':: busy == 0 -> break',
              context.level !== 'free' ? ':: else -> hst_clk ! wait' : ':: else',
              'fi',
            ],
            2,
          ),
          'fi',
        ],
        2,
      ),
      'od;',
      ...together(context, ['FIN = true;', 'finish();']),
      'assert(time > T);    /* the over-time property: [] (FIN -> time > T) */',
      'lower_bound();',
      ...atBaton(context, 'forget();'),
      'hst_clk ! stop;',
      STOPPED,
    ],
  );
}
