import { dependsOnItem, mentions, not, binary } from '../../front/algebra.ts';
import { type Expr, name } from '../../front/expr.ts';
import type { Block as KernelBlock, Node, Space, Work } from '../../kernel/ir.ts';
import { type ModelContext, part, whole } from '../context.ts';
import { expressionsIn } from '../folding.ts';
import { closedForm, spacesOf, type Step, stepsIn } from '../phases.ts';
import * as p from '../syntax/index.ts';

/** Schedulers of warps. Item `item` is a lane of warp `item / WR`, run by scheduler `warp % NS`. No
 * variable masks lanes: conditions and trip counts on its path say whether one takes part, and
 * loops over a warp's lanes find the longest. */

/** Warps of a group. */
const WARPS = '(size + WR - 1) / WR';

export const groupSize = (context: ModelContext): p.Expression =>
  part(context, context.kernel.localSize);

/** Folded, 0 stands for schedulers with most warps, 1 for the others. */
export const warpsOfScheduler = (context: ModelContext): p.Expression =>
  p.expression(
    context.folding.elements
      ? `me == 0 ? (${WARPS} + NS - 1) / NS : (${WARPS}) / NS`
      : `(${WARPS} - me + NS - 1) / NS`,
    { size: groupSize(context) },
  );

/** Its cost must be looked at lane by lane. */
export const isMasked = (context: ModelContext, step: Step): boolean =>
  context.semantics.runsWarps && step.kind === 'tally' && expressionsIn([step]).some(dependsOnItem);

export const lanesOf = (space: Space): string => `${space}_lanes`;

/** The variables of a scheduler. */
export function warpVariables(context: ModelContext, steps: readonly Step[]): p.Declaration[] {
  const masked = [...stepsIn(steps)].filter((step) => isMasked(context, step));
  const spaces = new Set(
    masked.flatMap((step) => (step.kind === 'tally' ? step.costs.map(({ space }) => space) : [])),
  );
  const depth = Math.max(
    0,
    ...masked.map((step) => (step.kind === 'tally' ? depthOf(step.nodes) : 0)),
  );
  return [
    p.declare('int', 'warps', 'of this scheduler in a group'),
    p.declare('int', 'warp', 'the one that is looked at'),
    p.declare('int', 'item'),
    ...p.only(
      masked.length > 0,
      p.declare('int', 'lanes', 'of the warp; behind it, those that go the way at hand'),
      ...Array.from({ length: depth }, (_, at) => p.declare('int', lanesAt(at + 1))),
      p.declare('long', ['lane_ticks', 'dearest', 'together']),
    ),
    ...[...spaces].map((space) =>
      p.declare('long', lanesOf(space), 'ticks of all lanes that take part'),
    ),
  ];
}

const depthOf = (block: KernelBlock): number =>
  Math.max(
    0,
    ...block.map((node) => {
      if (node.kind === 'loop') return Number(dependsOnItem(node.trips)) + depthOf(node.body);
      if (node.kind !== 'branch') return 0;
      const inside = Math.max(depthOf(node.then), depthOf(node.otherwise));
      return Number(dependsOnItem(node.condition)) + inside;
    }),
  );

const lanesAt = (depth: number): string => (depth === 0 ? 'lanes' : `lanes_${depth}`);

/** A loop over the warps of this scheduler. */
export const overWarps = (context: ModelContext, ...inner: p.Statement[]): p.Statement[] => [
  p.assign('warp', 'me'),
  p.loop(
    p.wait(`warp < ${WARPS}`, { size: groupSize(context) }),
    ...inner,
    p.assign('warp', 'warp + NS'),
  ),
  p.assign('warp', 0),
];

/** A loop over the lanes of the warp. */
export const overLanes = (context: ModelContext, ...inner: p.Statement[]): p.Statement[] => [
  p.assign('item', 'warp * WR'),
  p.loop(
    p.wait('item < size && item < (warp + 1) * WR', { size: groupSize(context) }),
    ...inner,
    p.increment('item'),
  ),
];

/** Adds up all warps where lanes part, and tells a replay each warp's sums. */
export function addUpWarps(
  context: ModelContext,
  step: Extract<Step, { kind: 'tally' }>,
): p.Statement[] {
  const spaces = step.costs.map(({ space }) => space);
  const none = spaces.map((space) => p.assign(lanesOf(space), 0));
  const inner = spaces.length === 0 ? [] : addUp(context, step.nodes, { path: [], depth: 0 });
  return [
    ...none,
    ...overWarps(
      context,
      p.assign('lanes', 'min(size - warp * WR, WR)', { size: groupSize(context) }),
      ...inner,
      ...spaces.map((space) =>
        p.event(`@lanes %d ${space} %d %d %d`, '_pid', 'warp', `${space}_ticks`, lanesOf(space)),
      ),
    ),
    ...none,
    ...['item', 'lanes', 'lane_ticks', 'dearest', 'together'].map((one) => p.assign(one, 0)),
    ...Array.from({ length: depthOf(step.nodes) }, (_, at) => p.assign(lanesAt(at + 1), 0)),
  ];
}

/** A place in the kernel, to which some lane of the warp comes. */
interface Place {
  /** Conditions of just the lanes that come here. */
  readonly path: readonly Expr[];
  /** Times the lanes were divided before. */
  readonly depth: number;
}

const addUp = (context: ModelContext, block: KernelBlock, place: Place): p.Statement[] =>
  block.flatMap((node) => p.from(node.span, addUpNode(context, node, place)));

