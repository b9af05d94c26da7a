import { atBaton, atFree, type ModelContext } from '../context.ts';
import { FINISH, NUMBERED, process, STOPPED } from './body.ts';
import { beginMeasuring, kindLocals, nextOfKind } from './kinds.ts';
import * as p from '../syntax/index.ts';

/** The host (Listing 4) gives each unit a group, the next to the first done, and sets FIN. */
export function host(context: ModelContext): p.Process {
  const { kinds } = context.folding;
  const device = 'i / NU';
  const stop: p.Statement[] = [
    p.decrement('busy'),
    // The clock must be stopped before it finds nobody left.
    ...atFree(context, p.when(p.short('busy == 0', p.increment('running')))),
    p.send('hst_d', 'stop', 'who', 0),
    ...atBaton(context, p.receive('d_hst', 'wait', p.value('who'))),
    p.choose(
      p.short('busy == 0', p.BREAK),
      p.shortOtherwise(...atBaton(context, p.send('hst_clk', 'wait'))),
    ),
  ];
  return process(context, 'host', {
    // At level free it begins by itself.
    idle: context.baton,
    locals: [
      p.channel('hst_d', 'mtype', 'byte', 'int'),
      p.channel('d_hst', ...NUMBERED),
      ...p.variables('byte', 'i', 'who'),
      p.declare('byte', 'busy', 'units at work'),
      p.declare('int', 'group', 'the next group'),
      ...(kinds ? kindLocals(context) : []),
    ],
    body: [
      ...atBaton(context, p.receive('m_hst', 'go')),
      p.atomic(...p.count(['i', 0, 'devices'], p.run('device', 'i', 'd_hst', 'hst_d'))),
      ...atFree(context, p.send('hst_clk', 'go')),
      ...(kinds
        ? beginMeasuring(context)
        : p.count(
            ['i', 0, 'units'],
            ...atFree(context, p.increment('running')),
            p.send('hst_d', 'go', device, 'group'),
            ...atBaton(context, p.receive('d_hst', 'wait', p.value(device))),
            p.increment('group'),
          )),
      p.atomic(p.assign('busy', 'units'), ...atFree(context, p.decrement('running'))),
      ...atBaton(context, p.send('hst_clk', 'go')),
      p.repeat(
        p.option(
          p.receive('d_hst', 'done', 'who'),
          ...(kinds
            ? nextOfKind(context, stop)
            : [
                p.choose(
                  p.short(
                    'group < groups',
                    p.send('hst_d', 'go', 'who', 'group'),
                    p.increment('group'),
                  ),
                  p.otherwise(...stop),
                ),
              ]),
        ),
      ),
      ...FINISH,
      ...atBaton(context, p.call('forget')),
      p.send('hst_clk', 'stop'),
      STOPPED,
    ],
  });
}
