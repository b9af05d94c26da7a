import type { Fix } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { binary, conditional, dependsOnItem, not, sizeOf, MAX_NODES } from '../front/algebra.ts';
import type { Context } from './context.ts';
import type { Assumption } from '../front/pragma.ts';
import { name, num, type Expr } from '../front/expr.ts';
import { truthOf } from './integers.ts';
import { type Access, type Block, contains, type Node } from './ir.ts';
import { join, type Origin, type State, type Value } from './values.ts';

/** `dead` when the work-item has returned. */
export type Ending = 'alive' | 'dead';

interface Side {
  readonly nodes: Node[];
  readonly state: State;
  readonly ending: Ending;
}

/** Where a decision is, and the head of it. */
export interface Spans {
  readonly span: Span;
  readonly head: Span;
}

/** Lowers a decision; pending accesses belong to its condition.
 * A derived condition becomes a `Branch`. A priced function without a body becomes `lid % 2`: items
 * take turns, as in the published model. Data and unknown arguments take the dearer side, or both
 * where the IR cannot tell. A taken side of one statement joins the condition's `Work`. An `assume`
 * pragma goes first. */
export function branch(
  context: Context,
  given: Value,
  spans: Spans,
  then: () => Ending,
  otherwise: () => Ending,
  assumption?: Assumption,
): Ending {
  if (assumption === 'taken') return then();
  if (assumption === 'not taken') return otherwise();
  const alike = assumption === 'uniform';
  const condition = given.kind === 'int' ? truthOf(context, given, spans.head) : given;
  if (condition.kind === 'pointer') return then();
  doubted(context, condition);
  if (condition.kind === 'int' && condition.expr.kind === 'number')
    return condition.expr.value !== 0 ? then() : otherwise();
  const origin = condition.kind === 'unknown' ? condition.origin : undefined;
  const unknown = origin?.kind === 'call' && !alike ? undefined : origin;
  const conditionAccesses = unknown === undefined ? [] : context.pending();
  context.flush(spans.head);
  const before = context.state;
  // An unknown argument is the same for all items, so races can still be checked.
  const hidden = origin !== undefined && origin.kind !== 'argument' && !alike;
  const run = (work: () => Ending, guard?: Expr): Side => {
    context.state = new Map(before);
    const { guards } = context.bounds;
    if (guard !== undefined) context.bounds.guards = [...guards, guard];
    let ending: Ending = 'alive';
    if (hidden) context.assumed += 1;
    const nodes = context.capture(spans.span, () => {
      ending = work();
    });
    if (hidden) context.assumed -= 1;
    context.bounds.guards = guards;
    return { nodes, state: context.state, ending };
  };
  const holds = condition.kind === 'int' ? condition.expr : undefined;
  const sides = [run(then, holds), run(otherwise, holds && not(holds))] as const;
  // Those after an early return did not take the other side.
  const [first, second] = sides;
  if (holds !== undefined && first.ending !== second.ending) {
    const rest = first.ending === 'dead' ? not(holds) : holds;
    context.bounds.guards = [...context.bounds.guards, rest];
  }
  context.state = joinStates(before, sides, condition);
  if (unknown !== undefined)
    return decide(context, conditionAccesses, unknown, sides, spans, alike);
  const ending = sides.every((side) => side.ending === 'dead') ? 'dead' : 'alive';
  if (sides.every(({ nodes }) => nodes.length === 0)) return ending;
  if (origin?.kind === 'call') assume(context, origin.name, spans.head);
  const expr = condition.kind === 'int' ? condition.expr : binary('%', name('lid'), num(2));
  context.push(branchOf(expr, sides, spans.head));
  return ending;
}

/** Warns where a decision hangs on a doubtful value. */
export function doubted(context: Context, value: Value): void {
  const doubt =
    value.kind === 'int'
      ? value.doubt
      : value.kind === 'unknown' && value.origin.kind === 'wrap'
        ? value.origin
        : undefined;
  if (doubt !== undefined) context.mayWrap(doubt.span, doubt.type);
}

const branchOf = (condition: Expr, sides: readonly [Side, Side], span: Span): Node => ({
  kind: 'branch',
  condition,
  uniform: !dependsOnItem(condition),
  then: sides[0].nodes,
  otherwise: sides[1].nodes,
  span,
});

function assume(context: Context, callee: string, span: Span): void {
  context.reports.info(
    'assumed-branch',
    span,
    `What ${callee} returns is not known; ${context.words.item}s are taken to alternate (odd ones take the first side), as in the published model.`,
    `Say otherwise with #pragma tuner value ${callee} = EXPRESSION, for example lid < 4.`,
  );
}

function joinStates(before: State, sides: readonly [Side, Side], condition: Value): State {
  const [a, b] = sides;
  if (a.ending === 'dead') return b.state;
  if (b.ending === 'dead') return a.state;
  const joined: State = new Map();
  for (const variable of before.keys()) {
    const left = a.state.get(variable);
    const right = b.state.get(variable);
    if (left !== undefined && right !== undefined)
      joined.set(variable, join(left, right, condition));
  }
  return joined;
}

