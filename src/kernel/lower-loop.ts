import type { Fix } from '../base/diagnostic.ts';
import type { Span } from '../base/span.ts';
import { binary, signOf } from './algebra.ts';
import { type Ending, explain } from './branch.ts';
import { blockMentions, symbolOf, type Context } from './context.ts';
import { name, num, type Expr } from './expr.ts';
import type { Access, Node, Work } from './ir.ts';
import { evaluate } from './lower-expression.ts';
import { assignedNames, indexVariable, leaves, withCondition, type Loop } from './loop-shape.ts';
import { lowerBody } from './lower-statement.ts';
import { solve, tripCount, type Change, type Solution } from './recurrence.ts';
import { int, sameValue, Scope, unknown, type State, type Value, type Variable } from './values.ts';

/** Lowers a loop: a rehearsal with symbols for what changes shows how one round changes it; from that
 * follow the values in round k and the number of rounds. The caller puts the scope back. */
export function lowerLoop(context: Context, original: Loop): void {
  context.scope = new Scope(context.scope);
  if (original.init !== undefined) lowerBody(context, original.init);
  const loop = withCondition(original);
  const start = context.state;
  const rehearsal = rehearse(context, loop, start);
  const { changed, solution } = rehearsal;
  const trips = countOf(context, loop, start, rehearsal);

  // The index is the loop variable itself where that counts 0, 1, 2, ...
  const counter = indexVariable(loop) ?? 'k';
  const variable = context.scope.find(counter);
  const counted = variable === undefined ? undefined : solution.at(variable, name('#k'));
  const plain = counted?.kind === 'name' && counted.name === '#k';
  const index = context.indexName(plain ? counter : `${counter}_round`);
  context.state = at(start, changed, name(index), solution);
  let conditionAccesses: readonly Access[] = [];
  const body = context.capture(loop.head, () => {
    conditionAccesses = round(context, loop).accesses;
  });
  const mentioned = blockMentions(body, index);
  const traced = context.traces(index);
  if (!mentioned && !traced) context.indexNames.delete(index);
  if ('reason' in trips) {
    if (body.length > 0)
      context.reports.error(
        'unknown-trip-count',
        loop.head,
        `How often this loop runs cannot be derived: ${trips.reason}.`,
        trips.hint ?? 'Say it in the line before the loop: #pragma tuner trips EXPRESSION',
        trips.fixes ?? [{ line: '#pragma tuner trips 16', where: 'before' }],
      );
    context.state = at(start, changed, num(0));
    return;
  }
  const never = trips.kind === 'number' && trips.value <= 0;
  if (body.length > 0 && !never) {
    const node = { kind: 'loop', trips, body, span: loop.head } as const;
    const made = mentioned ? { ...node, index } : node;
    if (traced) context.indices.set(made, index);
    context.push(made);
  }
  // The condition is looked at once more than the body runs.
  if (conditionAccesses.length > 0)
    context.append([{ kind: 'work', accesses: conditionAccesses, span: loop.head }]);
  context.state = at(start, changed, natural(context, trips), solution);
}

/** A count, zero where it is negative. */
const natural = (context: Context, count: Expr): Expr =>
  ['positive', 'natural'].includes(signOf(count, context.facts.known))
    ? count
    : binary('max', count, num(0));

/** One round: the body, then the update, and the condition before or after both. Gives the value of the
 * condition, and what looking at it at the head costs. */
function round(context: Context, loop: Loop) {
  const { form, condition, update, head: span } = loop;
  let value: Value | undefined;
  let accesses: readonly Access[] = [];
  if (form !== 'do' && condition !== undefined) {
    value = evaluate(context, condition);
    accesses = context.pending();
  }
  let ending: Ending = 'alive';
  const body = context.capture(span, () => {
    ending = lowerBody(context, loop.body);
  });
  const tail = context.capture(span, () => {
    if (ending === 'alive' && update !== undefined) evaluate(context, update);
  });
  // Arithmetic of the update is paid at the head, so that a body that ends with a barrier still does.
  const computed = tail.flatMap((node) => (isArithmetic(node) ? node.accesses : []));
  const heads = [...accesses, ...computed];
  if (heads.length > 0) context.append([{ kind: 'work', accesses: heads, span }]);
  context.append(body);
  context.append(tail.filter((node) => !isArithmetic(node)));
  if (form === 'do' && condition !== undefined) {
    value = evaluate(context, condition);
    context.flush(span);
  }
  return { value, accesses };
}

const isArithmetic = (node: Node): node is Work =>
  node.kind === 'work' && node.accesses.every(({ kind }) => kind === 'arithmetic');

