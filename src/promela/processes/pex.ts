import { dependsOnItem } from '../../front/algebra.ts';
import type { Block as KernelBlock, Node, Space } from '../../kernel/ir.ts';
import { type ModelContext, part, TAIL_ROUND, whole } from '../context.ts';
import { atLeastZero, type Cost, countersIn, loopsIn, type Step, stepsIn } from '../phases.ts';
import { HAND_BACK, process, SLEEP, STOPPED, TICK, wakeOf } from './body.ts';
import { meetGlobally } from './global-barrier.ts';
import { canSkip, skipping } from './skipping.ts';
import {
  addUpWarps,
  isMasked,
  overLanes,
  overWarps,
  warpsOfScheduler,
  warpVariables,
  groupSize,
} from './warps.ts';
import * as p from '../syntax/index.ts';

/** A processing element (Listing 8) waits out the kernel's phases and meets its group at barriers.
 * In OpenCL semantics it runs the items me, me + NP, ... between barriers. */
export function pex(context: ModelContext): p.Process {
  const { baton, usesGroup } = context;
  const me = p.value('me');
  const go = p.receive('u_pex', 'go', me, ...p.only(usesGroup, 'group'));
  const ignored = usesGroup ? ['_'] : [];
  const done = p.send('pex_u', 'done', 'me');
  const stop = p.short(p.receive('u_pex', 'stop', me, ...ignored), p.BREAK);
  return process(context, 'pex', {
    parameters: [
      p.declare('byte', 'me'),
      ...p.variables('chan', 'pex_b', 'b_pex', 'pex_u', 'u_pex'),
    ],
    locals: variables(context),
    body: [
      p.repeat(
        baton
          ? p.option(
              go,
              p.assign('back', 'pex_u'),
              p.label('pass'),
              ...body(context),
              done,
              p.choose(
                p.short(go, p.goto('pass')),
                p.short(p.receive('u_pex', 'wait', me, ...ignored), HAND_BACK),
                stop,
              ),
            )
          : p.option(go, ...body(context), done),
        stop,
      ),
      ...p.only(baton, p.send('pex_u', 'wait', 'me')),
      STOPPED,
    ],
  });
}

function variables(context: ModelContext): p.Declaration[] {
  const { overlapsIterations, runsItems, runsWarps } = context.semantics;
  const steps = [...context.steps, ...(context.tail ?? [])];
  // Costs that are added up item by item.
  const summed = [...stepsIn(steps)].flatMap((step) => {
    if (step.kind === 'tally') return step.costs;
    return step.kind === 'work' && runsItems
      ? step.costs.filter(({ ticks }) => dependsOnItem(ticks))
      : [];
  });
  return [
    ...p.only(overlapsIterations, p.declare('long', 'start_time')),
    wakeOf('the tick this element'),
    ...p.only(
      context.baton,
      p.declare('chan', 'back', 'who handed over the baton, and gets it back'),
    ),
    ...p.only(context.usesGroup, p.declare('int', 'group')),
    ...(runsWarps ? warpVariables(context, steps) : []),
    ...p.only(
      runsItems && !runsWarps,
      p.declare('int', 'items', 'work-items of this element in a group'),
      p.declare('int', 'item'),
    ),
    ...p.only(
      context.canDiverge,
      p.declare('byte', 'meets', 'the barrier this element waits at'),
      p.declare('long', 'agreed'),
    ),
    ...[...new Set(summed.map(({ space }) => sumOf(space)))].map((sum) => p.declare('long', sum)),
    ...[...new Set(countersIn(steps))].map((counter) => p.declare('long', context.nameOf(counter))),
    ...loopsIn(context.steps)
      .filter((loop) => canSkip(context, loop))
      .map(({ counter }) => context.nameOf(counter))
      .map((counter) => p.declare('long', [`${counter}_mark`, `${counter}_phase`])),
  ];
}

function body(context: ModelContext): p.Statement[] {
  const { overlapsIterations, runsItems, runsWarps } = context.semantics;
  return [
    ...p.only(overlapsIterations, p.assign('start_time', 'time')),
    ...p.only(runsWarps, p.assign('warps', warpsOfScheduler(context))),
    ...p.only(runsItems && !runsWarps, p.assign('items', itemsOfElement(context))),
    ...(context.tail ? withTail(context, context.tail) : allOf(context, context.steps)),
  ];
}

const allOf = (context: ModelContext, steps: readonly Step[]): p.Statement[] =>
  steps.flatMap((step) => statements(context, step));

