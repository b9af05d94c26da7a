import type { Span } from '../../base/span.ts';
import type { ModelContext } from '../context.ts';
import { FINISH, NUMBERED, pastBound, STOPPED } from '../processes/body.ts';
import * as p from '../syntax/index.ts';

/** The second paper's listings 3 to 9: its multiprocessor is a unit here, its dispatcher a
 * scheduler. The guide lists mended and kept errors (E1 to E13). */

/** Where it may wait for ever, for another group. */
const WAITING = p.label('end_waiting');

/** Elements of a multiprocessor, PE in the listings. */
const ELEMENTS = 'NS * WR';

/** Listing 7. With more groups than multiprocessors NM too many run, as printed (E6). */
export const host = (): p.Process =>
  p.process('host', {
    idle: true,
    locals: [
      ...p.channels(NUMBERED, 'hst_u', 'u_hst'),
      ...p.variables('byte', 'i', 'who'),
      p.declare('byte', 'busy', 'multiprocessors at work'),
      p.declare('long', 'more', 'groups that are still to be given'),
    ],
    body: [
      p.receive('m_hst', 'go'),
      // In turn, so that processes are numbered in this order.
      ...p.count(
        ['i', 0, 'units'],
        p.run('unit', 'i', 'hst_u', 'u_hst'),
        p.receive('u_hst', 'done', p.value('i')),
      ),
      p.remark('all of them, once more (E6)', p.assign('more', 'groups <= NU ? 0 : groups')),
      p.assign('busy', 'units'),
      ...p.count(['i', 0, 'units'], p.send('hst_u', 'go', 'i')),
      p.loop(
        'busy > 0',
        p.receive('u_hst', 'done', 'who'),
        p.choose(
          p.short('more > 0', p.decrement('more'), p.send('hst_u', 'go', 'who')),
          p.shortOtherwise(p.decrement('busy')),
        ),
      ),
      ...FINISH,
      STOPPED,
    ],
  });

/** Listing 6. Its processes are kept for the next group (E12). */
export const unit = (): p.Process =>
  p.process('unit', {
    parameters: [p.declare('byte', 'me'), ...p.variables('chan', 'hst_u', 'u_hst')],
    locals: [...p.channels(NUMBERED, 'pex_b', 'b_pex', 'u_s', 's_u'), p.declare('byte', 'i')],
    body: [
      p.run('barrier', 'pex_b', 'b_pex'),
      ...p.count(
        ['i', 0, 'NS'],
        p.run('scheduler', 'i', 'pex_b', 'b_pex', 'u_s', 's_u'),
        p.receive('s_u', 'done', p.value('i')),
      ),
      p.assign('i', 0),
      p.send('u_hst', 'done', 'me'),
      WAITING,
      p.repeat(
        p.option(
          p.receive('hst_u', 'go', p.value('me')),
          ...p.count(['i', 0, 'NS'], p.send('u_s', 'go', 'i')),
          p.remark('all of them (E5)', p.assign('i', 0)),
          ...p.count(['i', 0, 'NS'], p.receive('s_u', 'done', '_')),
          p.assign('i', 0),
          p.send('u_hst', 'done', 'me'),
        ),
      ),
    ],
  });

/** Listing 5. Elements count where told to go (E3); warps run in turn (E10). */
export const scheduler = (): p.Process =>
  p.process('scheduler', {
    parameters: [p.declare('byte', 'me'), ...p.variables('chan', 'pex_b', 'b_pex', 'u_s', 's_u')],
    locals: [
      ...p.channels(NUMBERED, 's_pex', 'pex_s'),
      p.declare('byte', 'i'),
      p.declare('long', 'j'),
    ],
    body: [
      p.atomic(
        ...p.count(['i', 0, 'WR'], p.run('pex', 'me * WR + i', 'pex_b', 'b_pex', 's_pex', 'pex_s')),
        p.assign('i', 0),
      ),
      p.send('s_u', 'done', 'me'),
      WAITING,
      p.repeat(
        p.option(
          p.receive('u_s', 'go', p.value('me')),
          ...p.count(
            ['j', 0, 'warps'],
            p.atomic(
              p.assign('NRP', 'NRP + WR'),
              ...p.count(['i', 0, 'WR'], p.send('s_pex', 'go', 'me * WR + i')),
            ),
            p.assign('i', 0),
            ...p.count(
              ['i', 0, 'WR'],
              p.atomic(p.receive('pex_s', 'done', '_'), p.decrement('NRP')),
            ),
          ),
          p.atomic(p.assign('i', 0), p.assign('j', 0)),
          p.send('s_u', 'done', 'me'),
        ),
      ),
    ],
  });

