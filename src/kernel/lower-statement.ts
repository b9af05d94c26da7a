import { binary } from './algebra.ts';
import { branch, type Ending } from './branch.ts';
import type { Context } from './context.ts';
import type { Expr } from './expr.ts';
import { evaluate } from './lower-expression.ts';
import { assign, store } from './place.ts';
import { exitsOf } from './loop-shape.ts';
import { lowerLoop } from './lower-loop.ts';
import type { Declarator, Expression, Statement } from './syntax.ts';
import { arrayOf, data, int, Scope, type Value } from './values.ts';

/** What is still to be done up to the end of a function, or of one round of a loop. A list rather than
 * a call stack, because `continue`, `break` and the `return` of a helper leave several statements at
 * once: where only one side of a branch leaves, the rest is lowered inside the other. */
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

/** Lowers a body to its end; `dead` when every work-item has returned from the kernel. */
export function lowerBody(context: Context, scope: Scope, body: Statement): Ending {
  return run(context, { kind: 'do', statement: body, scope, next: null });
}

function run(context: Context, start: Rest): Ending {
  let rest = start;
  while (rest !== null) {
    if (rest.kind === 'end of switch') {
      rest = rest.next;
      continue;
    }
    const { statement, scope, next }: Extract<Rest, { kind: 'do' }> = rest;
    context.step();
    switch (statement.kind) {
      case 'block': {
        const inner = new Scope(scope);
        rest = statement.body.reduceRight<Rest>(
          (after, item) => ({ kind: 'do', statement: item, scope: inner, next: after }),
          next,
        );
        continue;
      }
      case 'declaration':
        for (const declarator of statement.declarators) {
          declare(context, scope, declarator);
          context.flush(statement.span);
        }
        break;
      case 'expression':
        if (statement.value !== undefined) {
          evaluate(context, scope, statement.value);
          context.flush(statement.span);
        }
        break;
      case 'if': {
        const condition = evaluate(context, scope, statement.condition);
        const leaves = escapes(context, statement);
        const after = leaves ? next : null;
        const side = (taken: Statement | undefined) => (): Ending =>
          run(
            context,
            taken === undefined ? after : { kind: 'do', statement: taken, scope, next: after },
          );
        const ending = branch(
          context,
          condition,
          statement,
          side(statement.then),
          side(statement.otherwise),
        );
        context.flush(statement.head);
        if (leaves || ending === 'dead') return ending;
        break;
      }
      case 'switch': {
        const leaves = escapes(context, statement);
        const ending = lowerSwitch(context, scope, statement, leaves ? next : null);
        if (leaves || ending === 'dead') return ending;
        break;
      }
      case 'loop':
        lowerLoop(context, scope, statement);
        break;
      case 'break': {
        while (rest !== null && rest.kind !== 'end of switch') rest = rest.next;
        continue;
      }
      case 'continue':
        return 'alive';
      case 'return': {
        const value =
          statement.value === undefined ? undefined : evaluate(context, scope, statement.value);
        context.flush(statement.span);
        const { frame } = context;
        if (frame === undefined || frame.kernel) {
          context.push({ kind: 'return', span: statement.span });
          return 'dead';
        }
        if (value !== undefined) assign(context, frame.result, value);
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

/** True when a statement may leave more than itself: by `continue`, by a `break` of the loop around it,
 * or, in a helper, by `return`. What leaves a loop from inside ends a round of it, see lower-loop.ts. */
function escapes(context: Context, statement: Statement): boolean {
  const helper = context.frame !== undefined && !context.frame.kernel;
  const exits = exitsOf(statement, ({ kind }) =>
    kind === 'loop' ? ['break', 'continue', 'return'] : kind === 'switch' ? ['break'] : [],
  );
  for (const exit of exits) if (exit !== 'return' || helper) return true;
  return false;
}

function lowerSwitch(
  context: Context,
  scope: Scope,
  statement: Extract<Statement, { kind: 'switch' }>,
  after: Rest,
): Ending {
  const value = evaluate(context, scope, statement.value);
  const inner = new Scope(scope);
  const { cases } = statement;
  // From a label on: its statements, and those of the labels below it until a break.
  const from = (index: number): Rest =>
    cases
      .slice(index)
      .flatMap(({ body }) => body)
      .reduceRight<Rest>((next, item) => ({ kind: 'do', statement: item, scope: inner, next }), {
        kind: 'end of switch',
        next: after,
      });
  const fallback = cases.findIndex((item) => item.value === undefined);
  const test = (index: number): Ending => {
    const item = cases[index];
    if (item === undefined) return run(context, fallback < 0 ? after : from(fallback));
    if (item.value === undefined) return test(index + 1);
    const label = evaluate(context, scope, item.value);
    const spans = { span: statement.span, head: statement.head };
    return branch(
      context,
      equal(value, label),
      spans,
      () => run(context, from(index)),
      () => test(index + 1),
    );
  };
  const ending = test(0);
  context.flush(statement.head);
  return ending;
}

function equal(value: Value, label: Value): Value {
  if (value.kind === 'int' && label.kind === 'int')
    return int(binary('==', value.expr, label.expr));
  return value.kind === 'unknown' ? value : label.kind === 'unknown' ? label : data('a pointer');
}

/** Declares a variable or an array and gives it its first value. */
export function declare(context: Context, scope: Scope, declarator: Declarator): void {
  const { name, type, sizes, init, nameSpan } = declarator;
  if (declarator.unsupported !== undefined) context.refuse(nameSpan, declarator.unsupported);
  const isArray = sizes.length > 0;
  const inMemory = type.pointers === 0 || isArray ? type.space : undefined;
  const memory = inMemory === 'local' ? 'local' : inMemory === 'global' ? 'global' : undefined;
  if (!isArray) {
    const variable = context.variable(name, type, memory);
    const value =
      init === undefined ? data(`the contents of ${name}`) : evaluate(context, scope, init);
    scope.declare(variable);
    if (memory === 'local') context.localArray(variable, [], nameSpan);
    if (memory === undefined) assign(context, variable, value);
    else if (init !== undefined && context.frame !== undefined)
      store(context, { kind: 'variable', variable }, value, nameSpan);
    return;
  }
  const lengths = sizes.map((size) => dimension(context, scope, size));
  if (init !== undefined) evaluate(context, scope, init);
  const variable = context.variable(name, type);
  scope.declare(variable);
  const space =
    inMemory === 'local'
      ? 'local'
      : inMemory === 'global' || inMemory === 'constant'
        ? 'global'
        : 'private';
  if (space === 'local') context.localArray(variable, lengths, nameSpan);
  context.state.set(variable, arrayOf(variable, space, lengths.slice(1), type));
}

function dimension(context: Context, scope: Scope, size: Expression | null): Expr | undefined {
  if (size === null) return undefined;
  const value = evaluate(context, scope, size);
  return value.kind === 'int' ? value.expr : undefined;
}
