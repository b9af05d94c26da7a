import type { Span } from '../base/span.ts';
import { branch, type Ending } from './branch.ts';
import type { Context } from './context.ts';
import { binary } from '../front/algebra.ts';
import { num, type Expr } from '../front/expr.ts';
import { computed } from './integers.ts';
import { evaluate, evaluateFor } from './lower-expression.ts';
import { assign, placeOf, store } from './place.ts';
import { exitsOf } from './loop-shape.ts';
import { lowerLoop } from './lower-loop.ts';
import type { Declarator, Expression, Length, Statement } from '../front/syntax.ts';
import { bytesOfType } from './touched.ts';
import { INT32, integerType } from '../front/conversions.ts';
import { innermost, lengthsOf } from '../front/types.ts';
import { arrayOf, data, Scope, type Value } from './values.ts';

/** Work left in a function or a loop's round. A list, not a call stack: `continue`, `break` and a
 * helper's `return` leave several statements at once, and where one side of a branch leaves, the
 * rest is lowered inside the other. */
type Rest =
  | {
      readonly kind: 'do';
      readonly statement: Statement;
      readonly scope: Scope;
      readonly next: Rest;
    }
  /** Where a `break` inside a switch goes on. */
  | { readonly kind: 'end of switch'; readonly next: Rest }
  | null;

/** `dead` when every work-item has returned from the kernel. */
export const lowerBody = (context: Context, body: Statement): Ending =>
  run(context, { kind: 'do', statement: body, scope: context.scope, next: null });

/** Does the rest and restores the scope. */
function run(context: Context, start: Rest): Ending {
  const { scope } = context;
  const ending = runAll(context, start);
  context.scope = scope;
  return ending;
}

function runAll(context: Context, start: Rest): Ending {
  let rest = start;
  while (rest !== null) {
    if (rest.kind === 'end of switch') {
      rest = rest.next;
      continue;
    }
    const { statement, scope, next }: Extract<Rest, { kind: 'do' }> = rest;
    context.scope = scope;
    context.step();
    if (!context.frame?.result) context.watch(statement.span.start);
    switch (statement.kind) {
      case 'block':
        rest = inTurn(statement.body, new Scope(scope), next);
        continue;
      case 'declaration':
        for (const declarator of statement.declarators) {
          declare(context, declarator);
          context.flush(statement.span);
        }
        break;
      case 'expression':
        if (statement.value !== undefined) {
          evaluate(context, statement.value);
          context.flush(statement.span);
        }
        break;
      case 'if': {
        const condition = evaluate(context, statement.condition);
        const leaves = escapes(context, statement);
        const after = leaves ? next : null;
        const side = (taken: Statement | undefined) => (): Ending =>
          run(context, inTurn(taken === undefined ? [] : [taken], scope, after));
        const [then, otherwise] = [side(statement.then), side(statement.otherwise)];
        const assumption = context.pragmaBefore(context.facts.assumes, statement.span)?.how;
        const ending = branch(context, condition, statement, then, otherwise, assumption);
        context.flush(statement.head);
        if (leaves || ending === 'dead') return ending;
        break;
      }
      case 'switch': {
        const leaves = escapes(context, statement);
        const ending = lowerSwitch(context, statement, leaves ? next : null);
        if (leaves || ending === 'dead') return ending;
        break;
      }
      case 'loop':
        lowerLoop(context, statement);
        break;
      case 'break': {
        while (rest !== null && rest.kind !== 'end of switch') rest = rest.next;
        continue;
      }
      case 'continue':
        return 'alive';
      case 'return': {
        const value = statement.value && evaluate(context, statement.value);
        context.flush(statement.span);
        const { result } = context.frame ?? {};
        if (result === undefined) {
          context.push({ kind: 'return', span: statement.span });
          return 'dead';
        }
        if (value !== undefined) assign(context, result, value);
        return 'alive';
      }
      case 'unsupported':
        context.refuse(
          statement.span,
          statement.what,
          statement.what === 'goto' ? 'Write it as a loop or an if.' : undefined,
        );
        break;
    }
    rest = next;
  }
  return 'alive';
}

