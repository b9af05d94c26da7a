import { type Level, levelOf } from '../levels.ts';
import * as p from '../syntax/index.ts';
import {
  ANSWER_CLOCK,
  FINISH,
  handedBack,
  NUMBERED,
  pastBound,
  STOPPED,
  TICK,
  wakeOf,
} from '../processes/body.ts';
import { BASE, chans, ME, process, SERVED } from './parts.ts';

/** Main, clock and host come before the first unit. */
export const FIRST_UNIT = 3;

/** The unit, its memory port and second cache, in this order; then schedulers, barriers, warps. */
export const OTHERS_OF_UNIT = 3;

/** One process runs a wave in C, and tells its events all the same. */
const isFolded = (level: Level): boolean => levelOf(level).repeats;
/** One unit and one wave stand for all. */
const multiplies = (level: Level): boolean => levelOf(level).folds;

const WAKE = wakeOf('the cycle it');

/** Among those waking at once, the first asleep wakes first. */
const sleepUntil = (wake: p.Value): readonly p.Simple[] => [
  p.assign('wake', wake),
  p.assign('slept', 'asleep'),
  p.increment('asleep'),
];

/** A number of a step, by the array that has it. */
const of = (array: string): p.Expression => p.element(array, 'at');

/** Starts the units, and ends the program when all have run their groups. */
export function host(): p.Process {
  return process('host', {
    locals: [
      ...p.channels(NUMBERED, 'hst_u', 'u_hst'),
      ...p.variables('byte', 'i', 'who'),
      p.declare('byte', 'busy', 'units at work'),
    ],
    body: [
      p.receive('m_hst', 'go'),
      ...p.count(
        ['i', 0, 'units'],
        p.run('unit', 'i', 'hst_u', 'u_hst'),
        p.send('hst_u', 'go', 'i'),
        p.receive('u_hst', 'wait', p.value('i')),
      ),
      p.assign('busy', 'units'),
      p.send('hst_clk', 'go'),
      p.repeat(
        p.option(
          p.receive('u_hst', 'done', 'who'),
          p.decrement('busy'),
          p.choose(p.short('busy == 0', p.BREAK), p.shortOtherwise(p.send('hst_clk', 'wait'))),
        ),
      ),
      ...FINISH,
      p.call('forget'),
      p.send('hst_clk', 'stop'),
      STOPPED,
    ],
  });
}

/** Moves time to the earliest wake-up; among equals the first asleep wakes: a configuration is one
 * chain. */
export function clock(level: Level): p.Process {
  const wakeOf = (type: string, pid: p.Value): p.Expression => p.remote(type, pid, 'wake');
  const take = (wake: p.Expression, pid: p.Value, slept: p.Value): p.Statement =>
    p.when(
      p.short(
        p.wait('wake >= 0 && (next < 0 || wake < next || wake == next && slept < first)', {
          wake,
          slept,
        }),
        p.assign('next', wake),
        p.assign('who', pid),
        p.assign('first', slept),
      ),
    );
  // No warp of a unit is asleep when the unit is.
  const scan = [
    p.assign('next', -1),
    p.assign('base', FIRST_UNIT),
    ...p.count(
      ['k', 0, 'units'],
      take(wakeOf('unit', 'base'), 'base', 0),
      ...(isFolded(level)
        ? [p.increment('base')]
        : [
            p.assign('base', `base + ${OTHERS_OF_UNIT} + NS + resident`),
            ...p.count(
              ['i', 0, 'warps'],
              take(wakeOf('warp', 'base'), 'base', p.remote('warp', 'base', 'slept')),
              p.increment('base'),
            ),
          ]),
    ),
  ];
  return process('clock', {
    locals: [
      ...p.variables('byte', 'i', 'k', 'base', 'who'),
      p.declare('long', 'next'),
      p.declare('long', 'first', 'when it fell asleep that wakes next'),
    ],
    body: [
      p.receive('hst_clk', 'go'),
      p.repeat(
        p.unguarded(
          p.oneStep(...scan),
          p.choose(
            p.short('next < 0', p.remark('nobody will ever wake', p.labelled('stuck', p.NEVER))),
            pastBound('next', true),
            p.otherwise(),
          ),
          p.when(p.option('next > time', p.assign('time', 'next'), p.event('@time %d', 'time'))),
          p.send('clk_p', 'tick', 'who'),
          handedBack('_'),
        ),
      ),
      STOPPED,
    ],
  });
}

