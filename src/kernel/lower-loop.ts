import type { Span } from '../base/span.ts';
import { binary, signOf, substitute } from '../front/algebra.ts';
import { doubted, type Ending, explain } from './branch.ts';
import { symbolOf, type Context } from './context.ts';
import { reportTaken, reportUncounted, type Uncounted } from './uncounted.ts';
import { name, num, show, type Expr } from '../front/expr.ts';
import { converted, truthOf } from './integers.ts';
import { type Access, blockMentions, type Node, type Work } from './ir.ts';
import { evaluate } from './lower-expression.ts';
import { assignedNames, indexVariable, leaves, withCondition, type Loop } from './loop-shape.ts';
import { lowerBody } from './lower-statement.ts';
import { type Expression, partsOf, type Type } from '../front/syntax.ts';
import { bytesOfType } from './touched.ts';
import { solve, type Change, type Solution } from './recurrence.ts';
import { simulated } from './simulation.ts';
import type { Count } from './count.ts';
import { tripCount } from './trips.ts';
import { integerType, limitsOf } from '../front/conversions.ts';
import {
  int,
  type IntegerValue,
  sameValue,
  Scope,
  unknown,
  type State,
  type Value,
  type Variable,
} from './values.ts';

/** A rehearsal with symbols shows one round's changes; from it follow the values in round k and the
 * number of rounds. The caller restores the scope. */
export function lowerLoop(context: Context, original: Loop): void {
  const { guards } = context.bounds;
  lowerRounds(context, original);
  context.bounds.guards = guards;
}

function lowerRounds(context: Context, original: Loop): void {
  context.scope = new Scope(context.scope);
  if (original.init !== undefined) lowerBody(context, original.init);
  const loop = withCondition(original);
  const start = context.state;
  const rehearsal = rehearse(context, loop, start);
  const { changed, solution } = rehearsal;
  const trips = countOf(context, loop, start, rehearsal);
  keepCarried(context, loop, rehearsal);
  // A rehearsal is for the values alone, and each nested loop would double its rounds.
  if (context.isRehearsing) {
    context.state =
      'reason' in trips
        ? at(context, start, changed, num(0))
        : at(context, start, changed, natural(context, trips), solution);
    return;
  }

  // The loop variable itself where it counts 0, 1, 2, ...
  const counter = indexVariable(loop) ?? 'k';
  const variable = context.scope.find(counter);
  const counted = variable === undefined ? undefined : solution.at(variable, name('#k'));
  const plain = counted?.kind === 'name' && counted.name === '#k';
  const index = context.indexName(plain ? counter : `${counter}_round`);
  context.bounds.below(name(index), 'reason' in trips ? undefined : trips);
  context.state = at(context, start, changed, name(index), solution);
  let conditionAccesses: readonly Access[] = [];
  const body = context.capture(loop.head, () => {
    conditionAccesses = round(context, loop).accesses;
  });
  const mentioned = blockMentions(body, index);
  const traced = context.traces(index);
  const { rounds, unrolls } = context.charges;
  const isAssumed = 'reason' in trips && rounds !== undefined;
  if (!mentioned && !traced && !isAssumed) context.indexNames.delete(index);
  if ('reason' in trips) {
    if (rounds !== undefined && trips.endless !== true && body.length > 0) {
      const most = trips.most ?? num(rounds);
      reportTaken(context, loop.head, trips, most);
      context.push({ kind: 'loop', trips: most, index, body, span: loop.head });
    } else reportUncounted(context, loop.head, trips, body.length > 0);
    context.state = at(context, start, changed, num(0));
    return;
  }
  const never = trips.kind === 'number' && trips.value <= 0;
  if (body.length > 0 && !never) {
    const node = { kind: 'loop', trips, body, span: loop.head } as const;
    const unroll = unrolls ? unrollOf(context, loop.span) : undefined;
    const made = { ...node, ...(mentioned && { index }), ...(unroll !== undefined && { unroll }) };
    if (traced) context.indices.set(made, index);
    context.push(made);
  }
  // The condition is tested once more than the body runs.
  if (conditionAccesses.length > 0)
    context.append([{ kind: 'work', accesses: conditionAccesses, span: loop.head }]);
  context.state = at(context, start, changed, natural(context, trips), solution);
}

