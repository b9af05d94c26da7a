import { assertUnreachable } from '../../base/diagnostic.ts';
import { dependsOnItem } from '../../kernel/algebra.ts';
import type { Block as KernelBlock, Node, Space } from '../../kernel/ir.ts';
import { type ModelContext, part, TAIL_ROUND, whole } from '../context.ts';
import { atLeastZero, type Cost, countersIn, type Step } from '../phases.ts';
import { calc, conditional, type Expression, type Value } from '../syntax/expression.ts';
import {
  assign,
  atomic,
  BREAK,
  choose,
  closed,
  count,
  type Declaration,
  declare,
  decrement,
  event,
  from,
  goto,
  increment,
  label,
  option,
  otherwise,
  type Process,
  receive,
  repeat,
  send,
  short,
  shortOtherwise,
  SKIP,
  type Statement,
  value,
  wait,
} from '../syntax/statement.ts';
import { HAND_BACK, process, SLEEP, STOPPED, TICK, wakeOf } from './body.ts';
import { meetGlobally } from './global-barrier.ts';
import { canSkip, loopsIn, skipping } from './skipping.ts';

/** A processing element (Listing 8): passes over the kernel when told to go, waiting out the ticks of
 * each phase and meeting the others of its group at the barriers. In the OpenCL semantics it works for
 * the items me, me + NP, me + 2 NP, ... of the group, all of them between two barriers. */
export function pex(context: ModelContext): Process {
  const { baton, usesGroup } = context;
  const me = value('me');
  const go = receive('u_pex', 'go', me, ...(usesGroup ? ['group'] : []));
  const ignored = usesGroup ? ['_'] : [];
  const done = send('pex_u', 'done', 'me');
  const stop = short(receive('u_pex', 'stop', me, ...ignored), BREAK);
  return process(context, 'pex', {
    models: 'pex',
    parameters: [
      declare('byte', 'me'),
      ...['pex_b', 'b_pex', 'pex_u', 'u_pex'].map((name) => declare('chan', name)),
    ],
    locals: variables(context),
    body: [
      repeat(
        baton
          ? option(
              go,
              assign('back', 'pex_u'),
              label('pass'),
              ...body(context),
              done,
              choose(
                short(go, goto('pass')),
                short(receive('u_pex', 'wait', me, ...ignored), HAND_BACK),
                stop,
              ),
            )
          : option(go, ...body(context), done),
        stop,
      ),
      ...(baton ? [send('pex_u', 'wait', 'me')] : []),
      STOPPED,
    ],
  });
}

function variables(context: ModelContext): Declaration[] {
  const { profile } = context;
  const several = profile.semantics === 'opencl';
  const steps = [...context.steps, ...(context.tail ?? [])];
  const tallied = new Set(steps.flatMap((step) => spacesTallied(step, several)));
  return [
    ...(profile.overlapsIterations ? [declare('long', 'start_time')] : []),
    wakeOf('element'),
    ...(context.baton
      ? [declare('chan', 'back', { comment: 'who handed over the baton, and gets it back' })]
      : []),
    ...(context.usesGroup ? [declare('int', 'group')] : []),
    ...(several
      ? [
          declare('int', 'items', { comment: 'work-items of this element in a group' }),
          declare('int', 'item'),
        ]
      : []),
    ...(context.canDiverge
      ? [
          declare('byte', 'meets', { comment: 'the barrier this element waits at' }),
          declare('long', 'agreed'),
        ]
      : []),
    ...[...tallied].map((space) => declare('long', `${space}_ticks`)),
    ...[...new Set(countersIn(steps))].map((counter) => declare('long', context.nameOf(counter))),
    ...loopsIn(context.steps)
      .filter((loop) => canSkip(context, loop))
      .map(({ counter }) => context.nameOf(counter))
      .map((counter) => declare('long', [`${counter}_mark`, `${counter}_phase`])),
  ];
}

function spacesTallied(step: Step, several: boolean): Space[] {
  switch (step.kind) {
    case 'tally':
      return step.costs.map(({ space }) => space);
    case 'work':
      return several
        ? step.costs.filter(({ ticks }) => dependsOnItem(ticks)).map(({ space }) => space)
        : [];
    case 'loop':
      return step.body.flatMap((inner) => spacesTallied(inner, several));
    case 'branch':
      return [...step.then, ...step.otherwise].flatMap((inner) => spacesTallied(inner, several));
    case 'barrier':
      return [];
    default:
      return assertUnreachable(step);
  }
}

