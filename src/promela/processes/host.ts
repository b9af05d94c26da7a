import { atBaton, atFree, type ModelContext } from '../context.ts';
import { calc } from '../syntax/expression.ts';
import {
  assert,
  assign,
  atomic,
  BREAK,
  call,
  channel,
  choose,
  count,
  declare,
  decrement,
  increment,
  option,
  otherwise,
  type Process,
  receive,
  repeat,
  run,
  send,
  short,
  shortOtherwise,
  value,
} from '../syntax/statement.ts';
import { process, STOPPED } from './body.ts';

/** The host (Listing 4): gives each unit a group, lets time pass, gives the next group to whichever
 * unit is done first, and marks the end of the program in FIN. */
export function host(context: ModelContext): Process {
  const device = calc('i', '/', 'NU');
  return process(context, 'host', {
    models: 'host',
    // At level free it begins by itself.
    idle: context.baton,
    locals: [
      channel('hst_d', 'mtype', 'byte', 'int'),
      channel('d_hst', 'mtype', 'byte'),
      declare('byte', 'i'),
      declare('byte', 'who'),
      declare('byte', 'busy', { comment: 'units at work' }),
      declare('int', 'group', { comment: 'the next group' }),
    ],
    body: [
      ...atBaton(context, receive('m_hst', 'go')),
      atomic(...count('i', 0, 'devices', run('device', 'i', 'd_hst', 'hst_d'))),
      ...atFree(context, send('hst_clk', 'go')),
      ...count(
        'i',
        0,
        'units',
        ...atFree(context, increment('running')),
        send('hst_d', 'go', device, 'group'),
        ...atBaton(context, receive('d_hst', 'wait', value(device))),
        increment('group'),
      ),
      atomic(assign('busy', 'units'), ...atFree(context, decrement('running'))),
      ...atBaton(context, send('hst_clk', 'go')),
      repeat(
        option(
          receive('d_hst', 'done', 'who'),
          choose(
            short(
              calc('group', '<', 'groups'),
              send('hst_d', 'go', 'who', 'group'),
              increment('group'),
            ),
            otherwise(
              decrement('busy'),
              // The clock must not find that nobody is left before it is told to stop.
              ...atFree(
                context,
                choose(short(calc('busy', '==', 0), increment('running')), otherwise()),
              ),
              send('hst_d', 'stop', 'who', 0),
              ...atBaton(context, receive('d_hst', 'wait', value('who'))),
              choose(
                short(calc('busy', '==', 0), BREAK),
                shortOtherwise(...atBaton(context, send('hst_clk', 'wait'))),
              ),
            ),
          ),
        ),
      ),
      atomic(assign('FIN', 'true'), call('finish')),
      {
        ...assert(calc('time', '>', 'T')),
        comment: 'the over-time property: [] (FIN -> time > T)',
      },
      call('lower_bound'),
      ...atBaton(context, call('forget')),
      send('hst_clk', 'stop'),
      STOPPED,
    ],
  });
}