/** A reduction: after the last group all meet and element 0 combines, in ticks simply added (Listing
 * 15, lines 30 and 33). */
function withTail(context: ModelContext, tail: readonly Step[]): p.Statement[] {
  const exact: ModelContext = { ...context, semantics: { ...context.semantics, extraTicks: 0 } };
  return [
    p.choose(
      p.option(
        TAIL_ROUND,
        ...meet(context, 1),
        p.when(p.option('me == 0', ...allOf(exact, tail), p.SKIP)),
      ),
      p.otherwise(...allOf(context, context.steps), p.SKIP),
    ),
  ];
}

/** Folded, 0 stands for elements with most items, 1 for the others. */
function itemsOfElement(context: ModelContext): p.Expression {
  const group = groupSize(context);
  return context.folding.elements
    ? p.expression('me == 0 ? (group + NP - 1) / NP : group / NP', { group })
    : p.expression('(group - me + NP - 1) / NP', { group });
}

function statements(context: ModelContext, step: Step): p.Statement[] {
  switch (step.kind) {
    case 'work':
      return step.costs.flatMap((cost, index) => work(context, cost, step.fresh || index > 0));
    case 'tally':
      return tally(context, step);
    case 'barrier':
      return p.from(
        step.span,
        step.scope === 'local' ? meet(context, step.id) : meetGlobally(context),
      );
    case 'loop': {
      const counter = context.nameOf(step.counter);
      const divided = dependsOnItem(step.trips);
      const limit = divided ? 'agreed' : part(context, step.trips);
      // Agreed before each iteration: a variable per nested loop would enlarge the state.
      const agree = divided ? agreement(context, part(context, atLeastZero(step.trips))) : [];
      const skip = canSkip(context, step);
      return p.from(step.span, [
        p.assign(counter, 0),
        ...agree,
        ...p.only(skip, p.assign(`${counter}_mark`, 'time'), p.assign(`${counter}_phase`, -1)),
        p.loop(
          p.wait('counter < limit', { counter, limit }),
          ...allOf(context, step.body),
          p.increment(counter),
          ...agree,
          ...(skip ? skipping(context, counter, limit) : []),
        ),
        p.assign(counter, 0),
      ]);
    }
    case 'branch': {
      const divided = dependsOnItem(step.condition);
      const condition = whole(context, step.condition);
      return p.from(step.span, [
        ...(divided ? agreement(context, p.expression('condition ? 1 : 0', { condition })) : []),
        p.choose(
          p.option(
            divided ? 'agreed != 0' : p.wait(condition),
            ...allOf(context, step.then),
            p.SKIP,
          ),
          p.otherwise(...allOf(context, step.otherwise), p.SKIP),
        ),
      ]);
    }
  }
}

/** Sets `agreed`, which all items must share before a barrier; an element whose items disagree stays
 * here for ever. */
function agreement(context: ModelContext, shared: p.Expression): p.Statement[] {
  const agree = p.assign('agreed', shared);
  if (!context.semantics.runsItems) return [agree];
  const check = p.remark('otherwise: barrier divergence', p.wait('shared == agreed', { shared }));
  const first = context.semantics.runsWarps ? 'me * WR' : 'me';
  return [p.assign('item', first), agree, ...overItems(context, check), p.assign('item', 0)];
}

/** A loop over the items of this element. */
function overItems(context: ModelContext, ...inner: p.Statement[]): p.Statement[] {
  if (context.semantics.runsWarps) return overWarps(context, ...overLanes(context, ...inner));
  return [
    p.assign('item', 'me'),
    p.loop(
      p.wait('item < size', { size: groupSize(context) }),
      ...inner,
      p.assign('item', 'item + NP'),
    ),
  ];
}

const sumOf = (space: Space): string => `${space}_ticks`;

const addTo = (space: Space, ticks: p.Expression): p.Statement =>
  p.assign(sumOf(space), `${sumOf(space)} + ticks`, { ticks });

/** Waiting out a phase whose cost is an expression. */
function work(context: ModelContext, { space, ticks, span }: Cost, fresh: boolean): p.Statement[] {
  const cost = part(context, ticks);
  const out = (all: p.Value): p.Statement => waitOut(context, space, all, fresh);
  if (!context.semantics.runsItems) return p.from(span, [out(cost)]);
  if (context.semantics.runsWarps)
    return p.from(span, [out(p.expression('warps * cost', { cost }))]);
  if (!dependsOnItem(ticks)) return p.from(span, [out(p.expression('items * cost', { cost }))]);
  return p.from(span, [
    ...computing(
      context,
      p.assign(sumOf(space), 0),
      ...overItems(context, addTo(space, cost)),
      p.assign('item', 0),
    ),
    out(sumOf(space)),
    p.assign(sumOf(space), 0),
  ]);
}