interface Rehearsal {
  readonly changed: ReadonlySet<Variable>;
  readonly solution: Solution;
  /** The condition at the head of a round (for `do`, at its end), in terms of the symbols. */
  readonly condition: Value | undefined;
  /** For `do`: the condition as the next round finds it, where looking at it changes nothing. What it
   * is about is halved or doubled there, not halved once more. */
  readonly next: Value | undefined;
}

/** Finds what a round changes and how. Variables that nobody thought of are added until none is left. */
function rehearse(context: Context, loop: Loop, start: State): Rehearsal {
  const changed = new Set<Variable>();
  for (const text of assignedNames(loop)) {
    const variable = context.scope.find(text);
    if (variable !== undefined && start.has(variable)) changed.add(variable);
  }
  for (;;) {
    const symbolic = new Map(start);
    for (const variable of changed) {
      const value = symbolic.get(variable);
      const symbol = name(symbolOf(variable));
      if (value?.kind === 'int') symbolic.set(variable, int(symbol));
      else if (value?.kind === 'pointer' && value.offset !== undefined)
        symbolic.set(variable, { ...value, offset: symbol });
    }
    const next = loop.form === 'do' ? pureCondition(context, loop, symbolic) : undefined;
    context.state = new Map(symbolic);
    const { value: condition } = context.rehearse(loop.span, () => round(context, loop));
    const after = context.state;
    context.state = start;
    const known = changed.size;
    for (const [variable, value] of start)
      if (!changed.has(variable) && !sameValue(value, after.get(variable))) changed.add(variable);
    if (changed.size > known) continue;
    const changes = [...changed].flatMap((variable): Change[] => {
      const before = start.get(variable);
      return before === undefined ? [] : [{ variable, before, after: after.get(variable) }];
    });
    return { changed, solution: solve(changes), condition, next };
  }
}

function pureCondition(context: Context, loop: Loop, head: State): Value | undefined {
  const { condition } = loop;
  if (condition === undefined) return undefined;
  context.state = new Map(head);
  const value = context.rehearse(loop.span, () => evaluate(context, condition));
  const changes = [...head].some(([variable, was]) => !sameValue(was, context.state.get(variable)));
  return changes ? undefined : value;
}

/** The state at the head of round `k`; without a solution, nothing of it is known. */
function at(start: State, changed: ReadonlySet<Variable>, k: Expr, solution?: Solution): State {
  const state = new Map(start);
  for (const variable of changed) {
    const value = start.get(variable);
    const expr = solution?.at(variable, k);
    if (value?.kind === 'pointer') state.set(variable, { ...value, offset: expr });
    else if (expr !== undefined) state.set(variable, int(expr));
    // What was not known before a loop that follows it may come from data inside.
    else if (value?.kind !== 'unknown')
      state.set(variable, unknown({ kind: 'loop', name: variable.name }));
  }
  return state;
}

/** Why it is not known how often a loop runs. */
interface Uncounted {
  readonly reason: string;
  readonly hint?: string;
  readonly fixes?: readonly Fix[];
}

function countOf(
  context: Context,
  loop: Loop,
  start: State,
  { solution, condition, next }: Rehearsal,
): Expr | Uncounted {
  const pragma = tripsPragma(context, loop.span);
  if (pragma !== undefined) {
    const trips = context.resolve(pragma, (text) => {
      const variable = context.scope.find(text);
      return variable === undefined ? undefined : start.get(variable);
    });
    return trips ?? { reason: 'its trips pragma has no value' };
  }
  const leaver = leaves(loop.body, context.isHelper);
  if (leaver !== undefined) return { reason: `the ${leaver} inside may end it early` };
  if (loop.condition === undefined) return { reason: 'it has no condition' };
  if (condition?.kind === 'unknown') return explain(condition.origin);
  if (condition?.kind !== 'int') return { reason: 'its condition is no number' };
  const count = (expr: Expr) => tripCount(expr, solution, context.facts.known);
  const found = count(condition.expr);
  if (loop.form !== 'do') return typeof found === 'string' ? { reason: found } : found;
  // The condition of `do` is tested after a round: of the count, at least one is run.
  if (typeof found !== 'string') return binary('+', natural(context, found), num(1));
  const heads = next?.kind === 'int' ? count(next.expr) : found;
  return typeof heads === 'string' ? { reason: found } : binary('max', heads, num(1));
}

/** The `trips` pragma that stands right before a loop, with nothing but space between. */
function tripsPragma(context: Context, loop: Span) {
  return context.pragmaBefore(context.facts.trips, loop);
}
