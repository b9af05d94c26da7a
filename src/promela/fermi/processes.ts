import type { Span } from '../../base/span.ts';
import type { ModelContext } from '../context.ts';
import { STOPPED } from '../processes/body.ts';
import * as p from '../syntax/index.ts';

/** The processes of the second paper's listings 3 to 9, by the names that they have elsewhere here: its
 * multiprocessor is a unit, its dispatcher a scheduler. What was mended so that they run, and what was left as it
 * is printed, is told in the guide (E1 to E13). */

type Type = Pick<p.Process, 'name' | 'models' | 'locals' | 'body'> & Partial<p.Process>;

/** Not atomic: everybody takes steps whenever it can. */
const process = (type: Type): p.Process => ({ parameters: [], atomic: false, ...type });

/** Where it may wait for ever, for another group. */
const WAITING = p.label('end_waiting');

/** Elements of a multiprocessor, PE in the listings. */
const ELEMENTS = 'NS * WR';

/** Listing 7. With more groups than multiprocessors NM of them begin, and then, as printed, as many as there are
 * groups: NM too many (E6). */
export const host = (): p.Process =>
  process({
    name: 'host',
    models: 'host',
    idle: true,
    locals: [
      p.channel('hst_u', 'mtype', 'byte'),
      p.channel('u_hst', 'mtype', 'byte'),
      p.declare('byte', 'i'),
      p.declare('byte', 'who'),
      p.declare('byte', 'busy', 'multiprocessors at work'),
      p.declare('long', 'more', 'groups that are still to be given'),
    ],
    body: [
      p.receive('m_hst', 'go'),
      // One after the other with all that they have, so that the processes have their numbers in this order.
      ...p.count(
        'i',
        0,
        'units',
      )(p.run('unit', 'i', 'hst_u', 'u_hst'), p.receive('u_hst', 'done', p.value('i'))),
      p.remark('all of them, once more (E6)', p.assign('more', 'groups <= NU ? 0 : groups')),
      p.assign('busy', 'units'),
      ...p.count('i', 0, 'units')(p.send('hst_u', 'go', 'i')),
      p.loop(
        'busy > 0',
        p.receive('u_hst', 'done', 'who'),
        p.choose(
          p.short('more > 0', p.decrement('more'), p.send('hst_u', 'go', 'who')),
          p.shortOtherwise(p.decrement('busy')),
        ),
      ),
      p.atomic(p.assign('FIN', 'true'), p.call('finish')),
      p.remark('the over-time property: [] (FIN -> time > T)', p.assert('time > T')),
      p.call('lower_bound'),
      STOPPED,
    ],
  });

/** Listing 6. Its barrier, dispatchers and elements are kept for the next group (E12). */
export const unit = (): p.Process =>
  process({
    name: 'unit',
    models: 'unit',
    parameters: [p.declare('byte', 'me'), p.declare('chan', 'hst_u'), p.declare('chan', 'u_hst')],
    locals: [
      p.channel('pex_b', 'mtype', 'byte'),
      p.channel('b_pex', 'mtype', 'byte'),
      p.channel('u_s', 'mtype', 'byte'),
      p.channel('s_u', 'mtype', 'byte'),
      p.declare('byte', 'i'),
    ],
    body: [
      p.run('barrier', 'pex_b', 'b_pex'),
      ...p.count(
        'i',
        0,
        'NS',
      )(
        p.run('scheduler', 'i', 'pex_b', 'b_pex', 'u_s', 's_u'),
        p.receive('s_u', 'done', p.value('i')),
      ),
      p.assign('i', 0),
      p.send('u_hst', 'done', 'me'),
      WAITING,
      p.repeat(
        p.option(
          p.receive('hst_u', 'go', p.value('me')),
          ...p.count('i', 0, 'NS')(p.send('u_s', 'go', 'i')),
          p.remark('all of them (E5)', p.assign('i', 0)),
          ...p.count('i', 0, 'NS')(p.receive('s_u', 'done', '_')),
          p.assign('i', 0),
          p.send('u_hst', 'done', 'me'),
        ),
      ),
    ],
  });