const inTurn = (statements: readonly Statement[], scope: Scope, after: Rest): Rest =>
  statements.reduceRight<Rest>(
    (next, statement) => ({ kind: 'do', statement, scope, next }),
    after,
  );

/** It may leave more than itself: by `continue`, the outer loop's `break`, or a helper's `return`.
 * Leaving a loop ends a round of it, see lower-loop.ts. */
function escapes(context: Context, statement: Statement): boolean {
  const exits = exitsOf(statement, ({ kind }) =>
    kind === 'loop' ? ['break', 'continue', 'return'] : kind === 'switch' ? ['break'] : [],
  );
  for (const exit of exits) if (exit !== 'return' || context.isHelper) return true;
  return false;
}

function lowerSwitch(
  context: Context,
  statement: Extract<Statement, { kind: 'switch' }>,
  after: Rest,
): Ending {
  const value = evaluate(context, statement.value);
  const inner = new Scope(context.scope);
  const { cases } = statement;
  // From a label on, through those below until a break.
  const from = (index: number): Rest => {
    const items = cases.slice(index).flatMap(({ body }) => body);
    return inTurn(items, inner, { kind: 'end of switch', next: after });
  };
  const fallback = cases.findIndex((item) => item.value === undefined);
  const test = (index: number): Ending => {
    const item = cases[index];
    if (item === undefined) return run(context, fallback < 0 ? after : from(fallback));
    if (item.value === undefined) return test(index + 1);
    const label = evaluate(context, item.value);
    const same = equal(context, [value, statement.value], [label, item.value], statement.head);
    const here = (): Ending => run(context, from(index));
    return branch(context, same, statement, here, () => test(index + 1));
  };
  const ending = test(0);
  context.flush(statement.head);
  return ending;
}

function equal(
  context: Context,
  [value, from]: readonly [Value, Expression],
  [label, to]: readonly [Value, Expression],
  span: Span,
): Value {
  if (value.kind === 'int' && label.kind === 'int') {
    const [a, b] = [from, to].map((expression) => integerType(expression.type) ?? INT32);
    return computed(context, '==', [value, a ?? INT32], [label, b ?? INT32], span);
  }
  return value.kind === 'unknown' ? value : label.kind === 'unknown' ? label : data('a pointer');
}

export function declare(context: Context, declarator: Declarator): void {
  const { name, type, space: named, init, nameSpan } = declarator;
  if (declarator.unsupported !== undefined) context.refuse(nameSpan, declarator.unsupported);
  const inMemory = type.kind === 'pointer' ? undefined : named;
  const memory = inMemory === 'local' ? 'local' : inMemory === 'global' ? 'global' : undefined;
  if (type.kind !== 'array') {
    const value =
      init === undefined ? data(`the contents of ${name}`) : evaluateFor(context, init, type);
    const variable = context.declare(name, type, { memory, space: named });
    if (memory === 'local') context.localArray(variable, [], nameSpan);
    if (memory === undefined) assign(context, variable, value);
    else if (init !== undefined && context.frame !== undefined)
      store(context, placeOf(variable), value, nameSpan);
    return;
  }
  const lengths = lengthsOf(type).map((length) => dimension(context, length));
  if (init !== undefined) evaluate(context, init);
  const variable = context.declare(name, type, { space: named });
  const element = innermost(type);
  const space = inMemory === 'constant' ? 'global' : (memory ?? 'private');
  if (space === 'local') context.localArray(variable, lengths, nameSpan);
  if (space === 'private') {
    const words = Math.ceil((bytesOfType(element) ?? 4) / 4);
    const elements = lengths.reduce<Expr>(
      (all, one) => binary('*', all, one ?? num(1)),
      num(words),
    );
    context.keep(variable, elements, nameSpan);
  }
  context.state.set(variable, arrayOf(variable, space, lengths.slice(1), element));
}

/** Length of one dimension, where known. */
export function dimension(context: Context, size: Length): Expr | undefined {
  if (size === undefined) return undefined;
  if (typeof size === 'number') return num(size);
  const value = evaluate(context, size);
  return value.kind === 'int' ? value.expr : undefined;
}
