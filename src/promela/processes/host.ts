import { atBaton, type ModelContext } from '../context.ts';
import type { Line } from '../writer.ts';
import { process, STOPPED } from './body.ts';

/** The host (Listing 4): starts the device, lets time pass, and marks the end in FIN. */
export function host(context: ModelContext): Line[] {
  return process(
    context,
    'host()',
    ['chan hst_d = [0] of { mtype };', 'chan d_hst = [0] of { mtype };'],
    [
      'run device(d_hst, hst_d);',
      ...(context.level === 'free' ? ['hst_clk ! go;'] : []),
      'hst_d ! go;',
      ...atBaton(context, 'd_hst ? wait;', 'hst_clk ! go;'),
      'd_hst ? done;',
      'hst_d ! stop;',
      ...atBaton(context, 'd_hst ? wait;'),
      ...(context.level === 'free' ? ['atomic {', '  FIN = true;', '  finish()', '};'] : ['FIN = true;', 'finish();']),
      'assert(time > T);    /* the over-time property: [] (FIN -> time > T) */',
      'lower_bound();',
      'hst_clk ! stop;',
      STOPPED,
    ],
  );
}
