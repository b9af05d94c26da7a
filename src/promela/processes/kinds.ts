import { dependsOnItem } from '../../front/algebra.ts';
import type { Expr } from '../../front/expr.ts';
import { expressionsOf, type Node, nodesIn } from '../../kernel/ir.ts';
import { MOST_UNITS } from '../../platform/layout.ts';
import type { ModelContext } from '../context.ts';
import { dependsOnGroup, expressionsIn } from '../folding.ts';
import { MOST_KINDS } from '../limits.ts';
import type { Step } from '../phases.ts';
import * as p from '../syntax/index.ts';

/** Groups are of one kind when everything that mentions the group is equal for their items: they
 * take the same time. The host measures one per kind, from time 0, spreads all over the units
 * without running them, and has the slowest unit's run. Replays are told no measuring; the tables
 * follow from the configuration and are no part of the state. */
export const kindVariables = (): p.Declaration[] => [
  p.declare('long', ['kind_first', 'kind_ticks', 'kind_count'], {
    hidden: true,
    length: MOST_KINDS,
    comment: 'of a kind: its first group, its ticks, how many the slowest unit runs',
  }),
  p.declare('long', 'free_at', {
    hidden: true,
    length: MOST_UNITS,
    comment: 'when each unit is free, as groups are spread',
  }),
];

/** Kinds are measured while groups are spread, the slowest unit's counted, then run. */
const STAGE = { measure: 0, count: 1, perform: 2 } as const;

/** Local variables of the host. */
export const kindLocals = (context: ModelContext): p.Declaration[] => [
  p.declare('byte', 'stage', 'measures kinds, counts groups of the slowest unit, has them run'),
  p.declare('int', 'kinds', 'of groups, so far'),
  p.declare('int', 'kind', 'the one that is looked at'),
  p.declare('int', 'tried', 'kinds that the next group is not of'),
  p.declare('bool', 'strange', 'the next group is of no known kind'),
  p.declare('bool', 'differs'),
  p.declare('int', ['one', 'other'], 'groups that are compared'),
  p.declare('int', 'k', 'a unit'),
  p.declare(
    'int',
    ['slowest', 'low', 'high'],
    'units: the last to finish, the first and last free',
  ),
  p.declare('long', 'more', 'groups of this kind in a row, from the next on'),
  p.declare('long', 'many', 'rounds of them'),
  ...p.only(dependingOnItem(context), p.declare('int', 'item')),
  ...comparedCounters(context).map((counter) => p.declare('long', counter)),
];

const dependingOnItem = ({ steps }: ModelContext): boolean =>
  steps.some((step) => partsOf(step).some(dependsOnGroup) && partsOf(step).some(dependsOnItem));

/** The first group is of no known kind; the clock does not run yet. */
export const beginMeasuring = (context: ModelContext): p.Statement[] => [
  // SPIN lets no loop end right before a step of several statements.
  p.SKIP,
  p.oneStep(...spreadAnew(), p.assign('stage', STAGE.measure), p.assign('kinds', 0), p.SKIP),
  p.event('@measure %d', '_pid'),
  p.send('hst_d', 'go', 0, 0),
  ...(context.baton ? [p.receive('d_hst', 'wait', p.value(0))] : []),
];

/** The host's answer to a group that is done: the next, or `none`. */
export function nextOfKind(context: ModelContext, none: readonly p.Statement[]): p.Statement[] {
  const { repeats } = context.folding;
  const first = p.element('kind_first', 'kind');
  const count = p.element('kind_count', 'kind');
  return [
    p.choose(
      p.option(
        `stage == ${STAGE.measure}`,
        p.oneStep(...noteKind(), ...spread(context), p.assign('time', 0)),
        p.when(p.option('!strange', p.event('@perform %d %d', '_pid', 'kinds'))),
      ),
      p.otherwise(),
    ),
    p.choose(
      p.option('strange', p.send('hst_d', 'go', 'who', 'group')),
      p.otherwise(
        p.oneStep(
          p.loop(p.wait('kind < kinds && count == 0', { count }), p.increment('kind')),
          p.SKIP,
        ),
        p.choose(
          p.option(
            'kind < kinds',
            ...(repeats
              ? [p.assign('rounds', count), p.assignTo('kind_count', 'kind', 0)]
              : [p.assignTo('kind_count', 'kind', 'count - 1', { count })]),
            p.assign('one', first),
            p.send('hst_d', 'go', 'who', 'one'),
          ),
          p.otherwise(...none),
        ),
      ),
    ),
  ];
}

