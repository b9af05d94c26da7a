import type { ModelContext } from '../context.ts';
import type { Step } from '../phases.ts';
import { all, calc, remote } from '../syntax/expression.ts';
import {
  assign,
  atomic,
  BREAK,
  choose,
  count,
  declare,
  decrement,
  goto,
  increment,
  label,
  type Option,
  option,
  otherwise,
  type Process,
  receive,
  repeat,
  send,
  short,
  shortOtherwise,
  type Statement,
  unguarded,
  value,
  wait,
} from '../syntax/statement.ts';
import { ANSWER_CLOCK, process, STOPPED, TICK, wakeOf } from './body.ts';

/** The barrier of a unit (Listing 7): counts arrivals, and lets everybody go when all are there, in the
 * OpenCL semantics BT ticks later. Work-items that wait at different barriers of the kernel never go on. */
export function barrier(context: ModelContext): Process {
  const { baton, canDiverge } = context;
  const timed = context.profile.semantics === 'opencl';
  return process(context, 'barrier', {
    models: 'barrier',
    parameters: [declare('chan', 'pex_b'), declare('chan', 'b_pex')],
    locals: [
      declare('byte', 'i'),
      declare('byte', 'n', { comment: 'arrivals' }),
      ...(baton || canDiverge ? [declare('byte', 'who')] : []),
      ...(baton ? [declare('byte', 'last', { comment: 'holds the baton, so it goes last' })] : []),
      ...(canDiverge
        ? [
            declare('byte', 'at', { comment: 'which barrier of the kernel they wait at' }),
            ...loopCounters(context).map((counter) => declare('long', `at_${counter}`)),
          ]
        : []),
      ...(timed ? [wakeOf('barrier')] : []),
    ],
    body: [
      repeat(
        ...(baton ? batonEvents(context, timed) : freeEvents(context, timed)),
        short(receive('pex_b', 'stop', 0), BREAK),
      ),
      ...(baton ? [...(timed ? [label('stopping')] : []), send('b_pex', 'wait', 0)] : []),
      STOPPED,
    ],
  });
}

/** Counting an arrival, after a check that it is at the barrier where the others are, in the same
 * iteration of every loop. */
function arrival(context: ModelContext): Statement[] {
  if (!context.canDiverge) return [increment('n')];
  const element = calc('_pid', '+', 1, '+', 'who');
  const places = [
    { here: 'at', there: remote('pex', element, 'meets') },
    ...loopCounters(context).map((counter) => ({
      here: `at_${counter}`,
      there: remote('pex', element, counter),
    })),
  ];
  return [
    choose(
      short(calc('n', '==', 0), ...places.map(({ here, there }) => assign(here, there))),
      shortOtherwise({
        ...wait(all(places.map(({ here, there }) => calc(here, '==', there)))),
        comment: 'otherwise nobody goes on',
      }),
    ),
    increment('n'),
  ];
}

/** The counters of all loops that hold a barrier. */
const loopCounters = ({ steps, nameOf }: ModelContext): string[] => {
  const visit = (inner: readonly Step[]): string[] =>
    inner.flatMap((step) => {
      if (step.kind === 'loop') return [nameOf(step.counter), ...visit(step.body)];
      return step.kind === 'branch' ? [...visit(step.then), ...visit(step.otherwise)] : [];
    });
  return visit(steps);
};

const ALL_THERE = calc('n', '==', 'NWE');
const ALL_THERE_LATER = all([ALL_THERE, calc('BT', '>', 0)]);
/** All are there, and may go at once. */
const allMayGo = (timed: boolean) => (timed ? all([ALL_THERE, calc('BT', '==', 0)]) : ALL_THERE);
const WAKE_LATER = assign('wake', calc('time', '+', 'BT'));

function batonEvents(context: ModelContext, timed: boolean): Option[] {
  const start = (...more: Option[]): Statement[] => [
    send('b_pex', 'go', 'i'),
    repeat(
      short(receive('pex_b', 'wait', value('i')), BREAK),
      option(
        receive('pex_b', 'done', 'who'),
        ...arrival(context),
        // All may be at the next barrier already while they are being released from this one.
        ...(timed ? [choose(short(ALL_THERE_LATER, WAKE_LATER), otherwise())] : []),
        send('b_pex', 'wait', 'who'),
      ),
      ...more,
    ),
  ];
  // The last element may end the program without another wait, and only then hand back the baton.
  const stop = short(receive('pex_b', 'stop', 0), goto('stopping'));
  return [
    option(
      receive('pex_b', 'done', 'who'),
      ...arrival(context),
      choose(
        ...(timed ? [short(ALL_THERE_LATER, WAKE_LATER, send('b_pex', 'wait', 'who'))] : []),
        option(
          allMayGo(timed),
          assign('n', 0),
          assign('last', 'who'),
          ...count('i', 0, 'NWE', choose(option(calc('i', '!=', 'last'), ...start()), otherwise())),
          send('b_pex', 'go', 'last'),
        ),
        short(calc('n', '<', 'NWE'), send('b_pex', 'wait', 'who')),
      ),
    ),
    ...(timed
      ? [
          option(
            TICK,
            assign('wake', -1),
            assign('n', 0),
            ...count('i', 0, 'NWE', ...start(stop)),
            ANSWER_CLOCK,
          ),
        ]
      : []),
  ];
}

function freeEvents(context: ModelContext, timed: boolean): Option[] {
  const release = count('i', 0, 'NWE', send('b_pex', 'go', 'i'));
  const allRun = assign('running', calc('running', '+', 'NWE', '-', 1));
  return [
    unguarded(
      atomic(
        receive('pex_b', 'done', context.canDiverge ? 'who' : '_'),
        ...arrival(context),
        ...(context.canDiverge ? [assign('who', 0)] : []),
        choose(
          short(calc('n', '<', 'NWE'), decrement('running')),
          ...(timed ? [short(ALL_THERE_LATER, WAKE_LATER, decrement('running'))] : []),
          short(allMayGo(timed), allRun),
        ),
      ),
      choose(option(allMayGo(timed), atomic(assign('n', 0), ...release)), otherwise()),
    ),
    ...(timed
      ? [unguarded(atomic(TICK, assign('wake', -1), assign('n', 0), allRun), atomic(...release))]
      : []),
  ];
}
