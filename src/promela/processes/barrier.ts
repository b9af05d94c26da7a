import type { ModelContext } from '../context.ts';
import { loopsIn } from '../phases.ts';
import { ANSWER_CLOCK, process, STOPPED, TICK, wakeOf } from './body.ts';
import * as p from '../syntax/index.ts';

/** A unit's barrier (Listing 7): lets all go once all have come, in OpenCL semantics BT ticks later.
 * Items at different barriers wait for ever. */
export function barrier(context: ModelContext): p.Process {
  const { baton, canDiverge } = context;
  const { timed } = timing(context);
  return process(context, 'barrier', {
    parameters: p.variables('chan', 'pex_b', 'b_pex'),
    locals: [
      p.declare('byte', 'i'),
      p.declare('byte', 'n', 'arrivals'),
      ...p.only(baton || canDiverge, p.declare('byte', 'who')),
      ...p.only(baton, p.declare('byte', 'last', 'holds the baton, so it goes last')),
      ...p.only(
        canDiverge,
        p.declare('byte', 'at', 'which barrier of the kernel they wait at'),
        ...loopCounters(context).map((counter) => p.declare('long', `at_${counter}`)),
      ),
      ...p.only(timed, wakeOf('the tick this barrier')),
    ],
    body: [
      p.repeat(
        ...(baton ? batonEvents(context) : freeEvents(context)),
        p.short(p.receive('pex_b', 'stop', 0), p.BREAK),
      ),
      ...p.only(baton, ...p.only(timed, p.label('stopping')), p.send('b_pex', 'wait', 0)),
      STOPPED,
    ],
  });
}

/** Counts an arrival once it is at the others' barrier, in the same iterations. */
function arrival(context: ModelContext): p.Statement[] {
  if (!context.canDiverge) return [p.increment('n')];
  const element = '_pid + 1 + who';
  const places = [
    { here: 'at', there: p.remote('pex', element, 'meets') },
    ...loopCounters(context).map((counter) => ({
      here: `at_${counter}`,
      there: p.remote('pex', element, counter),
    })),
  ];
  const same = places.map(({ here, there }) => p.expression('here == there', { here, there }));
  return [
    p.choose(
      p.short('n == 0', ...places.map(({ here, there }) => p.assign(here, there))),
      p.shortOtherwise(p.remark('otherwise nobody goes on', p.wait(p.all(same)))),
    ),
    p.increment('n'),
  ];
}

/** The counters of all loops that hold a barrier. */
const loopCounters = ({ steps, nameOf }: ModelContext): string[] =>
  loopsIn(steps).map(({ counter }) => nameOf(counter));

/** When all are there: they may go now, or later. */
function timing({ semantics: { barrierTicks } }: ModelContext) {
  const timed = barrierTicks !== undefined;
  const ticks = barrierTicks ?? 0;
  return {
    timed,
    mayGo: p.wait(timed ? 'n == NWE && ticks == 0' : 'n == NWE', { ticks }),
    later: p.wait('n == NWE && ticks > 0', { ticks }),
    sleep: p.assign('wake', 'time + ticks', { ticks }),
  };
}

function batonEvents(context: ModelContext): p.Option[] {
  const { timed, mayGo, later, sleep } = timing(context);
  const start = (...more: p.Option[]): p.Statement[] => [
    p.send('b_pex', 'go', 'i'),
    p.repeat(
      p.short(p.receive('pex_b', 'wait', p.value('i')), p.BREAK),
      p.option(
        p.receive('pex_b', 'done', 'who'),
        ...arrival(context),
        // While some are released others may be at the next barrier.
        ...p.only(timed, p.when(p.short(later, sleep))),
        p.send('b_pex', 'wait', 'who'),
      ),
      ...more,
    ),
  ];
  // The last element may end the program before it hands back the baton.
  const stop = p.short(p.receive('pex_b', 'stop', 0), p.goto('stopping'));
  return [
    p.option(
      p.receive('pex_b', 'done', 'who'),
      ...arrival(context),
      p.choose(
        ...p.only(timed, p.short(later, sleep, p.send('b_pex', 'wait', 'who'))),
        p.option(
          mayGo,
          p.assign('n', 0),
          p.assign('last', 'who'),
          ...p.count(['i', 0, 'NWE'], p.when(p.option('i != last', ...start()))),
          p.send('b_pex', 'go', 'last'),
        ),
        p.short('n < NWE', p.send('b_pex', 'wait', 'who')),
      ),
    ),
    ...p.only(
      timed,
      p.option(
        TICK,
        p.assign('wake', -1),
        p.assign('n', 0),
        ...p.count(['i', 0, 'NWE'], ...start(stop)),
        ANSWER_CLOCK,
      ),
    ),
  ];
}

function freeEvents(context: ModelContext): p.Option[] {
  const { timed, mayGo, later, sleep } = timing(context);
  const release = p.count(['i', 0, 'NWE'], p.send('b_pex', 'go', 'i'));
  const allRun = p.assign('running', 'running + NWE - 1');
  return [
    p.unguarded(
      p.atomic(
        p.receive('pex_b', 'done', context.canDiverge ? 'who' : '_'),
        ...arrival(context),
        ...p.only(context.canDiverge, p.assign('who', 0)),
        p.choose(
          p.short('n < NWE', p.decrement('running')),
          ...p.only(timed, p.short(later, sleep, p.decrement('running'))),
          p.short(mayGo, allRun),
        ),
      ),
      p.when(p.option(mayGo, p.atomic(p.assign('n', 0), ...release))),
    ),
    ...p.only(
      timed,
      p.unguarded(
        p.atomic(TICK, p.assign('wake', -1), p.assign('n', 0), allRun),
        p.atomic(...release),
      ),
    ),
  ];
}