/** A measured kind is looked for first. */
const noteKind = (): p.Statement[] => [
  p.when(p.short(`kinds == ${MOST_KINDS}`, p.call('too_many_kinds'))),
  p.assign('kind', 'kinds'),
  p.assignTo('kind_first', 'kind', 'group'),
  p.assignTo('kind_ticks', 'kind', 'time'),
  p.assignTo('kind_count', 'kind', 0),
  p.increment('kinds'),
  p.assign('tried', 0),
  p.assign('strange', 'false'),
];

/** All groups are to be spread, over units that are free now. */
const spreadAnew = (): p.Statement[] => [
  p.assign('group', 0),
  p.assign('more', 0),
  p.assign('kind', 0),
  p.assign('tried', 0),
  ...p.count(['k', 0, 'workers'], p.assignTo('free_at', 'k', 0)),
];

/** Spreads groups until one is of no known kind; then counts the slowest unit's. */
function spread(context: ModelContext): p.Statement[] {
  const at = (unit: p.Value): p.Expression => p.element('free_at', unit);
  return [
    p.repeat(
      p.option(
        'group < groups && !strange',
        p.assign('differs', 'true'),
        p.when(p.option('group + more < groups', ...compare(context))),
        p.choose(
          p.short('!differs', p.increment('more'), p.assign('tried', 0)),
          p.option('differs && more > 0', ...place()),
          p.otherwise(
            p.increment('kind'),
            p.when(p.short('kind == kinds', p.assign('kind', 0))),
            p.increment('tried'),
            p.when(p.short('tried == kinds', p.assign('strange', 'true'))),
          ),
        ),
      ),
      p.option(
        `group == groups && stage == ${STAGE.measure}`,
        p.assign('slowest', 0),
        ...p.count(
          ['k', 1, 'workers'],
          p.when(
            p.short(
              p.wait('last > before', { last: at('k'), before: at('slowest') }),
              p.assign('slowest', 'k'),
            ),
          ),
        ),
        ...spreadAnew(),
        p.assign('stage', STAGE.count),
      ),
      p.shortOtherwise(p.BREAK),
    ),
    p.when(p.short('!strange', p.assign('stage', STAGE.perform), p.assign('kind', 0))),
  ];
}

const atStage = (stage: number, ...body: p.Statement[]): p.Statement[] => [
  p.when(p.option(`stage == ${stage}`, ...body)),
];

/** Gives groups to the units free first; equally many if all are free before one would be again. */
function place(): p.Statement[] {
  const ticks = p.element('kind_ticks', 'kind');
  const at = (unit: p.Value): p.Expression => p.element('free_at', unit);
  const counted = p.element('kind_count', 'kind');
  const added = (many: string): p.Simple =>
    p.assignTo('kind_count', 'kind', `counted + ${many}`, { counted });
  return [
    p.loop(
      'more > 0',
      p.assign('low', 0),
      p.assign('high', 0),
      ...p.count(
        ['k', 1, 'workers'],
        p.choose(
          p.short(
            p.wait('here < there', { here: at('k'), there: at('low') }),
            p.assign('low', 'k'),
          ),
          p.short(
            p.wait('here > there', { here: at('k'), there: at('high') }),
            p.assign('high', 'k'),
          ),
          p.otherwise(),
        ),
      ),
      p.choose(
        p.option(
          p.wait('more >= workers && last - first <= ticks', {
            last: at('high'),
            first: at('low'),
            ticks,
          }),
          p.assign('many', 'more / workers'),
          ...p.count(
            ['k', 0, 'workers'],
            p.assignTo('free_at', 'k', 'here + many * ticks', { here: at('k'), ticks }),
          ),
          ...atStage(STAGE.count, added('many')),
          p.assign('group', 'group + many * workers'),
          p.assign('more', 'more - many * workers'),
        ),
        p.otherwise(
          p.assignTo('free_at', 'low', 'here + ticks', { here: at('low'), ticks }),
          ...atStage(STAGE.count, p.when(p.short('low == slowest', added('1')))),
          p.increment('group'),
          p.decrement('more'),
        ),
      ),
    ),
  ];
}

/** Sets `differs` where the next group is of another kind. */
function compare(context: ModelContext): p.Statement[] {
  return [
    p.assign('one', 'group + more'),
    p.assign('other', p.element('kind_first', 'kind')),
    p.assign('differs', 'false'),
    ...context.steps.flatMap((step) => {
      if (!partsOf(step).some(dependsOnGroup)) return [];
      const inside = compareStep(context, step);
      // Only what depends on the item is looked at for each.
      if (!partsOf(step).some(dependsOnItem)) return inside;
      const size = p.factor(context.kernel.localSize, context.rename);
      return [
        ...p.count(['item', 0, p.expression('differs ? 0 : size', { size })], ...inside),
        p.assign('item', 0),
      ];
    }),
    ...comparedCounters(context).map((counter) => p.assign(counter, 0)),
  ];
}

