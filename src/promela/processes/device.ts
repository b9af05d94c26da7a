import { atBaton, type ModelContext } from '../context.ts';
import {
  atomic,
  channel,
  choose,
  closed,
  declare,
  increment,
  label,
  option,
  type Process,
  receive,
  repeat,
  run,
  send,
  short,
  unguarded,
  value,
} from '../syntax/statement.ts';
import { process } from './body.ts';

/** A device (Listing 5): starts a unit for each group it is given at first, and hands on to a unit that
 * is done what the host answers: another group, or to stop. */
export function device(context: ModelContext): Process {
  return process(context, 'device', {
    models: 'device',
    parameters: [declare('byte', 'me'), declare('chan', 'd_hst'), declare('chan', 'hst_d')],
    locals: [
      channel('dev_u', 'mtype', 'byte', 'int'),
      channel('u_dev', 'mtype', 'byte'),
      declare('byte', 'started'),
      declare('byte', 'who'),
      declare('int', 'group'),
    ],
    body: [
      label('end_waiting'),
      repeat(
        unguarded(
          atomic(
            receive('hst_d', 'go', value('me'), 'group'),
            run('unit', 'started', 'dev_u', 'u_dev'),
            send('dev_u', 'go', 'started', 'group'),
            ...atBaton(context, receive('u_dev', 'wait', value('started'))),
            closed(increment('started')),
            ...atBaton(context, send('d_hst', 'wait', 'me')),
          ),
        ),
        option(
          receive('u_dev', 'done', 'who'),
          send('d_hst', 'done', 'me'),
          choose(
            short(
              receive('hst_d', 'go', value('me'), 'group'),
              send('dev_u', 'go', 'who', 'group'),
            ),
            option(
              receive('hst_d', 'stop', value('me'), '_'),
              closed(send('dev_u', 'stop', 'who', 0)),
              ...atBaton(
                context,
                receive('u_dev', 'wait', value('who')),
                // Whoever hands over the baton must be waiting for it at once: the device stays where it is.
                send('d_hst', 'wait', 'me'),
              ),
            ),
          ),
        ),
      ),
    ],
  });
}
