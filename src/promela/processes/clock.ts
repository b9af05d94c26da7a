import { atBaton, type ModelContext } from '../context.ts';
import { handedBack, pastBound, process, STOPPED } from './body.ts';
import { standingProcesses } from '../../platform/layout.ts';
import * as p from '../syntax/index.ts';

/** The clock (Listing 9) counts events: when nobody can act it moves time to the earliest wake-up
 * and wakes by unit and index. Elements at barriers have none, so unequal branches do not stop
 * time. */
export function clock(context: ModelContext): p.Process {
  const stuck = p.labelled('stuck', p.NEVER);
  const scan = [
    p.assign('next', -1),
    ...eachSleeper(context, (wake) => {
      const earlier = p.wait('wake >= 0 && (next < 0 || wake < next)', { wake });
      return [p.when(p.short(earlier, p.assign('next', wake)))];
    }),
    p.choose(
      p.short('next < 0', p.remark('nobody will ever wake: deadlock', stuck)),
      pastBound('next', context.baton),
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
        ...atBaton(context, handedBack(p.value(pid))),
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
    locals: [...p.variables('byte', 'i', 'k', 'base'), p.declare('long', 'next')],
    body: [p.receive('hst_clk', 'go'), p.repeat(...events), STOPPED],
  });
}

/** All that may wait for a tick; a unit, its barrier and elements are numbered in turn. */
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
    ...p.count(
      ['k', 0, 'units'],
      ...of('unit', 'base'),
      ...(context.semantics.barrierTicks ? of('barrier', 'base + 1') : []),
      ...p.count(['i', 'base + 2', end], ...of('pex', 'i')),
      p.assign('base', end),
    ),
  ];
}
