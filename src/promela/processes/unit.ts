import { atBaton, atFree, goMessage, type ModelContext, TAIL_ROUND } from '../context.ts';
import { ANSWER_CLOCK, NUMBERED, process, STOPPED, TICK, wakeOf } from './body.ts';
import * as p from '../syntax/index.ts';

/** A unit (Listing 6) waits out each group's dispatch, starts elements, hands out passes, and
 * reports. */
export function unit(context: ModelContext): p.Process {
  const group = context.usesGroup ? ['int'] : [];
  const none = context.usesGroup ? [0] : [];
  return process(context, 'unit', {
    parameters: [p.declare('byte', 'me'), ...p.variables('chan', 'dev_u', 'u_dev')],
    locals: [
      ...p.channels(NUMBERED, 'pex_b', 'b_pex', 'pex_u'),
      p.channel('u_pex', ...NUMBERED, ...group),
      ...p.variables('byte', 'i', 'who'),
      p.declare('byte', 'busy', 'elements at work on this group'),
      p.declare('long', 'more', 'passes over the kernel nobody has begun'),
      p.declare('int', 'group'),
      wakeOf('the tick this unit'),
      ...p.only(
        multiplies(context),
        p.declare('long', 'began', 'when the first group was given'),
        p.declare('bool', 'waiting', 'for the end of what is like the first pass and group'),
      ),
    ],
    body: [
      p.atomic(
        p.receive('dev_u', 'go', p.value('me'), 'group'),
        p.run('barrier', 'pex_b', 'b_pex'),
        ...p.count(['i', 0, 'NWE'], p.run('pex', 'i', 'pex_b', 'b_pex', 'pex_u', 'u_pex')),
        ...begin(context),
        dispatch(context),
        ...atBaton(context, p.send('u_dev', 'wait', 'me')),
        ...atFree(context, p.decrement('running')),
      ),
      p.repeat(...(context.baton ? batonEvents(context) : freeEvents(context))),
      ...atBaton(context, p.label('stopping')),
      p.atomic(
        p.send('pex_b', 'stop', 0),
        ...atBaton(context, p.receive('b_pex', 'wait', 0)),
        ...p.count(
          ['i', 0, 'NWE'],
          p.send('u_pex', 'stop', 'i', ...none),
          ...atBaton(context, p.receive('pex_u', 'wait', p.value('i'))),
        ),
        ...atBaton(context, p.send('u_dev', 'wait', 'me')),
        ...atFree(context, p.decrement('running')),
      ),
      STOPPED,
    ],
  });
}

const begin = (context: ModelContext): readonly p.Simple[] =>
  p.only(multiplies(context), p.assign('began', 'time'), p.event('@begin %d rounds', '_pid'));

/** Waiting until a group is dispatched. */
const dispatch = ({ semantics: { dispatchTicks } }: ModelContext): p.Simple =>
  p.assign('wake', dispatchTicks ? `time + ${dispatchTicks}` : 'time');

const beginGroup = (context: ModelContext): p.Statement[] => {
  const more = 'NWE * (passes - 1)';
  const unlessTail = context.tail ? `${TAIL_ROUND} ? 0 : ${more}` : more;
  return [
    p.assign('wake', -1),
    p.assign('busy', 'NWE'),
    p.assign('more', multipliesPasses(context) ? 0 : unlessTail),
  ];
};

/** One pass of one group runs; those like it are waited out. */
const multiplies = ({ folding }: ModelContext): boolean => folding.repeats && folding.units;

/** Passes are alike for a single element: several meet others' passes at barriers. */
const multipliesPasses = (context: ModelContext): boolean =>
  multiplies(context) && context.folding.elements && !context.semantics.runsItems;

/** Other groups, or all other passes, since no dispatch takes time there. */
const repetitions = (context: ModelContext): p.Expression =>
  p.parentheses(multipliesPasses(context) ? 'rounds * passes - 1' : 'rounds - 1');

/** An element done gets another pass, or stops work; the last one ends the group. */
function elementDone(context: ModelContext): p.Statement {
  const many = repetitions(context);
  const idle = atFree(context, p.decrement('running'));
  return p.choose(
    p.short('more > 0', p.decrement('more'), goMessage(context, 'who')),
    p.otherwise(
      p.decrement('busy'),
      p.choose(
        p.short('busy > 0', ...idle),
        ...p.only(
          multiplies(context),
          // The round of a reduction's tail is unlike the others.
          p.option(
            p.wait(
              context.folding.kinds
                ? 'busy == 0 && many > 0'
                : 'busy == 0 && group == 0 && many > 0',
              { many },
            ),
            p.event('@repeat %d rounds %d', '_pid', many),
            p.assign('wake', 'time + many * (time - began)', { many }),
            p.assign('waiting', 'true'),
          ),
        ),
        p.otherwise(...report(context)),
      ),
      ...atBaton(context, p.send('u_pex', 'wait', 'who', ...p.only(context.usesGroup, 0))),
    ),
  );
}

/** Reports a group; the answer is another, or to stop. */
function report(context: ModelContext): p.Statement[] {
  const { baton } = context;
  const idle = atFree(context, p.decrement('running'));
  const stop = baton ? [p.goto('stopping')] : [p.assign('who', 0), p.BREAK];
  return [
    p.send('u_dev', 'done', 'me'),
    p.choose(
      p.short(
        p.receive('dev_u', 'go', p.value('me'), 'group'),
        ...(context.folding.kinds ? begin(context) : []),
        dispatch(context),
        ...idle,
      ),
      p.short(p.receive('dev_u', 'stop', p.value('me'), '_'), ...stop),
    ),
  ];
}

const DONE = p.receive('pex_u', 'done', 'who');

function batonEvents(context: ModelContext): p.Option[] {
  const done = p.option(DONE, elementDone(context));
  const startGroup = [
    ...beginGroup(context),
    ...p.count(
      ['i', 0, 'NWE'],
      goMessage(context, 'i'),
      p.repeat(
        p.short(p.receive('pex_u', 'wait', p.value('i')), p.BREAK),
        // An element without work is done before its start is answered.
        done,
      ),
    ),
    ANSWER_CLOCK,
  ];
  const goOn = [p.assign('waiting', 'false'), p.assign('wake', -1), ...report(context)];
  const afterTick = multiplies(context)
    ? [p.choose(p.option('waiting', ...goOn, ANSWER_CLOCK), p.otherwise(...startGroup))]
    : startGroup;
  return [p.option(TICK, ...afterTick), done];
}

const freeEvents = (context: ModelContext): p.Option[] => [
  p.unguarded(
    p.atomic(TICK, ...beginGroup(context), p.assign('running', 'running + NWE - 1')),
    p.atomic(...p.count(['i', 0, 'NWE'], goMessage(context, 'i'))),
  ),
  p.unguarded(p.atomic(DONE, elementDone(context), p.assign('who', 0))),
];
