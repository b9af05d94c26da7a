import type { Span } from '../base/span.ts';
import { binary, conditional, dependsOnItem, sizeOf, MAX_NODES } from './algebra.ts';
import type { Context } from './context.ts';
import { name, num, type Expr } from './expr.ts';
import { type Block, contains, type Node } from './ir.ts';
import { join, type Origin, type State, type Value } from './values.ts';

/** What is left after some statements: `dead` when the work-item has returned. */
export type Ending = 'alive' | 'dead';

interface Side {
  readonly nodes: Node[];
  readonly state: State;
  readonly ending: Ending;
}

/** Lowers the two sides of a decision. Accesses that are pending belong to its condition.
 *
 * A condition that is derived becomes a `Branch`. One that hangs on a function with a cost but no body
 * becomes `lid % 2`: items take turns, as in the published model. One that hangs on data or on an
 * unknown argument is decided for cost: the dearer side is taken, where the IR can tell; where it
 * cannot, both are. A taken side that is a single statement joins the `Work` of the condition. */
export function branch(
  context: Context,
  condition: Value,
  spans: { readonly span: Span; readonly head: Span },
  then: () => Ending,
  otherwise: () => Ending,
): Ending {
  if (condition.kind === 'pointer') return then();
  if (condition.kind === 'int' && condition.expr.kind === 'number')
    return condition.expr.value !== 0 ? then() : otherwise();
  const isData = condition.kind === 'unknown' && condition.origin.kind !== 'call';
  const conditionAccesses = isData ? context.pending() : [];
  context.flush(spans.head);
  const before = context.state;
  // An unknown argument is the same for all items, so what it guards can still be checked for races.
  const hidden = condition.kind === 'unknown' && condition.origin.kind !== 'argument';
  const run = (work: () => Ending): Side => {
    context.state = new Map(before);
    let ending: Ending = 'alive';
    if (hidden) context.assumed += 1;
    const nodes = context.capture(spans.span, () => {
      ending = work();
    });
    if (hidden) context.assumed -= 1;
    return { nodes, state: context.state, ending };
  };
  const sides = [run(then), run(otherwise)] as const;
  context.state = joinStates(before, sides, condition);
  const nothing = sides[0].nodes.length === 0 && sides[1].nodes.length === 0;
  const dead = sides[0].ending === 'dead' && sides[1].ending === 'dead' ? 'dead' : 'alive';
  if (condition.kind === 'unknown' && condition.origin.kind !== 'call') {
    const node = { conditionAccesses, condition: condition.origin };
    return decide(context, node, sides, spans) ?? dead;
  }
  if (nothing) return dead;
  const known = condition.kind === 'int';
  if (!known && condition.origin.kind === 'call')
    assume(context, condition.origin.name, spans.head);
  const expr: Expr = known ? condition.expr : binary('%', name('lid'), num(2));
  context.push({
    kind: 'branch',
    condition: expr,
    uniform: !dependsOnItem(expr),
    then: sides[0].nodes,
    otherwise: sides[1].nodes,
    span: spans.head,
  });
  return dead;
}

function assume(context: Context, callee: string, span: Span): void {
  context.reports.info(
    'assumed-branch',
    span,
    `What ${callee} returns is not known; work-items are taken to alternate (odd ones take the first side), as in the published model.`,
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

/** Why a condition is not derived, and the pragma that would help. */
export function explain(origin: Origin): { reason: string; hint?: string } {
  switch (origin.kind) {
    case 'data':
      return { reason: `it depends on ${origin.what}` };
    case 'argument':
      return {
        reason: `the value of the argument ${origin.name} is not known`,
        hint: `Say what it is: #pragma tuner value ${origin.name} = size`,
      };
    case 'loop':
      return { reason: `${origin.name} changes in a loop in a way that is not followed` };
    case 'call':
      return {
        reason: `what ${origin.name} returns is not known`,
        hint: `Say what it is: #pragma tuner value ${origin.name} = EXPRESSION`,
      };
  }
}

/** Takes the dearer side of a decision that cannot be derived. */
function decide(
  context: Context,
  about: {
    readonly conditionAccesses: Extract<Node, { kind: 'work' }>['accesses'];
    readonly condition: Origin;
  },
  sides: readonly [Side, Side],
  spans: { readonly span: Span; readonly head: Span },
): Ending | undefined {
  const [then, otherwise] = sides;
  const { reason, hint } = explain(about.condition);
  const withBarrier = [then, otherwise].some((side) => contains(side.nodes, 'barrier'));
  const taken = choose(sides);
  if (then.ending !== otherwise.ending && about.condition.kind !== 'argument') context.doubt();
  const single = taken.nodes.length === 1 ? taken.nodes[0] : undefined;
  if (single?.kind === 'work') {
    const accesses = [...about.conditionAccesses, ...single.accesses];
    context.append([{ kind: 'work', accesses, span: spans.span }]);
  } else {
    if (about.conditionAccesses.length > 0)
      context.append([{ kind: 'work', accesses: about.conditionAccesses, span: spans.head }]);
    context.append(taken.nodes);
  }
  if (withBarrier)
    context.reports.error(
      'data-dependent-barrier',
      spans.head,
      `There is a barrier under this condition, and who reaches it is not known: ${reason}.`,
      hint ?? 'Move the barrier out of the branch, so that all work-items of the group reach it.',
    );
  else if (then.nodes.length > 0 || otherwise.nodes.length > 0)
    context.reports.info(
      'assumed-branch',
      spans.head,
      `This condition is not derived (${reason}); every work-item is taken to pay for ${taken.what}.`,
      hint,
    );
  return taken.ending;
}

function choose(sides: readonly [Side, Side]): {
  readonly nodes: readonly Node[];
  readonly what: string;
  readonly ending: Ending;
} {
  const [then, otherwise] = sides;
  const first = { nodes: then.nodes, what: 'the first side', ending: then.ending };
  const second = { nodes: otherwise.nodes, what: 'the other side', ending: otherwise.ending };
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
  const node: Node = {
    kind: 'branch',
    condition: dearer,
    uniform: !dependsOnItem(dearer),
    then: then.nodes,
    otherwise: otherwise.nodes,
    span,
  };
  return { ...first, nodes: [node], what: 'the dearer side' };
}

/** Ticks that a block takes, all accesses added up; undefined where that is no expression. */
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
    case 'return':
      return undefined;
  }
}
