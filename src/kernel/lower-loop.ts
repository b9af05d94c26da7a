import type { Span } from '../base/span.ts';
import { binary, signOf } from './algebra.ts';
import { explain, type Ending } from './branch.ts';
import { blockMentions, symbolOf, type Context } from './context.ts';
import { name, num, type Expr } from './expr.ts';
import type { Access } from './ir.ts';
import { evaluate } from './lower-expression.ts';
import { assignedNames, indexVariable, leaves, withCondition, type Loop } from './loop-shape.ts';
import { lowerBody } from './lower-statement.ts';
import { solve, tripCount, type Change, type Solution } from './recurrence.ts';
import type { Statement } from './syntax.ts';
import { int, sameValue, Scope, unknown, type State, type Value, type Variable } from './values.ts';

/** Lowers a loop: a rehearsal with symbols for what changes shows how one round changes it; from that
 * follow the values in round k and the number of rounds. */
export function lowerLoop(context: Context, outer: Scope, original: Loop): void {
  const scope = new Scope(outer);
  if (original.init !== undefined) lowerBody(context, scope, unwrapped(original.init));
  const loop = withCondition(original);
  const start = context.state;
  const rehearsal = rehearse(context, scope, loop, start);
  const solution = solve(rehearsal.changes);
  const count = countOf(context, scope, loop, start, rehearsal, solution);

  // The index is the loop variable itself where that counts 0, 1, 2, ...
  const counter = indexVariable(loop) ?? 'k';
  const variable = scope.find(counter);
  const counted = variable === undefined ? undefined : solution.at(variable, name('#k'));
  const plain = counted?.kind === 'name' && counted.name === '#k';
  const index = context.indexName(plain ? counter : `${counter}_round`);
  context.state = at(start, rehearsal.changed, solution, name(index));
  let conditionAccesses: readonly Access[] = [];
  const body = context.capture(loop.head, () => {
    if (loop.form !== 'do' && loop.condition !== undefined) {
      evaluate(context, scope, loop.condition);
      const accesses = context.pending();
      conditionAccesses = accesses;
      if (accesses.length > 0) context.append([{ kind: 'work', accesses, span: loop.head }]);
    }
    round(context, scope, loop);
    if (loop.form === 'do' && loop.condition !== undefined) {
      evaluate(context, scope, loop.condition);
      context.flush(loop.head);
    }
  });
  const mentioned = blockMentions(body, index);
  const traced = context.traces(index);
  if (!mentioned && !traced) context.indexNames.delete(index);
  const trips = count.trips;
  if (trips === undefined) {
    if (body.length > 0)
      context.reports.error(
        'unknown-trip-count',
        loop.head,
        `How often this loop runs cannot be derived: ${count.reason}.`,
        count.hint ?? 'Say it in the line before the loop: #pragma tuner trips EXPRESSION',
      );
    context.state = at(start, rehearsal.changed, { at: () => undefined }, num(0));
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
  const natural = ['positive', 'natural'].includes(signOf(trips, context.facts.known));
  const rounds = natural ? trips : binary('max', trips, num(0));
  context.state = at(start, rehearsal.changed, solution, rounds);
}

const unwrapped = (init: Statement): Statement =>
  init.kind === 'block' && init.body.length === 1 && init.body[0] !== undefined
    ? init.body[0]
    : init;

/** One round: the body, then the update. */
function round(context: Context, scope: Scope, loop: Loop): Ending {
  const ending = lowerBody(context, scope, loop.body);
  if (ending === 'alive' && loop.update !== undefined) {
    evaluate(context, scope, loop.update);
    context.flush(loop.head);
  }
  return ending;
}

interface Rehearsal {
  readonly changed: ReadonlySet<Variable>;
  readonly changes: readonly Change[];
  /** The condition at the head of a round (for `do`, at its end), in terms of the symbols. */
  readonly condition: Value | undefined;
  /** For `do`: the condition as the next round finds it, where looking at it changes nothing. What it
   * is about is halved or doubled there, not halved once more. */
  readonly next?: Value | undefined;
}

/** Finds what a round changes and how. Variables that nobody thought of are added until none is left. */
function rehearse(context: Context, scope: Scope, loop: Loop, start: State): Rehearsal {
  const changed = new Set<Variable>();
  for (const text of assignedNames(loop)) {
    const variable = scope.find(text);
    if (variable !== undefined && start.has(variable)) changed.add(variable);
  }
  for (;;) {
    let condition: Value | undefined;
    const symbolic = new Map(start);
    for (const variable of changed) {
      const value = symbolic.get(variable);
      if (value?.kind === 'int') symbolic.set(variable, int(name(symbolOf(variable))));
      else if (value?.kind === 'pointer' && value.offset !== undefined)
        symbolic.set(variable, { ...value, offset: name(symbolOf(variable)) });
    }
    const next = loop.form === 'do' ? pureCondition(context, scope, loop, symbolic) : undefined;
    context.state = new Map(symbolic);
    context.rehearse(loop.span, () => {
      if (loop.form !== 'do' && loop.condition !== undefined)
        condition = evaluate(context, scope, loop.condition);
      round(context, scope, loop);
      if (loop.form === 'do' && loop.condition !== undefined)
        condition = evaluate(context, scope, loop.condition);
    });
    const after = context.state;
    context.state = start;
    let grown = false;
    for (const [variable, value] of start)
      if (!changed.has(variable) && !sameValue(value, after.get(variable))) {
        changed.add(variable);
        grown = true;
      }
    if (grown) continue;
    const changes = [...changed].flatMap((variable): Change[] => {
      const before = start.get(variable);
      const end = after.get(variable);
      return before === undefined ? [] : [{ variable, before, after: end }];
    });
    return { changed, changes, condition, next };
  }
}

function pureCondition(context: Context, scope: Scope, loop: Loop, head: State): Value | undefined {
  const { condition } = loop;
  if (condition === undefined) return undefined;
  context.state = new Map(head);
  const value = context.rehearse(loop.span, () => evaluate(context, scope, condition));
  const changes = [...head].some(([variable, was]) => !sameValue(was, context.state.get(variable)));
  return changes ? undefined : value;
}

/** The state at the head of round `k`. */
function at(
  start: State,
  changed: ReadonlySet<Variable>,
  solution: Pick<Solution, 'at'>,
  k: Expr,
): State {
  const state = new Map(start);
  for (const variable of changed) {
    const value = start.get(variable);
    const expr = solution.at(variable, k);
    if (value?.kind === 'pointer') {
      const { offset: _offset, ...rest } = value;
      state.set(variable, expr === undefined ? rest : { ...rest, offset: expr });
    } else
      state.set(
        variable,
        expr === undefined ? unknown({ kind: 'loop', name: variable.name }) : int(expr),
      );
    // What was not known before a loop that follows it may come from data inside.
    if (value?.kind === 'unknown' && expr === undefined) state.set(variable, value);
  }
  return state;
}

interface Count {
  readonly trips?: Expr;
  readonly reason: string;
  readonly hint?: string;
}

function countOf(
  context: Context,
  scope: Scope,
  loop: Loop,
  start: State,
  rehearsal: Rehearsal,
  solution: Solution,
): Count {
  const pragma = tripsPragma(context, loop.span);
  if (pragma !== undefined) {
    const trips = context.resolve(pragma, (text) => {
      const variable = scope.find(text);
      return variable === undefined ? undefined : start.get(variable);
    });
    return trips === undefined
      ? { reason: 'its trips pragma has no value' }
      : { trips, reason: '' };
  }
  const leaver = leaves(loop.body, context.frame !== undefined && !context.frame.kernel);
  if (leaver !== undefined) return { reason: `the ${leaver} inside may end it early` };
  if (loop.condition === undefined) return { reason: 'it has no condition' };
  const { condition } = rehearsal;
  if (condition?.kind !== 'int') {
    if (condition?.kind !== 'unknown') return { reason: 'its condition is no number' };
    const { reason, hint } = explain(condition.origin);
    return hint === undefined ? { reason } : { reason, hint };
  }
  const found = tripCount(condition.expr, solution, context.facts.known);
  if (loop.form !== 'do')
    return typeof found === 'string' ? { reason: found } : { trips: found, reason: '' };
  // The condition of `do` is tested after a round: of the count, at least one is run.
  if (typeof found !== 'string') {
    const natural = ['positive', 'natural'].includes(signOf(found, context.facts.known));
    const more = natural ? found : binary('max', found, num(0));
    return { trips: binary('+', more, num(1)), reason: '' };
  }
  if (rehearsal.next?.kind !== 'int') return { reason: found };
  const heads = tripCount(rehearsal.next.expr, solution, context.facts.known);
  return typeof heads === 'string'
    ? { reason: found }
    : { trips: binary('max', heads, num(1)), reason: '' };
}

/** The `trips` pragma that stands right before a loop, with nothing but space between. */
function tripsPragma(context: Context, loop: Span) {
  return context.facts.trips.find(
    ({ span }) =>
      span.end <= loop.start && /^[\s]*$/.test(context.clean.slice(span.end, loop.start)),
  );
}