/** A unit dispatches its groups in waves of as many as may be resident. */
export function unit(level: Level): p.Process {
  const more = 'waves - 1';
  const done = [p.send('u_hst', 'done', 'me'), p.BREAK];
  const repeated: readonly p.Simple[] = [
    p.event('@repeat %d waves %d', '_pid', more),
    p.assign('wake', 'time + (waves - 1) * (time - began)'),
    p.assign('left', 0),
    ANSWER_CLOCK,
  ];
  const ended = multiplies(level)
    ? p.choose(p.short('left > 0', ...repeated), p.shortOtherwise(...done))
    : p.choose(p.option('left > 0', ...startWave(), ANSWER_CLOCK), p.shortOtherwise(...done));
  const options = isFolded(level)
    ? [p.option(TICK, p.assign('wake', -1), ended)]
    : [
        p.option(
          p.receive('w_u', 'done', 'who'),
          p.decrement('busy'),
          p.choose(p.short('busy > 0', ANSWER_CLOCK), p.otherwise(ended)),
        ),
        ...p.only(multiplies(level), p.option(TICK, p.assign('wake', -1), ...done)),
      ];
  return process('unit', {
    parameters: [ME, ...chans('hst_u', 'u_hst')],
    locals: [
      ...(isFolded(level) ? [] : localsOfUnit()),
      p.declare('int', 'left', 'waves that have not begun'),
      p.declare('long', 'began', 'when the wave did'),
      WAKE,
    ],
    body: [
      p.receive('hst_u', 'go', p.value('me')),
      p.assign('left', 'waves'),
      ...(isFolded(level)
        ? [
            p.code('tell_lanes (((P0 *)_this)->_pid);'),
            p.assign('began', 'time'),
            p.event('@begin %d waves', '_pid'),
            p.code('Punit->wake = wave (now.time, ((P0 *)_this)->_pid);'),
            p.decrement('left'),
          ]
        : [...startProcesses(), ...startWave()]),
      p.send('u_hst', 'wait', 'me'),
      p.repeat(...options),
      STOPPED,
    ],
  });
}

/** The channels of a warp, with the types of their messages. */
const WARP_CHANNELS = [
  ['u_w', ...NUMBERED],
  ['w_u', ...NUMBERED],
  ['w_b', ...NUMBERED, 'byte'],
  ['b_w', ...NUMBERED],
  ['w_port', ...SERVED],
  ['port_w', ...NUMBERED],
  ['w_l2', ...SERVED],
  ['l2_w', ...NUMBERED],
  ['w_s', ...NUMBERED, 'byte', 'int', 'int'],
  ['s_w', ...NUMBERED],
] as const;

const localsOfUnit = (): p.Declaration[] => [
  ...WARP_CHANNELS.map(([name, ...message]) => p.channel(name, ...message)),
  ...p.variables('byte', 'i', 'who'),
  p.declare('byte', 'busy', 'warps of the wave that have not ended'),
];

const startProcesses = (): p.Statement[] => [
  p.run('port', 'w_port', 'port_w'),
  p.run('l2', '_pid', 'w_l2', 'l2_w'),
  ...p.count(['i', 0, 'NS'], p.run('scheduler', 'i', 'w_s', 's_w')),
  ...p.count(['i', 0, 'resident'], p.run('barrier', 'i', 'w_b', 'b_w')),
  ...p.count(['i', 0, 'warps'], p.run('warp', 'i', '_pid', ...WARP_CHANNELS.map(([name]) => name))),
];

const startWave = (): p.Statement[] => [
  p.assign('began', 'time'),
  p.event('@begin %d waves', '_pid'),
  p.decrement('left'),
  p.assign('busy', 'warps'),
  ...p.count(['i', 0, 'warps'], p.send('u_w', 'go', 'i'), p.receive('w_u', 'wait', p.value('i'))),
];

/** A resident group's barrier: the last arrival wakes all, by number. */
export function barrier(): p.Process {
  return process('barrier', {
    parameters: [ME, ...chans('w_b', 'b_w')],
    locals: [p.declare('byte', 'n', 'arrivals'), p.declare('byte', 'i'), p.declare('byte', 'last')],
    body: [
      p.label('end_waiting'),
      p.repeat(
        p.option(
          p.receive('w_b', 'done', p.value('me'), 'last'),
          p.increment('n'),
          p.choose(
            p.option(
              'n == in_group',
              p.assign('n', 0),
              ...p.count(
                ['i', 'me * in_group', '(me + 1) * in_group'],
                p.send('b_w', 'go', 'i'),
                p.receive('w_b', 'wait', p.value('me'), p.value('i')),
              ),
            ),
            p.otherwise(),
          ),
          ANSWER_CLOCK,
        ),
      ),
    ],
  });
}

