import { atBaton, atFree, goMessage, type ModelContext, TAIL_ROUND } from '../context.ts';
import { indent, type Line, type Lines } from '../writer.ts';
import { count, process, STOPPED, together } from './body.ts';

/** A compute unit (Listing 6): for each group it waits out the dispatch, starts its processing elements,
 * gives another pass over the kernel to whoever is done until there are none left, and reports. */
export function unit(context: ModelContext): Line[] {
  const dispatch = context.profile.semantics === 'opencl' ? 'wake = time + DT;' : 'wake = time;';
  const element = `pex(i, pex_b, b_pex, pex_u, u_pex)`;
  return process(
    context,
    'unit(byte me; chan dev_u; chan u_dev)',
    [
      'chan pex_b = [0] of { mtype, byte };',
      'chan b_pex = [0] of { mtype, byte };',
      'chan pex_u = [0] of { mtype, byte };',
      `chan u_pex = [0] of { mtype, byte${context.usesGroup ? ', int' : ''} };`,
      'byte i;',
      'byte who;',
      'byte busy;        /* elements at work on this group */',
      'long more;        /* passes over the kernel nobody has begun */',
      'int group;',
      'long wake = -1;   /* the tick this unit waits for, -1 for none */',
      ...(multiplies(context)
        ? [
            'long began;       /* when the first group was given */',
            'bool waiting;     /* for the end of what is like the first pass and group */',
          ]
        : []),
    ],
    [
      ...together(context, [
        'dev_u ? go, eval(me), group;',
        'run barrier(pex_b, b_pex);',
        ...count('i', '0', 'NWE', [`run ${element};`]),
        ...(multiplies(context) ? ['began = time;', 'printf("@begin %d rounds\\n", _pid);'] : []),
        dispatch,
        ...atBaton(context, 'u_dev ! wait, me;'),
        ...atFree(context, 'running--'),
      ]),
      'do',
      ...(context.level !== 'free'
        ? batonEvents(context, dispatch)
        : freeEvents(context, dispatch)),
      'od;',
      ...(context.level !== 'free' ? ['stopping:'] : []),
      ...together(context, [
        'pex_b ! stop, 0;',
        ...atBaton(context, 'b_pex ? wait, 0;'),
        ...count('i', '0', 'NWE', [
          `u_pex ! stop, i${context.usesGroup ? ', 0' : ''};`,
          ...atBaton(context, 'pex_u ? wait, eval(i);'),
        ]),
        ...atBaton(context, 'u_dev ! wait, me;'),
        ...atFree(context, 'running--;'),
      ]),
      STOPPED,
    ],
  );
}

const beginGroup = (context: ModelContext): Lines => {
  const more = multipliesPasses(context) ? '0' : 'NWE * (passes - 1)';
  return [
    'wake = -1;',
    'busy = NWE;',
    context.tail && more !== '0' ? `more = (${TAIL_ROUND} -> 0 : ${more});` : `more = ${more};`,
  ];
};

/** Whether the unit runs one pass of one group and waits out all that are like it. */
const multiplies = ({ folding }: ModelContext): boolean => folding.repeats && folding.units;

/** Passes are alike only where a single element makes them: several meet others' passes at barriers. */
const multipliesPasses = (context: ModelContext): boolean =>
  multiplies(context) && context.folding.elements && context.profile.semantics === 'published';

/** How many times what has been run is to be repeated: the other groups; where passes are multiplied too,
 * all other passes, for dispatch takes no time there. */
const repetitions = (context: ModelContext): string =>
  multipliesPasses(context) ? '(rounds * passes - 1)' : '(rounds - 1)';

function batonEvents(context: ModelContext, dispatch: string): Lines {
  const report: Lines = [
    'u_dev ! done, me;',
    'if',
    `:: dev_u ? go, eval(me), group -> ${dispatch.slice(0, -1)}`,
    ':: dev_u ? stop, eval(me), _ -> goto stopping',
    'fi',
  ];
  const elementDone: Lines = [
    'if',
    `:: more > 0 -> more--; ${goMessage(context, 'who')}`,
    ':: else ->',
    ...indent(
      [
        'busy--;',
        'if',
        ':: busy > 0',
        ...(multiplies(context)
          ? [
              // The round of a reduction's tail is unlike the others.
              `:: busy == 0 && group == 0 && ${repetitions(context)} > 0 ->`,
              ...indent(
                [
                  `printf("@repeat %d rounds %d\\n", _pid, ${repetitions(context)});`,
                  `wake = time + ${repetitions(context)} * (time - began);`,
                  'waiting = true',
                ],
                2,
              ),
            ]
          : []),
        ':: else ->',
        ...indent(report, 2),
        'fi;',
        `u_pex ! wait, who${context.usesGroup ? ', 0' : ''}`,
      ],
      2,
    ),
    'fi',
  ];
  const startGroup: Lines = [
    ...beginGroup(context),
    ...count('i', '0', 'NWE', [
      `${goMessage(context, 'i')};`,
      'do',
      ':: pex_u ? wait, eval(i) -> break',
      // An element that has nothing to wait for is done before its start is answered.
      ':: pex_u ? done, who ->',
      ...indent(elementDone, 2),
      'od;',
    ]),
    'p_clk ! wait, _pid',
  ];
  return [
    ...(multiplies(context)
      ? [
          ':: clk_p ? tick, eval(_pid) ->',
          ...indent(
            [
              'if',
              ':: waiting ->',
              ...indent(
                [
                  'waiting = false;',
                  'wake = -1;',
                  ...report.slice(0, -1),
                  'fi;',
                  'p_clk ! wait, _pid',
                ],
                2,
              ),
              ':: else ->',
              ...indent(startGroup, 2),
              'fi',
            ],
            2,
          ),
        ]
      : [':: clk_p ? tick, eval(_pid) ->', ...indent(startGroup, 2)]),
    ':: pex_u ? done, who ->',
    ...indent(elementDone, 2),
  ];
}

function freeEvents(context: ModelContext, dispatch: string): Lines {
  return [
    '::',
    ...indent(
      [
        ...together(context, [
          'clk_p ? tick, eval(_pid) ->',
          ...beginGroup(context),
          'running = running + NWE - 1',
        ]),
        ...together(context, count('i', '0', 'NWE', [`${goMessage(context, 'i')};`])),
      ],
      2,
    ),
    '::',
    ...indent(
      together(context, [
        'pex_u ? done, who ->',
        'if',
        `:: more > 0 -> more--; ${goMessage(context, 'who')}`,
        ':: else ->',
        ...indent(
          [
            'busy--;',
            'if',
            ':: busy > 0 -> running--',
            ':: else ->',
            ...indent(
              [
                'u_dev ! done, me;',
                'if',
                `:: dev_u ? go, eval(me), group -> ${dispatch} running--`,
                ':: dev_u ? stop, eval(me), _ -> who = 0; break',
                'fi',
              ],
              2,
            ),
            'fi',
          ],
          2,
        ),
        'fi;',
        'who = 0',
      ]),
      2,
    ),
  ];
}