function body(context: ModelContext): Statement[] {
  const { profile } = context;
  return [
    ...(profile.overlapsIterations ? [assign('start_time', 'time')] : []),
    ...(profile.semantics === 'opencl' ? [assign('items', itemsOfElement(context))] : []),
    ...(context.tail ? withTail(context, context.tail) : allOf(context, context.steps)),
  ];
}

const allOf = (context: ModelContext, steps: readonly Step[]): Statement[] =>
  steps.flatMap((step) => statements(context, step));

/** A reduction: when the last group is done, all meet and element 0 combines their results. Its ticks
 * are simply added to the time (Listing 15, lines 30 and 33). */
function withTail(context: ModelContext, tail: readonly Step[]): Statement[] {
  const exact: ModelContext = { ...context, profile: { ...context.profile, extraTicks: 0 } };
  return [
    choose(
      option(
        TAIL_ROUND,
        ...meet(context, 1),
        choose(option(calc('me', '==', 0), ...allOf(exact, tail), SKIP), otherwise()),
      ),
      otherwise(...allOf(context, context.steps), SKIP),
    ),
  ];
}

/** The items of an element. Where elements are folded, 0 stands for those with the most items and 1 for
 * the others. */
function itemsOfElement(context: ModelContext): Expression {
  const group = groupSize(context);
  const most = (of: Expression): Expression => calc(calc(of, '+', 'NP', '-', 1), '/', 'NP');
  return context.folding.elements
    ? conditional(calc('me', '==', 0), most(group), calc(group, '/', 'NP'))
    : most(calc(group, '-', 'me'));
}

const groupSize = (context: ModelContext): Expression => part(context, context.kernel.localSize);

function statements(context: ModelContext, step: Step): Statement[] {
  switch (step.kind) {
    case 'work':
      return step.costs.flatMap((cost, index) => work(context, cost, step.fresh || index > 0));
    case 'tally':
      return tally(context, step);
    case 'barrier':
      return from(
        step.span,
        step.scope === 'local' ? meet(context, step.id) : meetGlobally(context),
      );
    case 'loop': {
      const counter = context.nameOf(step.counter);
      const divided = dependsOnItem(step.trips);
      const limit = divided ? 'agreed' : part(context, step.trips);
      // The trip count is agreed on anew before each iteration: a variable for each nested loop would
      // make every state larger.
      const agree = divided ? agreement(context, part(context, atLeastZero(step.trips))) : [];
      const skip = canSkip(context, step);
      return from(step.span, [
        assign(counter, 0),
        ...agree,
        ...(skip ? [assign(`${counter}_mark`, 'time'), assign(`${counter}_phase`, -1)] : []),
        repeat(
          option(
            calc(counter, '<', limit),
            ...allOf(context, step.body),
            increment(counter),
            ...agree,
            ...(skip ? skipping(context, counter, limit) : []),
          ),
          shortOtherwise(BREAK),
        ),
        assign(counter, 0),
      ]);
    }
    case 'branch': {
      const divided = dependsOnItem(step.condition);
      const condition = whole(context, step.condition);
      return from(step.span, [
        ...(divided ? agreement(context, conditional(condition, 1, 0)) : []),
        choose(
          option(divided ? calc('agreed', '!=', 0) : condition, ...allOf(context, step.then), SKIP),
          otherwise(...allOf(context, step.otherwise), SKIP),
        ),
      ]);
    }
    default:
      return assertUnreachable(step);
  }
}

/** Sets `agreed` to a value that all items of this element must share, for they are about to meet the
 * same barriers; where they do not, the element stays here for ever. */
function agreement(context: ModelContext, shared: Expression): Statement[] {
  const agree = assign('agreed', shared);
  if (context.profile.semantics === 'published') return [closed(agree)];
  const check = { ...wait(calc(shared, '==', 'agreed')), comment: 'otherwise: barrier divergence' };
  return [assign('item', 'me'), agree, ...overItems(context, check), closed(assign('item', 0))];
}