/** Touches memory, computes, sleeps until each is done, and waits at barriers. */
export function warp(): p.Process {
  const ready: p.Expression = p.expression('ready');
  const told = (what: string, from: p.Value, to: p.Value): p.Simple =>
    p.event(`@work %d ${what} %d %d %d %d`, '_pid', from, to, 'at', 'me');
  const portDone = p.remote('port', 'base + 1', 'free_at');
  const l2Done = p.remote('l2', 'base + 2', 'free_at');
  const scheduler = p.expression(`base + ${OTHERS_OF_UNIT} + me % NS`);
  const issued = p.remote('scheduler', scheduler, 'began');
  const memory: p.Statement[] = [
    p.assign('fetched', 'true'),
    p.send('w_port', 'go', 'me', of('port_of'), 'at'),
    p.receive('port_w', 'done', p.value('me')),
    p.assign('ready', portDone),
    p.when(
      p.option(
        p.wait('cost > 0', { cost: of('l2_of') }),
        p.send('w_l2', 'go', 'me', of('l2_of'), 'at'),
        p.receive('l2_w', 'done', p.value('me')),
        p.assign('ready', p.expression('ready > other ? ready : other', { other: l2Done })),
      ),
    ),
    told('memory', p.remote('port', 'base + 1', 'began'), ready),
    ...sleepUntil(p.expression('ready + latency', { latency: of('latency_of') })),
    told('latency', ready, 'wake'),
    ANSWER_CLOCK,
  ];
  const arithmetic: p.Statement[] = [
    p.assign('fetched', 'false'),
    p.send('w_s', 'go', 'me % NS', 'me', of('issue_of'), 'at'),
    p.receive('s_w', 'done', p.value('me')),
    ...sleepUntil(
      p.expression('issued + (issue > chain ? issue : chain)', {
        issued,
        issue: of('issue_of'),
        chain: of('chain_of'),
      }),
    ),
    told('arithmetic', issued, 'wake'),
    p.decrement('left'),
    p.when(p.short('left == 0', p.increment('at'), p.assign('left', of('times_of')))),
    ANSWER_CLOCK,
  ];
  return process('warp', {
    parameters: [ME, BASE, ...chans(...WARP_CHANNELS.map(([name]) => name))],
    locals: [
      p.declare('int', 'at', 'the step that it goes'),
      p.declare('int', 'left', 'times that it still goes it'),
      p.declare('bool', 'fetched', 'whether it has touched memory and computes next'),
      p.declare('long', 'ready', 'when the port and the second cache were, or since when it waits'),
      WAKE,
      p.declare('long', 'slept', 'how many had fallen asleep before it did'),
    ],
    body: [
      p.label('end_waiting'),
      p.repeat(
        p.option(
          p.receive('u_w', 'go', p.value('me')),
          p.assign('at', 0),
          p.assign('left', of('times_of')),
          ...sleepUntil('time'),
          p.send('w_u', 'wait', 'me'),
        ),
        p.option(
          p.receive('b_w', 'go', p.value('me')),
          told('barrier', ready, 'time'),
          p.increment('at'),
          p.assign('left', of('times_of')),
          ...sleepUntil('time'),
          p.send('w_b', 'wait', 'me / in_group', 'me'),
        ),
        p.option(
          TICK,
          p.assign('wake', -1),
          p.choose(
            p.short('at == steps', p.send('w_u', 'done', 'me')),
            p.option(
              p.wait('at < steps && times == 0', { times: of('times_of') }),
              p.assign('ready', 'time'),
              p.send('w_b', 'done', 'me / in_group', 'me'),
            ),
            p.option(
              p.wait('at < steps && times > 0 && !fetched && (port > 0 || l2 > 0 || latency > 0)', {
                times: of('times_of'),
                port: of('port_of'),
                l2: of('l2_of'),
                latency: of('latency_of'),
              }),
              ...memory,
            ),
            p.otherwise(...arithmetic),
          ),
        ),
      ),
    ],
  });
}
