import { atBaton, type ModelContext } from '../context.ts';
import { indent, type Line } from '../writer.ts';
import { process, together } from './body.ts';

/** A device (Listing 5): starts a unit for each group it is given at first, and hands on to a unit that
 * is done what the host answers: another group, or to stop. */
export function device(context: ModelContext): Line[] {
  return process(
    context,
    'device(byte me; chan d_hst; chan hst_d)',
    [
      'chan dev_u = [0] of { mtype, byte, int };',
      'chan u_dev = [0] of { mtype, byte };',
      'byte started;',
      'byte who;',
      'int group;',
    ],
    [
      'end_waiting:',
      'do',
      '::',
      ...indent(
        together(context, [
          'hst_d ? go, eval(me), group ->',
          'run unit(started, dev_u, u_dev);',
          'dev_u ! go, started, group;',
          ...atBaton(context, 'u_dev ? wait, eval(started);'),
          'started++;',
          ...atBaton(context, 'd_hst ! wait, me'),
        ]),
        2,
      ),
      ':: u_dev ? done, who ->',
      ...indent(
        [
          'd_hst ! done, me;',
          'if',
          ':: hst_d ? go, eval(me), group -> dev_u ! go, who, group',
          ':: hst_d ? stop, eval(me), _ ->',
          ...indent(
            [
              'dev_u ! stop, who, 0;',
              ...atBaton(context, 'u_dev ? wait, eval(who);'),
              // Whoever hands over the baton must be waiting for it at once: the device stays where it is.
              ...atBaton(context, 'd_hst ! wait, me'),
            ],
            2,
          ),
          'fi',
        ],
        2,
      ),
      'od',
    ],
  );
}