const partsOf = (step: Step): readonly Expr[] => expressionsIn([step]);

/** The counters of loops inside of which something depends on the group. */
function comparedCounters(context: ModelContext): string[] {
  const found = new Set<string>();
  const node = (one: Node): void => {
    if (one.kind !== 'loop' || one.index === undefined) return;
    const inside = [...nodesIn(one.body)].flatMap(expressionsOf);
    if (inside.some(dependsOnGroup)) found.add(one.index);
  };
  const visit = (step: Step): void => {
    if (step.kind === 'tally') for (const one of nodesIn(step.nodes)) node(one);
    if (step.kind === 'loop') {
      if (expressionsIn(step.body).some(dependsOnGroup)) found.add(step.counter);
      step.body.forEach(visit);
    }
    if (step.kind === 'branch') [...step.then, ...step.otherwise].forEach(visit);
  };
  context.steps.forEach(visit);
  return [...found].map(context.nameOf);
}

/** Compares two groups in a step, item by item. */
function compareStep(context: ModelContext, step: Step): p.Statement[] {
  if (!partsOf(step).some(dependsOnGroup)) return [];
  const all = (steps: readonly Step[]): p.Statement[] =>
    steps.flatMap((one) => compareStep(context, one));
  switch (step.kind) {
    case 'work':
      return step.costs.flatMap(({ ticks }) => unequal(context, ticks));
    case 'tally':
      return step.nodes.flatMap((node) => compareNode(context, node));
    case 'loop':
      return compareLoop(context, step.trips, step.counter, all(step.body));
    case 'branch':
      return compareBranch(context, step.condition, all(step.then), all(step.otherwise));
    case 'barrier':
      return [];
  }
}

function compareNode(context: ModelContext, node: Node): p.Statement[] {
  const all = (nodes: readonly Node[]): p.Statement[] =>
    nodes.flatMap((one) => compareNode(context, one));
  switch (node.kind) {
    case 'work':
      return [...context.semantics.statementCost(node).values()].flatMap((ticks) =>
        unequal(context, ticks),
      );
    case 'loop':
      return compareLoop(context, node.trips, node.index ?? '', all(node.body));
    case 'branch':
      return compareBranch(context, node.condition, all(node.then), all(node.otherwise));
    case 'barrier':
    case 'return':
      return [];
  }
}

const compareLoop = (
  context: ModelContext,
  trips: Expr,
  counter: string,
  body: readonly p.Statement[],
): p.Statement[] => [
  ...unequal(context, trips),
  ...(body.length === 0
    ? []
    : p.count(
        [
          context.nameOf(counter),
          0,
          p.expression('differs ? 0 : trips', { trips: of(context, trips, 'one') }),
        ],
        ...body,
      )),
];

function compareBranch(
  context: ModelContext,
  condition: Expr,
  then: readonly p.Statement[],
  otherwise: readonly p.Statement[],
): p.Statement[] {
  const truth = (group: 'one' | 'other'): p.Expression =>
    p.expression('condition ? 1 : 0', { condition: of(context, condition, group) });
  return [
    ...(dependsOnGroup(condition) ? [unless(truth('one'), truth('other'))] : []),
    ...(then.length + otherwise.length === 0
      ? []
      : [
          p.choose(
            p.option(p.wait(of(context, condition, 'one')), ...then, p.SKIP),
            p.otherwise(...otherwise, p.SKIP),
          ),
        ]),
  ];
}

const unequal = (context: ModelContext, expr: Expr): p.Statement[] =>
  dependsOnGroup(expr) ? [unless(of(context, expr, 'one'), of(context, expr, 'other'))] : [];

/** Notes that two values differ. */
const unless = (one: p.Expression, other: p.Expression): p.Statement =>
  p.when(
    p.short(
      p.wait('!differs && here != there', {
        here: p.parentheses(one),
        there: p.parentheses(other),
      }),
      p.assign('differs', 'true'),
    ),
  );

/** An expression of the kernel as one of the two groups sees it. */
function of(context: ModelContext, expr: Expr, group: 'one' | 'other'): p.Expression {
  const { kernel, rename } = context;
  return p.factor(expr, (name) => {
    if (name === 'group') return p.expression(group);
    if (name !== 'gid') return rename(name);
    const size = p.factor(kernel.localSize, rename);
    return p.parentheses(p.expression('which * size + item', { which: group, size }));
  });
}
