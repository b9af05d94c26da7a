import { atBaton, type ModelContext } from '../context.ts';
import { process, STOPPED } from './body.ts';
import { standingProcesses } from '../../platform/layout.ts';
import * as p from '../syntax/index.ts';

/** The clock (Listing 9), counting events rather than ticks: when nobody can act it moves time to the
 * earliest wake-up and wakes those who wait for it, the lowest unit and index first. An element that is
 * parked at a barrier has no wake-up, so branches of different lengths do not stop time. */
export function clock(context: ModelContext): p.Process {
  const late = p.wait('prune && next > T');
  const why = 'over time: no counterexample this way';
  const end = p.labelled('end_late', p.NEVER);
  const stuck = p.labelled('stuck', p.NEVER);
  const scan = [
    p.assign('next', -1),
    ...eachSleeper(context, (wake) => {
      const earlier = p.wait('wake >= 0 && (next < 0 || wake < next)', { wake });
      return [p.when(p.short(earlier, p.assign('next', wake)))];
    }),
    p.choose(
      p.short('next < 0', p.remark('nobody will ever wake: deadlock', stuck)),
      context.baton
        ? p.option(p.remark(why, late), p.call('forget'), end)
        : p.short(late, p.remark(why, end)),
      p.otherwise(),
    ),
    p.assign('time', 'next'),
    p.event('@time %d', 'time'),
  ];
  const wakeUp = eachSleeper(context, (wake, pid) => [
    p.when(
      p.option(
        p.wait('wake == time', { wake }),
        p.send('clk_p', 'tick', pid),
        ...atBaton(
          context,
          p.choose(
            p.option(p.receive('p_clk', 'wait', p.value(pid))),
            p.option(p.receive('hst_clk', 'wait')),
            p.short(p.receive('hst_clk', 'stop'), p.goto('end_stopped')),
          ),
        ),
      ),
    ),
  ]);
  const events = context.baton
    ? [p.unguarded(...scan, ...wakeUp)]
    : [
        p.unguarded(
          p.atomic(
            p.wait('running == 0'),
            ...scan,
            ...eachSleeper(context, (wake) => [
              p.when(p.short(p.wait('wake == time', { wake }), p.increment('running'))),
            ]),
          ),
          p.atomic(...wakeUp),
        ),
        p.short(p.receive('hst_clk', 'stop'), p.BREAK),
      ];
  return process(context, 'clock', {
    models: 'clock',
    locals: [
      p.declare('byte', 'i'),
      p.declare('byte', 'k'),
      p.declare('byte', 'base'),
      p.declare('long', 'next'),
    ],
    body: [p.receive('hst_clk', 'go'), p.repeat(...events), STOPPED],
  });
}

/** A loop over all processes that may wait for a tick. The processes of a unit have consecutive
 * numbers: the unit itself, its barrier, its elements. */
function eachSleeper(
  context: ModelContext,
  body: (wake: p.Expression, pid: p.Value) => p.Statement[],
): p.Statement[] {
  const of = (process: string, pid: p.Value): p.Statement[] =>
    body(p.remote(process, pid, 'wake'), pid);
  const end = 'base + 2 + NWE';
  return [
    ...(context.hasGlobalBarrier
      ? of('global_barrier', standingProcesses(context).indexOf('global_barrier'))
      : []),
    p.assign('base', 'first_unit'),
    ...p.count('k', 0, 'units')(
      ...of('unit', 'base'),
      ...(context.semantics.barrierTicks ? of('barrier', 'base + 1') : []),
      ...p.count('i', 'base + 2', end)(...of('pex', 'i')),
      p.assign('base', end),
    ),
  ];
}