/** One step with the baton: a verifier keeps a state per step, and elements may have many items. */
const computing = (context: ModelContext, ...body: p.Statement[]): readonly p.Statement[] =>
  // SPIN lets no loop end right before a step of several statements.
  context.baton ? [p.SKIP, p.oneStep(...body)] : [p.atomic(...body)];

/** Adding up costs that have no closed form, and waiting them out. */
function tally(context: ModelContext, step: Extract<Step, { kind: 'tally' }>): p.Statement[] {
  const [first] = step.costs;
  const sums = computing(
    context,
    ...step.costs.map(({ space }) => p.assign(sumOf(space), 0)),
    ...addUpAll(context, step),
    ...[...new Set(countersIn([step]))].map((index) => p.assign(context.nameOf(index), 0)),
    p.SKIP,
  );
  return [
    ...(first ? p.from(first.span, sums) : []),
    ...step.costs.flatMap(({ space, span }, index) =>
      p.from(span, [
        waitOut(context, space, sumOf(space), step.fresh || index > 0),
        p.assign(sumOf(space), 0),
      ]),
    ),
  ];
}

/** Adding up what all items of this element cost. */
function addUpAll(context: ModelContext, step: Extract<Step, { kind: 'tally' }>): p.Statement[] {
  const { runsItems, runsWarps } = context.semantics;
  if (isMasked(context, step)) return addUpWarps(context, step);
  const adding = addUp(context, step.nodes);
  if (!runsItems) return adding;
  if (!runsWarps) return [...overItems(context, ...adding), p.assign('item', 0)];
  // All lanes of all warps do the same.
  const times = (sum: string): p.Statement => p.assign(sum, `warps * ${sum}`);
  return [...adding, ...step.costs.map(({ space }) => times(sumOf(space)))];
}

const addUp = (context: ModelContext, block: KernelBlock): p.Statement[] =>
  block.flatMap((node) => p.from(node.span, addUpNode(context, node)));

function addUpNode(context: ModelContext, node: Node): p.Statement[] {
  switch (node.kind) {
    case 'work':
      return [...context.semantics.statementCost(node)].map(([space, ticks]) =>
        addTo(space, part(context, ticks)),
      );
    case 'loop':
      return p.count(
        [context.nameOf(node.index ?? ''), 0, part(context, node.trips)],
        ...addUp(context, node.body),
      );
    case 'branch':
      return [
        p.choose(
          p.option(p.wait(whole(context, node.condition)), ...addUp(context, node.then), p.SKIP),
          p.otherwise(...addUp(context, node.otherwise), p.SKIP),
        ),
      ];
    case 'barrier':
    case 'return':
      throw new Error(`a ${node.kind} cannot be added up`);
  }
}

/** Waits out ticks, and tells a replay their beginning and end. */
function waitOut(context: ModelContext, space: Space, ticks: p.Value, fresh: boolean): p.Statement {
  const { extraTicks, overlapsIterations } = context.semantics;
  const start = overlapsIterations ? 'start_time' : 'time';
  const extra = extraTicks > 0 ? ` + ${extraTicks}` : '';
  return p.atomic(
    ...p.only(fresh && overlapsIterations, p.assign('start_time', 'time')),
    p.assign('wake', `${start} + ticks${extra}`, { ticks }),
    p.when(
      p.option(
        'wake > time',
        p.event(`@work %d ${space} %d %d`, '_pid', 'time', 'wake'),
        ...(context.baton ? SLEEP : [p.decrement('running'), TICK]),
      ),
    ),
    p.assign('wake', -1),
  );
}

function meet(context: ModelContext, id: number): p.Statement[] {
  const go = p.receive('b_pex', 'go', p.value('me'));
  return [
    ...p.only(context.canDiverge, p.assign('meets', id)),
    p.send('pex_b', 'done', 'me'),
    context.baton
      ? p.choose(
          p.option(go),
          p.option(
            p.receive('b_pex', 'wait', p.value('me')),
            HAND_BACK,
            go,
            p.assign('back', 'pex_b'),
          ),
        )
      : go,
  ];
}