/** A loop over the items of this element. */
const overItems = (context: ModelContext, ...inner: Statement[]): Statement[] => [
  assign('item', 'me'),
  repeat(
    option(
      calc('item', '<', groupSize(context)),
      ...inner,
      assign('item', calc('item', '+', 'NP')),
    ),
    shortOtherwise(BREAK),
  ),
];

const sumOf = (space: Space): string => `${space}_ticks`;

const addTo = (space: Space, ticks: Expression): Statement =>
  assign(sumOf(space), calc(sumOf(space), '+', ticks));

/** Waiting out a phase whose cost is an expression. */
function work(context: ModelContext, { space, ticks, span }: Cost, fresh: boolean): Statement[] {
  const cost = part(context, ticks);
  const out = (all: Value): Statement => waitOut(context, space, all, fresh);
  if (context.profile.semantics === 'published') return from(span, [out(cost)]);
  if (!dependsOnItem(ticks)) return from(span, [out(calc('items', '*', cost))]);
  return from(span, [
    atomic(assign(sumOf(space), 0), ...overItems(context, addTo(space, cost)), assign('item', 0)),
    out(sumOf(space)),
    assign(sumOf(space), 0),
  ]);
}

/** Adding up costs that have no closed form, and waiting them out. */
function tally(context: ModelContext, step: Extract<Step, { kind: 'tally' }>): Statement[] {
  const adding = addUp(context, step.nodes);
  const [first] = step.costs;
  const computing = atomic(
    ...step.costs.map(({ space }) => assign(sumOf(space), 0)),
    ...(context.profile.semantics === 'published'
      ? adding
      : [...overItems(context, ...adding), assign('item', 0)]),
    ...[...new Set(countersIn([step]))].map((index) => assign(context.nameOf(index), 0)),
    SKIP,
  );
  return [
    ...(first ? from(first.span, [computing]) : []),
    ...step.costs.flatMap(({ space, span }, index) =>
      from(span, [
        waitOut(context, space, sumOf(space), step.fresh || index > 0),
        assign(sumOf(space), 0),
      ]),
    ),
  ];
}

const addUp = (context: ModelContext, block: KernelBlock): Statement[] =>
  block.flatMap((node) => from(node.span, addUpNode(context, node)));

function addUpNode(context: ModelContext, node: Node): Statement[] {
  switch (node.kind) {
    case 'work':
      return [...context.profile.statementCost(node)].map(([space, ticks]) =>
        addTo(space, part(context, ticks)),
      );
    case 'loop':
      return count(
        context.nameOf(node.index ?? ''),
        0,
        part(context, node.trips),
        ...addUp(context, node.body),
      );
    case 'branch':
      return [
        choose(
          option(whole(context, node.condition), ...addUp(context, node.then), SKIP),
          otherwise(...addUp(context, node.otherwise), SKIP),
        ),
      ];
    case 'barrier':
    case 'return':
      throw new Error(`a ${node.kind} cannot be added up`);
    default:
      return assertUnreachable(node);
  }
}

/** Waiting out ticks. The beginning and the end are printed when a trail is replayed. */
function waitOut(context: ModelContext, space: Space, ticks: Value, fresh: boolean): Statement {
  const { extraTicks, overlapsIterations } = context.profile;
  const end = calc(overlapsIterations ? 'start_time' : 'time', '+', ticks);
  return atomic(
    ...(fresh && overlapsIterations ? [assign('start_time', 'time')] : []),
    assign('wake', extraTicks > 0 ? calc(end, '+', extraTicks) : end),
    choose(
      option(
        calc('wake', '>', 'time'),
        event(`@work %d ${space} %d %d`, '_pid', 'time', 'wake'),
        ...(context.baton ? SLEEP : [decrement('running'), TICK]),
      ),
      otherwise(),
    ),
    assign('wake', -1),
  );
}

function meet(context: ModelContext, id: number): Statement[] {
  const go = receive('b_pex', 'go', value('me'));
  return [
    ...(context.canDiverge ? [assign('meets', id)] : []),
    send('pex_b', 'done', 'me'),
    context.baton
      ? choose(
          option(go),
          option(receive('b_pex', 'wait', value('me')), HAND_BACK, go, assign('back', 'pex_b')),
        )
      : go,
  ];
}
