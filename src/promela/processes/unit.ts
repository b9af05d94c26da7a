import type { ModelContext } from '../context.ts';
import { indent, type Line } from '../writer.ts';
import { eachElement, process, STOPPED } from './body.ts';

/** The unit (Listing 6), which stands for all: for each group it starts its processing elements, gives
 * another pass over the kernel to whoever is done until there are none left, and reports. */
export function unit(context: ModelContext): Line[] {
  return context.level === 'baton' ? baton(context) : free(context);
}

const HEAD = 'unit(chan dev_u; chan u_dev)';

const DECLARATIONS = [
  'chan pex_b = [0] of { mtype, byte };',
  'chan b_pex = [0] of { mtype, byte };',
  'chan pex_u = [0] of { mtype, byte };',
  'chan u_pex = [0] of { mtype, byte };',
  'byte i;',
  'byte who;',
  'byte busy;    /* elements at work on this group */',
  'int more;     /* passes of this group nobody has begun */',
];

const RUN_ELEMENTS = [
  'run barrier(pex_b, b_pex);',
  'first_pex = run pex(0, pex_b, b_pex, pex_u, u_pex);',
  'i = 1;',
  'do',
  ':: i < NWE -> run pex(i, pex_b, b_pex, pex_u, u_pex); i++',
  ':: else -> break',
  'od;',
];

const BEGIN_GROUP = ['busy = NWE;', 'more = NWE * (passes - 1);'];

function baton(context: ModelContext): Line[] {
  // An element that has nothing to wait for can be done before its start is answered.
  const answered = ['do', ':: pex_u ? wait, eval(i) -> break', ':: pex_u ? done, who -> busy--; u_pex ! wait, who', 'od;'];
  return process(context, HEAD, [...DECLARATIONS, 'byte last;    /* holds the baton, so it goes last */'], [
    'dev_u ? go;',
    ...RUN_ELEMENTS,
    ...BEGIN_GROUP,
    ...eachElement('i', ['u_pex ! go, i;', ...answered]),
    'u_dev ! wait;',
    'do',
    ':: pex_u ? done, who ->',
    ...indent([
      'if',
      ':: more > 0 -> more--; u_pex ! go, who',
      ':: else ->',
      '     busy--;',
      '     if',
      '     :: busy > 0 -> u_pex ! wait, who',
      '     :: else ->',
      ...indent(['u_dev ! done;', 'if', ':: dev_u ? go ->'], 5),
      ...indent(
        [
          'last = who;',
          ...BEGIN_GROUP,
          ...eachElement('i', ['if', ':: i != last ->', ...indent(['u_pex ! go, i;', ...answered], 2), ':: else', 'fi;']),
          'u_pex ! go, last',
        ],
        7,
      ),
      ...indent([':: dev_u ? stop -> break', 'fi'], 5),
      '     fi',
      'fi',
    ], 2),
    'od;',
    'pex_b ! stop, 0;',
    'b_pex ? wait, 0;',
    ...eachElement('i', ['u_pex ! stop, i;', 'pex_u ? wait, eval(i);']),
    'u_dev ! wait;',
    STOPPED,
  ]);
}

function free(context: ModelContext): Line[] {
  const startAll = eachElement('i', ['u_pex ! go, i;']);
  return process(context, HEAD, DECLARATIONS, [
    'dev_u ? go;',
    'atomic {',
    ...indent([...RUN_ELEMENTS]),
    '};',
    'do',
    '::',
    ...indent(['atomic {', ...indent([...BEGIN_GROUP, 'running = running + NWE - 1;']), '};', ...startAll], 2),
    '    do',
    '    :: atomic {',
    '         pex_u ? done, who ->',
    ...indent(
      [
        'if',
        ':: more > 0 -> more--; u_pex ! go, who',
        ':: else ->',
        '     busy--;',
        '     if',
        '     :: busy > 0 -> running--',
        '     :: else -> break',
        '     fi',
        'fi',
      ],
      4,
    ),
    '       }',
    '    od;',
    '    u_dev ! done;',
    '    if',
    '    :: dev_u ? go',
    '    :: dev_u ? stop -> break',
    '    fi',
    'od;',
    'pex_b ! stop, 0;',
    ...eachElement('i', ['u_pex ! stop, i;']),
    STOPPED,
  ]);
}