/** Listing 4. Every arrival is one fewer at work (E4). */
export const barrier = (): p.Process =>
  p.process('barrier', {
    parameters: p.variables('chan', 'pex_b', 'b_pex'),
    locals: [p.declare('byte', 'i'), p.declare('byte', 'n', 'arrivals')],
    body: [
      WAITING,
      p.repeat(
        p.unguarded(
          p.atomic(p.receive('pex_b', 'done', '_'), p.decrement('NRP'), p.increment('n')),
          p.when(
            p.option(
              `n == ${ELEMENTS}`,
              p.atomic(
                p.assign('n', 0),
                p.assign('NRP', `NRP + ${ELEMENTS}`),
                ...p.count(['i', 0, ELEMENTS], p.send('b_pex', 'go', 'i')),
                p.assign('i', 0),
              ),
            ),
          ),
        ),
      ),
    ],
  });

/** The places in the kernel of what an element does. */
export interface Places {
  readonly load: Span;
  readonly sides: Span;
  readonly meets: readonly [Span, Span];
  readonly write: Span;
}

/** Listing 3, with the right channels (E1) and numbered elements (E2). The loop runs once too often
 * (E7); only its first load takes time (E8). Between waits it is one step: time stands still until
 * its tick is counted. */
export function pex(context: ModelContext, places: Places): p.Process {
  const tile = context.nameOf('TS');
  const tick = (space: 'global' | 'local'): p.Statement[] => [
    p.atomic(
      p.assign('cur_time', 'time'),
      p.increment('NRP_work'),
      p.event(`@work %d ${space} %d %d`, '_pid', 'time', 'time + 1'),
    ),
    p.wait('time == cur_time + 1'),
    p.assign('cur_time', 0),
  ];
  const access = p.loop('time <= start_time + GMT', ...tick('global'));
  const meet = [p.send('pex_b', 'done', 'me'), p.receive('b_pex', 'go', p.value('me'))];
  return p.process('pex', {
    atomic: true,
    parameters: [
      p.declare('byte', 'me'),
      ...p.variables('chan', 'pex_b', 'b_pex', 's_pex', 'pex_s'),
    ],
    locals: [p.declare('long', ['start_time', 'cur_time']), p.declare('long', 'i')],
    body: [
      WAITING,
      p.repeat(
        p.option(
          p.receive('s_pex', 'go', p.value('me')),
          p.assign('start_time', 'time'),
          ...p.count(
            ['i', 0, p.expression('size / tile + 1', { tile })],
            ...p.from(places.load, [
              access,
              p.remark('long past, for every later load (E8)', p.assign('start_time', '-1 - GMT')),
            ]),
            ...p.from(places.meets[0], meet),
            ...p.from(places.sides, [...tick('local'), ...tick('local')]),
            ...p.from(places.meets[1], meet),
          ),
          ...p.from(places.write, [p.assign('start_time', 'time'), access]),
          // States must not differ by what is over.
          p.assign('start_time', 0),
          p.assign('i', 0),
          p.send('pex_s', 'done', 'me'),
        ),
      ),
    ],
  });
}

/** Listing 9: time moves once all at work have counted their tick; who is may change meanwhile
 * (E13). */
export function clock(): p.Process {
  return p.process('clock', {
    locals: [],
    body: [
      WAITING,
      p.repeat(
        p.short('FIN', p.BREAK),
        p.unguarded(
          p.atomic(
            p.wait('NRP != 0 && NRP_work == NRP'),
            p.assign('NRP_work', 0),
            p.increment('time'),
            p.event('@time %d', 'time'),
            p.when(pastBound('time', false)),
          ),
        ),
      ),
      STOPPED,
    ],
  });
}
