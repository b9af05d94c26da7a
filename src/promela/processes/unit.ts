import { atBaton, atFree, goMessage, type ModelContext, TAIL_ROUND } from '../context.ts';
import { all, calc, conditional, type Expression, parentheses } from '../syntax/expression.ts';
import {
  assign,
  atomic,
  BREAK,
  channel,
  choose,
  closed,
  count,
  declare,
  decrement,
  event,
  goto,
  label,
  type Option,
  option,
  otherwise,
  type Process,
  receive,
  repeat,
  run,
  send,
  short,
  type Simple,
  type Statement,
  unguarded,
  value,
} from '../syntax/statement.ts';
import { ANSWER_CLOCK, process, STOPPED, TICK, wakeOf } from './body.ts';

/** A compute unit (Listing 6): for each group it waits out the dispatch, starts its processing elements,
 * gives another pass over the kernel to whoever is done until there are none left, and reports. */
export function unit(context: ModelContext): Process {
  const group = context.usesGroup ? ['int'] : [];
  const none = context.usesGroup ? [0] : [];
  return process(context, 'unit', {
    models: 'unit',
    parameters: [declare('byte', 'me'), declare('chan', 'dev_u'), declare('chan', 'u_dev')],
    locals: [
      channel('pex_b', 'mtype', 'byte'),
      channel('b_pex', 'mtype', 'byte'),
      channel('pex_u', 'mtype', 'byte'),
      channel('u_pex', 'mtype', 'byte', ...group),
      declare('byte', 'i'),
      declare('byte', 'who'),
      declare('byte', 'busy', { comment: 'elements at work on this group' }),
      declare('long', 'more', { comment: 'passes over the kernel nobody has begun' }),
      declare('int', 'group'),
      wakeOf('unit'),
      ...(multiplies(context)
        ? [
            declare('long', 'began', { comment: 'when the first group was given' }),
            declare('bool', 'waiting', {
              comment: 'for the end of what is like the first pass and group',
            }),
          ]
        : []),
    ],
    body: [
      atomic(
        receive('dev_u', 'go', value('me'), 'group'),
        run('barrier', 'pex_b', 'b_pex'),
        ...count('i', 0, 'NWE', run('pex', 'i', 'pex_b', 'b_pex', 'pex_u', 'u_pex')),
        ...(multiplies(context)
          ? [assign('began', 'time'), event('@begin %d rounds', '_pid')]
          : []),
        dispatch(context),
        ...atBaton(context, send('u_dev', 'wait', 'me')),
        ...atFree(context, decrement('running')),
      ),
      repeat(...(context.baton ? batonEvents(context) : freeEvents(context))),
      ...atBaton(context, label('stopping')),
      atomic(
        send('pex_b', 'stop', 0),
        ...atBaton(context, receive('b_pex', 'wait', 0)),
        ...count(
          'i',
          0,
          'NWE',
          send('u_pex', 'stop', 'i', ...none),
          ...atBaton(context, receive('pex_u', 'wait', value('i'))),
        ),
        ...atBaton(context, send('u_dev', 'wait', 'me')),
        ...atFree(context, closed(decrement('running'))),
      ),
      STOPPED,
    ],
  });
}

/** Waiting until a group is dispatched. */
const dispatch = ({ profile }: ModelContext): Simple =>
  assign('wake', profile.semantics === 'opencl' ? calc('time', '+', 'DT') : 'time');

const beginGroup = (context: ModelContext): Statement[] => {
  const more = calc('NWE', '*', calc('passes', '-', 1));
  const unlessTail = context.tail ? conditional(TAIL_ROUND, 0, more) : more;
  return [
    assign('wake', -1),
    assign('busy', 'NWE'),
    assign('more', multipliesPasses(context) ? 0 : unlessTail),
  ];
};

/** Whether the unit runs one pass of one group and waits out all that are like it. */
const multiplies = ({ folding }: ModelContext): boolean => folding.repeats && folding.units;

/** Passes are alike only where a single element makes them: several meet others' passes at barriers. */
const multipliesPasses = (context: ModelContext): boolean =>
  multiplies(context) && context.folding.elements && context.profile.semantics === 'published';

/** How many times what has been run is to be repeated: the other groups; where passes are multiplied too,
 * all other passes, for dispatch takes no time there. */
const repetitions = (context: ModelContext): Expression =>
  parentheses(calc(multipliesPasses(context) ? calc('rounds', '*', 'passes') : 'rounds', '-', 1));

/** Giving an element that is done another pass. */
const nextPass = (context: ModelContext): Option =>
  short(calc('more', '>', 0), decrement('more'), goMessage(context, 'who'));

function batonEvents(context: ModelContext): Option[] {
  const report = [
    send('u_dev', 'done', 'me'),
    choose(
      short(receive('dev_u', 'go', value('me'), 'group'), dispatch(context)),
      short(receive('dev_u', 'stop', value('me'), '_'), goto('stopping')),
    ),
  ];
  const many = repetitions(context);
  const elementDone = option(
    receive('pex_u', 'done', 'who'),
    choose(
      nextPass(context),
      otherwise(
        decrement('busy'),
        choose(
          option(calc('busy', '>', 0)),
          ...(multiplies(context)
            ? [
                // The round of a reduction's tail is unlike the others.
                option(
                  all([calc('busy', '==', 0), calc('group', '==', 0), calc(many, '>', 0)]),
                  event('@repeat %d rounds %d', '_pid', many),
                  assign('wake', calc('time', '+', calc(many, '*', calc('time', '-', 'began')))),
                  assign('waiting', 'true'),
                ),
              ]
            : []),
          otherwise(...report),
        ),
        send('u_pex', 'wait', 'who', ...(context.usesGroup ? [0] : [])),
      ),
    ),
  );
  const startGroup = [
    ...beginGroup(context),
    ...count(
      'i',
      0,
      'NWE',
      goMessage(context, 'i'),
      repeat(
        short(receive('pex_u', 'wait', value('i')), BREAK),
        // An element that has nothing to wait for is done before its start is answered.
        elementDone,
      ),
    ),
    ANSWER_CLOCK,
  ];
  const afterTick = multiplies(context)
    ? [
        choose(
          option(
            'waiting',
            assign('waiting', 'false'),
            assign('wake', -1),
            ...report,
            ANSWER_CLOCK,
          ),
          otherwise(...startGroup),
        ),
      ]
    : startGroup;
  return [option(TICK, ...afterTick), elementDone];
}

function freeEvents(context: ModelContext): Option[] {
  const idle = decrement('running');
  return [
    unguarded(
      atomic(TICK, ...beginGroup(context), assign('running', calc('running', '+', 'NWE', '-', 1))),
      atomic(...count('i', 0, 'NWE', goMessage(context, 'i'))),
    ),
    unguarded(
      atomic(
        receive('pex_u', 'done', 'who'),
        choose(
          nextPass(context),
          otherwise(
            decrement('busy'),
            choose(
              short(calc('busy', '>', 0), idle),
              otherwise(
                send('u_dev', 'done', 'me'),
                choose(
                  short(receive('dev_u', 'go', value('me'), 'group'), dispatch(context), idle),
                  short(receive('dev_u', 'stop', value('me'), '_'), assign('who', 0), BREAK),
                ),
              ),
            ),
          ),
        ),
        assign('who', 0),
      ),
    ),
  ];
}
