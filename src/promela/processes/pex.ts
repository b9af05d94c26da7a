import { assertUnreachable } from '../../base/diagnostic.ts';
import { factor, type ModelContext, text } from '../context.ts';
import { countersIn, type Step } from '../phases.ts';
import { from, indent, type Line, type Lines } from '../writer.ts';
import { process, STOPPED } from './body.ts';

/** The processing element (Listing 8): passes over the kernel when told to go, waiting out the ticks of
 * each phase and meeting the others of its group at the barriers. */
export function pex(context: ModelContext): Line[] {
  const baton = context.level === 'baton';
  const counters = countersIn(context.steps).map((counter) => `int ${context.rename(counter)};`);
  return process(
    context,
    'pex(byte me; chan pex_b; chan b_pex; chan pex_u; chan u_pex)',
    [
      'int start_time;',
      'int wake = -1;    /* the tick this element waits for, -1 for none */',
      ...(baton ? ['chan back;        /* who handed over the baton, and gets it back */'] : []),
      ...counters,
    ],
    baton
      ? [
          'do',
          ':: u_pex ? go, eval(me) ->',
          '    back = pex_u;',
          'pass:',
          ...indent(body(context), 2),
          '    pex_u ! done, me;',
          '    if',
          '    :: u_pex ? go, eval(me) -> goto pass',
          '    :: u_pex ? wait, eval(me) -> back ! wait, me',
          '    :: u_pex ? stop, eval(me) -> break',
          '    fi',
          ':: u_pex ? stop, eval(me) -> break',
          'od;',
          'pex_u ! wait, me;',
          STOPPED,
        ]
      : [
          'do',
          ':: u_pex ? go, eval(me) ->',
          ...indent(body(context), 2),
          '    pex_u ! done, me',
          ':: u_pex ? stop, eval(me) -> break',
          'od;',
          STOPPED,
        ],
  );
}

function body(context: ModelContext): Line[] {
  return [
    ...indent(context.profile.overlapsIterations ? ['start_time = time;'] : [], 0),
    ...context.steps.flatMap((step) => lines(context, step)),
  ];
}

function lines(context: ModelContext, step: Step): Line[] {
  switch (step.kind) {
    case 'work':
      return from(step.span, work(context, step));
    case 'barrier':
      return from(step.span, meet(context));
    case 'loop': {
      const counter = context.rename(step.counter);
      return from(step.span, [
        `${counter} = 0;`,
        'do',
        `:: ${counter} < ${factor(context, step.trips)} ->`,
        ...indent(step.body.flatMap((inner) => lines(context, inner)), 2),
        `    ${counter}++`,
        ':: else -> break',
        'od;',
      ]);
    }
    case 'branch':
      return from(step.span, [
        'if',
        `:: ${text(context, step.condition)} ->`,
        ...indent([...step.then.flatMap((inner) => lines(context, inner)), 'skip'], 2),
        ':: else ->',
        ...indent([...step.otherwise.flatMap((inner) => lines(context, inner)), 'skip'], 2),
        'fi;',
      ]);
    case 'return':
      throw new Error('an early return has no place in this model');
    default:
      return assertUnreachable(step);
  }
}

/** Waiting out a phase. Its beginning and end are printed when a trail is replayed. */
function work(context: ModelContext, step: Extract<Step, { kind: 'work' }>): Lines {
  const { extraTicks } = context.profile;
  const baton = context.level === 'baton';
  const body: Lines = [
    ...(step.fresh ? ['start_time = time;'] : []),
    `wake = start_time + ${factor(context, step.ticks)}${extraTicks > 0 ? ` + ${extraTicks}` : ''};`,
    'if',
    ':: wake > time ->',
    `     printf("@work %d ${step.space} %d %d\\n", me, time, wake);`,
    ...(baton
      ? ['     back ! wait, me;', '     clk_p ? tick, eval(me);', '     back = p_clk']
      : ['     running--;', '     clk_p ? tick, eval(me)']),
    ':: else',
    'fi;',
    baton ? 'wake = -1;' : 'wake = -1',
  ];
  return baton ? body : ['atomic {', ...indent(body), '};'];
}

function meet(context: ModelContext): Lines {
  if (context.level === 'free') return ['pex_b ! done, me;', 'b_pex ? go, eval(me);'];
  return [
    'pex_b ! done, me;',
    'if',
    ':: b_pex ? go, eval(me)',
    ':: b_pex ? wait, eval(me) ->',
    '     back ! wait, me;',
    '     b_pex ? go, eval(me);',
    '     back = pex_b',
    'fi;',
  ];
}