/** A count, zero where it is negative. */
const natural = (context: Context, count: Expr): Expr =>
  ['positive', 'natural'].includes(signOf(count, context.facts.known))
    ? count
    : binary('max', count, num(0));

/** The body, the update, and the condition before or after both. Gives the condition's value and its
 * cost at the head. */
function round(context: Context, loop: Loop) {
  const { form, condition, update, head: span } = loop;
  let value: Value | undefined;
  let accesses: readonly Access[] = [];
  if (form !== 'do' && condition !== undefined) {
    value = evaluate(context, condition);
    accesses = context.pending();
    const holds = value.kind === 'int' && value.modulo === undefined ? [value.expr] : [];
    context.bounds.guards = [...context.bounds.guards, ...holds];
  }
  let ending: Ending = 'alive';
  const body = context.capture(span, () => {
    ending = lowerBody(context, loop.body);
  });
  const tail = context.capture(span, () => {
    if (ending === 'alive' && update !== undefined) evaluate(context, update);
  });
  // Update arithmetic is paid at the head: a body's last barrier stays last.
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
  readonly changes: readonly Change[];
  readonly solution: Solution;
  /** The condition at the head (for `do`, the end) of a round, in symbols. */
  readonly condition: Value | undefined;
  /** For `do`: the condition as the next round finds it, if testing changes nothing. Its variable is
   * already halved or doubled there. */
  readonly next: Value | undefined;
}

/** Finds what a round changes and how, adding variables until none is left. */
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
      const text = symbolOf(variable);
      const symbol = name(text);
      const type = integerType(variable.type);
      if (type !== undefined) {
        const { low, high } = limitsOf(type);
        context.bounds.within(text, Number(low), Number(high));
      }
      if (value?.kind === 'int') symbolic.set(variable, int(symbol));
      else if (value?.kind === 'pointer' && value.offset !== undefined)
        symbolic.set(variable, { ...value, offset: symbol });
    }
    const next = loop.form === 'do' ? pureCondition(context, loop, symbolic) : undefined;
    const { guards } = context.bounds;
    context.state = new Map(symbolic);
    const { value: condition } = context.rehearse(loop.span, () => round(context, loop));
    const after = context.state;
    context.state = start;
    context.bounds.guards = guards;
    const known = changed.size;
    for (const [variable, value] of start)
      if (!changed.has(variable) && !sameValue(value, after.get(variable))) changed.add(variable);
    if (changed.size > known) continue;
    const changes = [...changed].flatMap((variable): Change[] => {
      const before = start.get(variable);
      return before === undefined ? [] : [{ variable, before, after: after.get(variable) }];
    });
    return {
      changed,
      changes,
      solution: solve(changes, context.bounds.isPowerOfTwo),
      condition,
      next,
    };
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

/** State at the head of round `k`; unknown without a solution. */
function at(
  context: Context,
  start: State,
  changed: ReadonlySet<Variable>,
  k: Expr,
  solution?: Solution,
): State {
  const state = new Map(start);
  for (const variable of changed) {
    const value = start.get(variable);
    const expr = solution?.at(variable, k);
    if (value?.kind === 'pointer') state.set(variable, { ...value, offset: expr });
    else if (expr !== undefined) state.set(variable, inItsType(context, variable, expr));
    // Values unknown before the loop may come from data inside.
    else if (value?.kind !== 'unknown')
      state.set(variable, unknown({ kind: 'loop', name: variable.name }));
  }
  return state;
}

function inItsType(context: Context, { type }: Variable, expr: Expr): Value {
  const integer = integerType(type);
  const value = int(expr);
  if (value.kind !== 'int' || integer === undefined) return value;
  return converted(context, value, integer, context.here);
}

function countOf(
  context: Context,
  loop: Loop,
  start: State,
  rehearsal: Rehearsal,
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
  if (leaver === undefined) return countByCondition(context, loop, rehearsal);
  const reason = `the ${leaver} inside may end it early`;
  const most = countByCondition(context, loop, rehearsal);
  if ('reason' in most) return { reason };
  const line = `#pragma tuner trips ${show(most)}`;
  const hint = `Say it in the line before the loop, or take all of its rounds: ${line}`;
  return { reason, most, hint, fixes: [{ line, where: 'before' }] };
}

