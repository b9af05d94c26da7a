import { atBaton, type ModelContext } from '../context.ts';
import { NUMBERED, process } from './body.ts';
import * as p from '../syntax/index.ts';

/** A device (Listing 5) starts a unit per first group, then passes on the host's answers. */
export function device(context: ModelContext): p.Process {
  return process(context, 'device', {
    parameters: [p.declare('byte', 'me'), ...p.variables('chan', 'd_hst', 'hst_d')],
    locals: [
      p.channel('dev_u', 'mtype', 'byte', 'int'),
      p.channel('u_dev', ...NUMBERED),
      ...p.variables('byte', 'started', 'who'),
      p.declare('int', 'group'),
    ],
    body: [
      p.label('end_waiting'),
      p.repeat(
        p.unguarded(
          p.atomic(
            p.receive('hst_d', 'go', p.value('me'), 'group'),
            p.run('unit', 'started', 'dev_u', 'u_dev'),
            p.send('dev_u', 'go', 'started', 'group'),
            ...atBaton(context, p.receive('u_dev', 'wait', p.value('started'))),
            p.increment('started'),
            ...atBaton(context, p.send('d_hst', 'wait', 'me')),
          ),
        ),
        p.option(
          p.receive('u_dev', 'done', 'who'),
          p.send('d_hst', 'done', 'me'),
          p.choose(
            p.short(
              p.receive('hst_d', 'go', p.value('me'), 'group'),
              p.send('dev_u', 'go', 'who', 'group'),
            ),
            p.option(
              p.receive('hst_d', 'stop', p.value('me'), '_'),
              p.send('dev_u', 'stop', 'who', 0),
              ...atBaton(
                context,
                p.receive('u_dev', 'wait', p.value('who')),
                // Whoever hands over the baton must wait for it at once.
                p.send('d_hst', 'wait', 'me'),
              ),
            ),
          ),
        ),
      ),
    ],
  });
}