/** The reason no condition is derived, and the pragma that would help. */
export function explain(origin: Origin): { reason: string; hint?: string; fixes?: readonly Fix[] } {
  switch (origin.kind) {
    case 'data':
      return { reason: `it depends on ${origin.what}` };
    case 'argument':
      return {
        reason: `the value of the argument ${origin.name} is not known`,
        hint: `Say what it is: #pragma tuner value ${origin.name} = size`,
        fixes: [
          { line: `#pragma tuner value ${origin.name} = size`, where: 'top', name: origin.name },
        ],
      };
    case 'wrap':
      return { reason: `arithmetic in ${origin.type} that it depends on may wrap around` };
    case 'loop':
      return { reason: `${origin.name} changes in a loop in a way that is not followed` };
    case 'call':
      return {
        reason: `what ${origin.name} returns is not known`,
        hint: `Say what it is: #pragma tuner value ${origin.name} = EXPRESSION`,
        fixes: [
          { line: `#pragma tuner value ${origin.name} = 1`, where: 'top', name: origin.name },
        ],
      };
  }
}

/** Takes the dearer side, as nothing can be derived. */
function decide(
  context: Context,
  conditionAccesses: readonly Access[],
  origin: Origin,
  sides: readonly [Side, Side],
  spans: Spans,
  alike: boolean,
): Ending {
  const [then, otherwise] = sides;
  const { reason, hint, fixes } = explain(origin);
  const withBarrier = [then, otherwise].some((side) => contains(side.nodes, 'barrier'));
  const taken = choose(sides);
  if (then.ending !== otherwise.ending && origin.kind !== 'argument' && !alike) context.doubt();
  const single = taken.nodes.length === 1 ? taken.nodes[0] : undefined;
  if (single?.kind === 'work') {
    const accesses = [...conditionAccesses, ...single.accesses];
    context.append([{ kind: 'work', accesses, span: spans.span }]);
  } else {
    if (conditionAccesses.length > 0)
      context.append([{ kind: 'work', accesses: conditionAccesses, span: spans.head }]);
    context.append(taken.nodes);
  }
  const { item, group } = context.words;
  if (withBarrier && !alike)
    context.reports.error(
      'data-dependent-barrier',
      spans.head,
      `There is a barrier under this condition, and who reaches it is not known: ${reason}.`,
      hint ??
        `Move the barrier out of the branch, or, where all ${item}s of a ${group} decide alike, say so in the line before: #pragma tuner assume uniform`,
      fixes ?? [{ line: '#pragma tuner assume uniform', where: 'before' }],
    );
  else if (then.nodes.length > 0 || otherwise.nodes.length > 0)
    context.reports.info(
      'assumed-branch',
      spans.head,
      `This condition is not derived (${reason}); every ${context.words.item} is taken to pay for ${taken.what}.`,
      hint,
      fixes,
    );
  return taken.ending;
}

function choose(sides: readonly [Side, Side]): Side & { readonly what: string } {
  const [then, otherwise] = sides;
  const first = { ...then, what: 'the first side' };
  const second = { ...otherwise, what: 'the other side' };
  // Going on is dearer than returning.
  if (then.ending !== otherwise.ending) return then.ending === 'dead' ? second : first;
  if (otherwise.nodes.length === 0) return first;
  if (then.nodes.length === 0) return second;
  const a = costOf(then.nodes);
  const b = costOf(otherwise.nodes);
  const both = { ...first, nodes: [...then.nodes, ...otherwise.nodes], what: 'both sides' };
  if (a === undefined || b === undefined) return both;
  const dearer = binary('>=', a, b);
  if (dearer.kind === 'number') return dearer.value !== 0 ? first : second;
  if (sizeOf(dearer) > MAX_NODES) return both;
  const span = then.nodes[0]?.span ?? { start: 0, end: 0 };
  return { ...first, nodes: [branchOf(dearer, sides, span)], what: 'the dearer side' };
}

/** Ticks of all accesses; undefined where that is no expression. */
function costOf(block: Block): Expr | undefined {
  let total: Expr = num(0);
  for (const node of block) {
    const cost = costOfNode(node);
    if (cost === undefined) return undefined;
    total = binary('+', total, cost);
  }
  return total;
}

function costOfNode(node: Node): Expr | undefined {
  switch (node.kind) {
    case 'work':
      return node.accesses.reduce<Expr>((sum, { ticks }) => binary('+', sum, ticks), num(0));
    case 'loop': {
      const body = node.index === undefined ? costOf(node.body) : undefined;
      return body === undefined ? undefined : binary('*', binary('max', node.trips, num(0)), body);
    }
    case 'branch': {
      const then = costOf(node.then);
      const otherwise = costOf(node.otherwise);
      return then === undefined || otherwise === undefined
        ? undefined
        : conditional(node.condition, then, otherwise);
    }
    case 'barrier':
      return name('BT');
    case 'return':
      return undefined;
  }
}
