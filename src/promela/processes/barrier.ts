import type { ModelContext } from '../context.ts';
import type { Step } from '../phases.ts';
import { indent, type Line, type Lines } from '../writer.ts';
import { count, process, STOPPED, together } from './body.ts';

/** The barrier of a unit (Listing 7): counts arrivals, and lets everybody go when all are there, in the
 * OpenCL semantics BT ticks later. Work-items that wait at different barriers of the kernel never go on. */
export function barrier(context: ModelContext): Line[] {
  const timed = context.profile.semantics === 'opencl';
  return process(
    context,
    'barrier(chan pex_b; chan b_pex)',
    [
      'byte i;',
      'byte n;           /* arrivals */',
      ...(context.level !== 'free' || context.canDiverge ? ['byte who;'] : []),
      ...(context.level !== 'free'
        ? ['byte last;        /* holds the baton, so it goes last */']
        : []),
      ...(context.canDiverge
        ? [
            'byte at;          /* which barrier of the kernel they wait at */',
            ...loopCounters(context).map((counter) => `long at_${counter};`),
          ]
        : []),
      ...(timed ? ['long wake = -1;   /* the tick this barrier waits for, -1 for none */'] : []),
    ],
    [
      'do',
      ...(context.level !== 'free' ? batonEvents(context, timed) : freeEvents(context, timed)),
      ':: pex_b ? stop, 0 -> break',
      'od;',
      ...(context.level !== 'free' ? [...(timed ? ['stopping:'] : []), 'b_pex ! wait, 0;'] : []),
      STOPPED,
    ],
  );
}

/** Counting an arrival, after a check that it is at the barrier where the others are, in the same
 * iteration of every loop. */
function arrival(context: ModelContext): Lines {
  if (!context.canDiverge) return ['n++;'];
  const places = [
    { here: 'at', there: 'pex[_pid + 1 + who]:meets' },
    ...loopCounters(context).map((counter) => ({
      here: `at_${counter}`,
      there: `pex[_pid + 1 + who]:${counter}`,
    })),
  ];
  return [
    'if',
    `:: n == 0 -> ${places.map(({ here, there }) => `${here} = ${there}`).join('; ')}`,
    `:: else -> ${places.map(({ here, there }) => `${here} == ${there}`).join(' && ')}    /* otherwise nobody goes on */`,
    'fi;',
    'n++;',
  ];
}

/** The counters of all loops that hold a barrier. */
const loopCounters = ({ steps, rename }: ModelContext): string[] => {
  const visit = (inner: readonly Step[]): string[] =>
    inner.flatMap((step) => {
      if (step.kind === 'loop') return [rename(step.counter), ...visit(step.body)];
      return step.kind === 'branch' ? [...visit(step.then), ...visit(step.otherwise)] : [];
    });
  return visit(steps);
};

function batonEvents(context: ModelContext, timed: boolean): Lines {
  const start = (...more: string[]): Lines => [
    'b_pex ! go, i;',
    'do',
    ':: pex_b ? wait, eval(i) -> break',
    ':: pex_b ? done, who ->',
    ...indent([...arrival(context), ...(timed ? dueIfAll() : []), 'b_pex ! wait, who'], 2),
    ...more,
    'od;',
  ];
  // The last element may end the program without another wait, and only then hand back the baton.
  const stop = ':: pex_b ? stop, 0 -> goto stopping';
  return [
    ':: pex_b ? done, who ->',
    ...indent(
      [
        ...arrival(context),
        'if',
        ...(timed ? [':: n == NWE && BT > 0 -> wake = time + BT; b_pex ! wait, who'] : []),
        `:: n == NWE${timed ? ' && BT == 0' : ''} ->`,
        ...indent(
          [
            'n = 0;',
            'last = who;',
            ...count('i', '0', 'NWE', [
              'if',
              ':: i != last ->',
              ...indent(start(), 2),
              ':: else',
              'fi;',
            ]),
            'b_pex ! go, last',
          ],
          2,
        ),
        ':: n < NWE -> b_pex ! wait, who',
        'fi',
      ],
      2,
    ),
    ...(timed
      ? [
          ':: clk_p ? tick, eval(_pid) ->',
          ...indent(
            ['wake = -1;', 'n = 0;', ...count('i', '0', 'NWE', start(stop)), 'p_clk ! wait, _pid'],
            2,
          ),
        ]
      : []),
  ];
}

/** All may be at the next barrier already while they are being released from this one. */
const dueIfAll = (): Lines => ['if', ':: n == NWE && BT > 0 -> wake = time + BT', ':: else', 'fi;'];

function freeEvents(context: ModelContext, timed: boolean): Lines {
  const release = together(context, count('i', '0', 'NWE', ['b_pex ! go, i;']));
  return [
    '::',
    ...indent(
      [
        ...together(context, [
          `pex_b ? done, ${context.canDiverge ? 'who' : '_'} ->`,
          ...arrival(context),
          ...(context.canDiverge ? ['who = 0;'] : []),
          'if',
          ':: n < NWE -> running--',
          ...(timed ? [':: n == NWE && BT > 0 -> wake = time + BT; running--'] : []),
          `:: n == NWE${timed ? ' && BT == 0' : ''} -> running = running + NWE - 1`,
          'fi',
        ]),
        'if',
        `:: n == NWE${timed ? ' && BT == 0' : ''} ->`,
        ...indent(together(context, ['n = 0;', ...count('i', '0', 'NWE', ['b_pex ! go, i;'])]), 2),
        ':: else',
        'fi',
      ],
      2,
    ),
    ...(timed
      ? [
          '::',
          ...indent(
            [
              ...together(context, [
                'clk_p ? tick, eval(_pid) ->',
                'wake = -1;',
                'n = 0;',
                'running = running + NWE - 1',
              ]),
              ...release,
            ],
            2,
          ),
        ]
      : []),
  ];
}