/** The rounds of a loop that nothing inside of it ends. */
function countByCondition(
  context: Context,
  loop: Loop,
  { changed, changes, solution, condition, next }: Rehearsal,
): Expr | Uncounted {
  // A kernel that returns leaves its loops as well.
  const returns = leaves(loop.body, true) !== undefined;
  if (loop.condition === undefined)
    return returns
      ? { reason: 'the return inside ends it' }
      : { reason: 'it has no condition, and nothing inside leaves it', endless: true };
  if (condition?.kind === 'unknown' && !returns && staysAsItIs(context, loop.condition, changed))
    return { reason: 'once entered, nothing in its condition changes', endless: true };
  if (condition?.kind === 'unknown') {
    doubted(context, condition);
    return explain(condition.origin);
  }
  if (condition?.kind !== 'int') return { reason: 'its condition is no number' };
  const count = (value: IntegerValue): Count | string => {
    const truth = truthOf(context, value, loop.head);
    if (truth.kind !== 'int') return 'its condition is not followed';
    const found = tripCount(truth.expr, solution, context.facts.known, context.bounds);
    const isSure =
      typeof found !== 'string' && found.doubt === undefined && found.endless === undefined;
    const tried = isSure ? undefined : simulated(changes, truth);
    return tried ?? found;
  };
  const found = count(condition);
  const isDo = loop.form === 'do';
  // `do` tests after a round, so at least one of the count runs.
  const after = isDo && typeof found === 'string' && next?.kind === 'int' ? count(next) : found;
  if (typeof after === 'string') return { reason: typeof found === 'string' ? found : after };
  const endless = endlessOf(context, after);
  if (endless !== undefined && !returns) return { reason: endless, endless: true };
  if (after.doubt !== undefined) context.mayWrap(loop.head, after.doubt);
  else doubted(context, condition);
  if (!isDo) return after.expr;
  return after === found
    ? binary('+', natural(context, after.expr), num(1))
    : binary('max', after.expr, num(1));
}

/** The condition is only about variables that the loop leaves alone. */
function staysAsItIs(
  context: Context,
  expression: Expression,
  changed: ReadonlySet<Variable>,
): boolean {
  if (expression.kind === 'name') {
    const variable = context.scope.find(expression.name);
    if (variable === undefined || variable.memory !== undefined) return false;
    return !changed.has(variable) && !context.addressed.has(variable);
  }
  const isPlain = /^(number|binary|cast|conditional|sizeof)$/.test(expression.kind);
  const isSign = expression.kind === 'unary' && /^[-+!~]$/.test(expression.operator);
  return (
    (isPlain || isSign) && partsOf(expression).every((part) => staysAsItIs(context, part, changed))
  );
}

/** The reason, where some work-item is certain to loop for ever. */
function endlessOf(context: Context, { expr, endless }: Count): string | undefined {
  if (endless === undefined) return undefined;
  if (endless.kind === 'number')
    return endless.value === 0 ? undefined : 'its condition never becomes false';
  const entered = expr.kind === 'number' && expr.value <= 0;
  if (entered) return `where ${show(endless)}, its condition never becomes false`;
  if (context.bounds.holdsSomewhere(endless))
    return `where ${show(endless)}, as for some ${context.words.item}, its condition never becomes false`;
  return undefined;
}

/** Notes variables carried between rounds, counters excepted. */
function keepCarried(context: Context, { head }: Loop, { changed, changes }: Rehearsal): void {
  for (const { variable, before, after } of changes) {
    const isCounter = before.kind === 'int' && after?.kind === 'int';
    const bytes = isCounter || before.kind === 'pointer' ? undefined : plainBytes(variable.type);
    if (bytes !== undefined && changed.has(variable) && variable.memory === undefined)
      context.keep(variable, num(Math.ceil(bytes / 4)), head);
  }
}

const plainBytes = (type: Type): number | undefined =>
  type.kind === 'struct' ? undefined : bytesOfType(type);

/** From a `#pragma unroll` right before the loop. */
function unrollOf(context: Context, loop: Span): Expr | 'all' | undefined {
  const { unrolls = [], constants } = context.facts;
  const pragma = context.pragmaBefore(unrolls, loop);
  if (pragma === undefined) return undefined;
  return pragma.factor === undefined ? 'all' : substitute(pragma.factor, constants);
}

/** Right before the loop, with only space between. */
function tripsPragma(context: Context, loop: Span) {
  return context.pragmaBefore(context.facts.trips, loop);
}
