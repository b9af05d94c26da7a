import type { ModelContext } from '../context.ts';
import { indent, type Line, type Lines } from '../writer.ts';
import { count, process, STOPPED, together } from './body.ts';
import { GLOBAL_BARRIER_PID } from './main.ts';

/** The clock (Listing 9), counting events rather than ticks: when nobody can act it moves time to the
 * earliest wake-up and wakes those who wait for it, the lowest unit and index first. An element that is
 * parked at a barrier has no wake-up, so branches of different lengths do not stop time. */
export function clock(context: ModelContext): Line[] {
  const scan: Lines = [
    'next = -1;',
    ...eachSleeper(context, (wake) => [
      'if',
      `:: ${wake} >= 0 && (next < 0 || ${wake} < next) -> next = ${wake}`,
      ':: else',
      'fi;',
    ]),
    'if',
    ':: next < 0 -> stuck: false                /* nobody will ever wake: deadlock */',
    ...(context.level === 'free'
      ? [':: prune && next > T -> end_late: false    /* over time: no counterexample this way */']
      : [
          ':: prune && next > T ->    /* over time: no counterexample this way */',
          '    forget();',
          '    end_late: false',
        ]),
    ':: else',
    'fi;',
    'time = next;',
    'printf("@time %d\\n", time);',
  ];
  const wakeUp = eachSleeper(context, (wake, pid) => [
    'if',
    `:: ${wake} == time ->`,
    ...indent(
      context.level !== 'free'
        ? [
            `clk_p ! tick, ${pid};`,
            'if',
            `:: p_clk ? wait, eval(${pid})`,
            ':: hst_clk ? wait',
            ':: hst_clk ? stop -> goto end_stopped',
            'fi',
          ]
        : [`clk_p ! tick, ${pid}`],
      2,
    ),
    ':: else',
    'fi;',
  ]);
  const events: Lines =
    context.level !== 'free'
      ? ['::', ...indent([...scan, ...wakeUp], 2)]
      : [
          '::',
          ...indent(
            [
              ...together(context, [
                'running == 0 ->',
                ...scan,
                ...eachSleeper(context, (wake) => [
                  'if',
                  `:: ${wake} == time -> running++`,
                  ':: else',
                  'fi;',
                ]),
              ]),
              ...together(context, wakeUp),
            ],
            2,
          ),
          ':: hst_clk ? stop -> break',
        ];
  return process(
    context,
    'clock()',
    ['byte i;', 'byte k;', 'byte base;', 'long next;'],
    ['hst_clk ? go;', 'do', ...events, 'od;', STOPPED],
  );
}

/** A loop over all processes that may wait for a tick. The processes of a unit have consecutive
 * numbers: the unit itself, its barrier, its elements. */
function eachSleeper(context: ModelContext, body: (wake: string, pid: string) => Lines): Lines {
  return [
    ...(context.hasGlobalBarrier
      ? body(`global_barrier[${GLOBAL_BARRIER_PID}]:wake`, GLOBAL_BARRIER_PID)
      : []),
    'base = first_unit;',
    ...count('k', '0', 'units', [
      ...body('unit[base]:wake', 'base'),
      ...(context.profile.semantics === 'opencl' ? body('barrier[base + 1]:wake', 'base + 1') : []),
      ...count('i', 'base + 2', 'base + 2 + NWE', body('pex[i]:wake', 'i')),
      'base = base + 2 + NWE;',
    ]),
  ];
}
