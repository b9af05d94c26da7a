import { atBaton, type ModelContext } from '../context.ts';
import type { Line } from '../writer.ts';
import { process, STOPPED } from './body.ts';

/** The device (Listing 5), which stands for all: it has its unit work on one group after another. */
export function device(context: ModelContext): Line[] {
  return process(
    context,
    'device(chan d_hst; chan hst_d)',
    ['chan dev_u = [0] of { mtype };', 'chan u_dev = [0] of { mtype };', 'int round = 1;'],
    [
      'hst_d ? go;',
      'run unit(dev_u, u_dev);',
      'dev_u ! go;',
      ...atBaton(context, 'u_dev ? wait;', 'd_hst ! wait;'),
      'do',
      ':: u_dev ? done ->',
      '     if',
      '     :: round < rounds -> round++; dev_u ! go',
      '     :: else -> break',
      '     fi',
      'od;',
      'd_hst ! done;',
      'hst_d ? stop;',
      'dev_u ! stop;',
      ...atBaton(context, 'u_dev ? wait;', 'd_hst ! wait;'),
      STOPPED,
    ],
  );
}
