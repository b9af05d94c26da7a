import type { ModelContext } from '../context.ts';
import { all, calc, type Expression, remote, type Value } from '../syntax/expression.ts';
import {
  assign,
  atomic,
  type Block,
  BREAK,
  call,
  choose,
  count,
  declare,
  event,
  goto,
  increment,
  labelled,
  NEVER,
  option,
  otherwise,
  type Process,
  receive,
  repeat,
  send,
  short,
  type Statement,
  unguarded,
  value,
  wait,
} from '../syntax/statement.ts';
import { process, STOPPED } from './body.ts';
import { GLOBAL_BARRIER_PID } from './main.ts';

/** The clock (Listing 9), counting events rather than ticks: when nobody can act it moves time to the
 * earliest wake-up and wakes those who wait for it, the lowest unit and index first. An element that is
 * parked at a barrier has no wake-up, so branches of different lengths do not stop time. */
export function clock(context: ModelContext): Process {
  const late = all(['prune', calc('next', '>', 'T')]);
  const why = { comment: 'over time: no counterexample this way' };
  const end = labelled('end_late', NEVER);
  const scan = [
    assign('next', -1),
    ...eachSleeper(context, (wake) => {
      const earlier = calc(calc('next', '<', 0), '||', calc(wake, '<', 'next'));
      return [
        choose(short(all([calc(wake, '>=', 0), earlier]), assign('next', wake)), otherwise()),
      ];
    }),
    choose(
      short(calc('next', '<', 0), {
        ...labelled('stuck', NEVER),
        comment: 'nobody will ever wake: deadlock',
        gap: 16,
      }),
      context.baton
        ? option({ ...wait(late), ...why }, call('forget'), end)
        : short(late, { ...end, ...why }),
      otherwise(),
    ),
    assign('time', 'next'),
    event('@time %d', 'time'),
  ];
  const whereDue = (wake: Expression, ...body: Block): Statement =>
    choose(option(calc(wake, '==', 'time'), ...body), otherwise());
  const wakeUp = eachSleeper(context, (wake, pid) => [
    whereDue(
      wake,
      send('clk_p', 'tick', pid),
      ...(context.baton
        ? [
            choose(
              option(receive('p_clk', 'wait', value(pid))),
              option(receive('hst_clk', 'wait')),
              short(receive('hst_clk', 'stop'), goto('end_stopped')),
            ),
          ]
        : []),
    ),
  ]);
  const events = context.baton
    ? [unguarded(...scan, ...wakeUp)]
    : [
        unguarded(
          atomic(
            wait(calc('running', '==', 0)),
            ...scan,
            ...eachSleeper(context, (wake) => [
              choose(short(calc(wake, '==', 'time'), increment('running')), otherwise()),
            ]),
          ),
          atomic(...wakeUp),
        ),
        short(receive('hst_clk', 'stop'), BREAK),
      ];
  return process(context, 'clock', {
    models: 'clock',
    locals: [
      declare('byte', 'i'),
      declare('byte', 'k'),
      declare('byte', 'base'),
      declare('long', 'next'),
    ],
    body: [receive('hst_clk', 'go'), repeat(...events), STOPPED],
  });
}

/** A loop over all processes that may wait for a tick. The processes of a unit have consecutive
 * numbers: the unit itself, its barrier, its elements. */
function eachSleeper(
  context: ModelContext,
  body: (wake: Expression, pid: Value) => Statement[],
): Statement[] {
  const of = (process: string, pid: Value): Statement[] => body(remote(process, pid, 'wake'), pid);
  const barrier = calc('base', '+', 1);
  const first = calc('base', '+', 2);
  const end = calc(first, '+', 'NWE');
  return [
    ...(context.hasGlobalBarrier ? of('global_barrier', GLOBAL_BARRIER_PID) : []),
    assign('base', 'first_unit'),
    ...count(
      'k',
      0,
      'units',
      ...of('unit', 'base'),
      ...(context.profile.semantics === 'opencl' ? of('barrier', barrier) : []),
      ...count('i', first, end, ...of('pex', 'i')),
      assign('base', end),
    ),
  ];
}