/** Listing 5. Elements are counted where they are told to go, not where they are made (E3); a warp is run to its end
 * before the next (E10). */
export const scheduler = (): p.Process =>
  process({
    name: 'scheduler',
    models: 'scheduler',
    parameters: [
      p.declare('byte', 'me'),
      ...['pex_b', 'b_pex', 'u_s', 's_u'].map((name) => p.declare('chan', name)),
    ],
    locals: [
      p.channel('s_pex', 'mtype', 'byte'),
      p.channel('pex_s', 'mtype', 'byte'),
      p.declare('byte', 'i'),
      p.declare('long', 'j'),
    ],
    body: [
      p.atomic(
        ...p.count('i', 0, 'WR')(p.run('pex', 'me * WR + i', 'pex_b', 'b_pex', 's_pex', 'pex_s')),
        p.assign('i', 0),
      ),
      p.send('s_u', 'done', 'me'),
      WAITING,
      p.repeat(
        p.option(
          p.receive('u_s', 'go', p.value('me')),
          ...p.count('j', 0, 'warps')(
            p.atomic(
              p.assign('NRP', 'NRP + WR'),
              ...p.count('i', 0, 'WR')(p.send('s_pex', 'go', 'me * WR + i')),
            ),
            p.assign('i', 0),
            ...p.count('i', 0, 'WR')(p.atomic(p.receive('pex_s', 'done', '_'), p.decrement('NRP'))),
          ),
          p.atomic(p.assign('i', 0), p.assign('j', 0)),
          p.send('s_u', 'done', 'me'),
        ),
      ),
    ],
  });

/** Listing 4. Every arrival is one fewer at work, the first as well (E4). */
export const barrier = (): p.Process =>
  process({
    name: 'barrier',
    models: 'barrier',
    parameters: [p.declare('chan', 'pex_b'), p.declare('chan', 'b_pex')],
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
                ...p.count('i', 0, ELEMENTS)(p.send('b_pex', 'go', 'i')),
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

/** Listing 3, with the channels the right way round (E1) and elements that are told apart by their number (E2). The
 * loop runs once too often (E7), and only its first load takes time, for none of the others begins anew (E8).
 *
 * Between two waits it is one step: time stands still until it has counted its tick, so nobody can tell. */
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
  return process({
    name: 'pex',
    models: 'pex',
    atomic: true,
    parameters: [
      p.declare('byte', 'me'),
      ...['pex_b', 'b_pex', 's_pex', 'pex_s'].map((name) => p.declare('chan', name)),
    ],
    locals: [p.declare('long', ['start_time', 'cur_time']), p.declare('long', 'i')],
    body: [
      WAITING,
      p.repeat(
        p.option(
          p.receive('s_pex', 'go', p.value('me')),
          p.assign('start_time', 'time'),
          ...p.count('i', 0, p.expression('size / tile + 1', { tile }))(
            ...p.from(places.load, [
              access,
              p.remark('long past, for every later load (E8)', p.assign('start_time', '-1 - GMT')),
            ]),
            ...p.from(places.meets[0], meet),
            ...p.from(places.sides, [...tick('local'), ...tick('local')]),
            ...p.from(places.meets[1], meet),
          ),
          ...p.from(places.write, [p.assign('start_time', 'time'), access]),
          // What is over must not tell states apart.
          p.assign('start_time', 0),
          p.assign('i', 0),
          p.send('pex_s', 'done', 'me'),
        ),
      ),
    ],
  });
}

/** Listing 9: time moves on when all that are at work have counted their tick. Who is at work may change while they
 * do, so that time depends on the schedule (E13). */
export function clock(): p.Process {
  const late = p.wait('prune && time > T');
  return process({
    name: 'clock',
    models: 'clock',
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
            p.when(
              p.short(
                late,
                p.remark('over time: no counterexample this way', p.labelled('end_late', p.NEVER)),
              ),
            ),
          ),
        ),
      ),
      STOPPED,
    ],
  });
}