function addUpNode(context: ModelContext, node: Node, place: Place): p.Statement[] {
  if (spacesOf([node], context.semantics).length === 0) return [];
  // All lanes that come here do the same.
  const alike = closedForm([node], context.semantics);
  if (alike) return alike.flatMap(({ space, ticks }) => pay(place, space, part(context, ticks)));
  switch (node.kind) {
    case 'work':
      return access(context, node, place);
    case 'branch':
      return dependsOnItem(node.condition)
        ? divide(context, node, place)
        : [
            p.choose(
              p.option(
                p.wait(whole(context, node.condition)),
                ...addUp(context, node.then, place),
                p.SKIP,
              ),
              p.otherwise(...addUp(context, node.otherwise, place), p.SKIP),
            ),
          ];
    case 'loop':
      return dependsOnItem(node.trips)
        ? loopApart(context, node, place)
        : p.count(
            [context.nameOf(node.index ?? ''), 0, part(context, node.trips)],
            ...addUp(context, node.body, place),
          );
    case 'barrier':
    case 'return':
      throw new Error(`a ${node.kind} cannot be added up`);
  }
}

/** Lanes take as long as the dearest; `all` is their sum where they differ. */
function pay({ depth }: Place, space: Space, ticks: p.Value, all?: p.Value): p.Statement[] {
  const [sum, lanes] = [`${space}_ticks`, lanesOf(space)];
  return [
    p.assign(sum, `${sum} + ticks`, { ticks }),
    p.assign(lanes, `${lanes} + all`, {
      all: all ?? p.expression('lanes * ticks', { lanes: lanesAt(depth), ticks }),
    }),
  ];
}

/** A loop over the lanes that come to a place. */
const overPath = (
  context: ModelContext,
  path: readonly Expr[],
  ...inner: p.Statement[]
): p.Statement[] =>
  path.length === 0
    ? overLanes(context, ...inner)
    : overLanes(
        context,
        p.when(p.option(p.wait(p.all(path.map((one) => part(context, one)))), ...inner)),
      );

/** Counts the lanes that go on along a longer path. */
const countLanes = (context: ModelContext, path: readonly Expr[], into: string): p.Statement[] => [
  p.assign(into, 0),
  ...overPath(context, path, p.increment(into)),
];

/** Each access takes as long as for the dearest lane. */
function access(context: ModelContext, node: Work, place: Place): p.Statement[] {
  return node.accesses.flatMap((one) =>
    [...context.semantics.statementCost({ ...node, accesses: [one] })].flatMap(
      ([space, cost]): p.Statement[] => {
        const ticks = part(context, cost);
        if (!dependsOnItem(cost)) return pay(place, space, ticks);
        return [
          p.assign('dearest', 0),
          ...overPath(
            context,
            place.path,
            p.assign('lane_ticks', ticks),
            p.when(p.short('lane_ticks > dearest', p.assign('dearest', 'lane_ticks'))),
          ),
          ...pay(place, space, 'dearest'),
        ];
      },
    ),
  );
}

/** Each side that some lane takes is run. */
function divide(
  context: ModelContext,
  { condition, then, otherwise }: Extract<Node, { kind: 'branch' }>,
  { path, depth }: Place,
): p.Statement[] {
  const lanes = lanesAt(depth + 1);
  const side = (block: KernelBlock, holds: Expr): p.Statement[] =>
    spacesOf(block, context.semantics).length === 0
      ? []
      : [
          p.when(
            p.option(
              p.wait('lanes > 0', { lanes }),
              ...addUp(context, block, { path: [...path, holds], depth: depth + 1 }),
              p.SKIP,
            ),
          ),
        ];
  return [
    ...countLanes(context, [...path, condition], lanes),
    ...side(then, condition),
    p.assign(lanes, 'before - lanes', { before: lanesAt(depth), lanes }),
    ...side(otherwise, not(condition)),
  ];
}

/** Run for as long as some lane runs it. */
function loopApart(
  context: ModelContext,
  { trips, index = '', body }: Extract<Node, { kind: 'loop' }>,
  { path, depth }: Place,
): p.Statement[] {
  const costs = closedForm(body, context.semantics);
  if (costs?.some(({ ticks }) => mentions(ticks, index)) === false) {
    const times = part(context, trips);
    return [
      p.assign('dearest', 0),
      p.assign('together', 0),
      ...overPath(
        context,
        path,
        p.assign('lane_ticks', times),
        p.when(p.short('lane_ticks > 0', p.assign('together', 'together + lane_ticks'))),
        p.when(p.short('lane_ticks > dearest', p.assign('dearest', 'lane_ticks'))),
      ),
      p.when(
        p.option(
          'dearest > 0',
          ...costs.flatMap(({ space, ticks }) => {
            const cost = part(context, ticks);
            const times = (count: string) => p.expression(`${count} * cost`, { cost });
            return pay({ path, depth }, space, times('dearest'), times('together'));
          }),
        ),
      ),
    ];
  }
  const [counter, lanes] = [context.nameOf(index), lanesAt(depth + 1)];
  const inside = [...path, binary('<', name(index), trips)];
  const count = countLanes(context, inside, lanes);
  return [
    p.assign(counter, 0),
    ...count,
    p.loop(
      p.wait('lanes > 0', { lanes }),
      ...addUp(context, body, { path: inside, depth: depth + 1 }),
      p.increment(counter),
      ...count,
    ),
    p.assign(counter, 0),
  ];
}
