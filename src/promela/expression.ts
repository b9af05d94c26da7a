import { assertUnreachable } from '../base/diagnostic.ts';
import type { Expr } from '../kernel/expr.ts';
import { BINARY } from '../kernel/operators.ts';

/** Writes an expression in Promela. `rename` gives the Promela text of each name in it. Everything
 * nested is parenthesised: Promela gives `&`, `|` and `^` other precedences than C does. */
export function promela(expr: Expr, rename: (name: string) => string): string {
  const text = operand(expr, rename);
  // A conditional keeps its parentheses: Promela knows `a -> b : c` only within them.
  const bare = expr.kind === 'binary' && expr.operator !== 'min' && expr.operator !== 'max';
  return bare || expr.kind === 'unary' ? text.slice(1, -1) : text;
}

/** Like `promela`, in parentheses where it is more than a name or a number. */
export function operand(expr: Expr, rename: (name: string) => string): string {
  switch (expr.kind) {
    case 'number':
      return expr.value < 0 ? `(${expr.value})` : String(expr.value);
    case 'name':
      return rename(expr.name);
    case 'unary':
      if (expr.operator === 'log2') throw new Error('logarithms are computed in main');
      return `(${expr.operator}${operand(expr.operand, rename)})`;
    case 'conditional': {
      // Promela writes C's ?: as (a -> b : c).
      const [condition, then, otherwise] = [expr.condition, expr.then, expr.otherwise].map((part) =>
        operand(part, rename),
      );
      return `(${condition} -> ${then} : ${otherwise})`;
    }
    case 'binary': {
      const left = operand(expr.left, rename);
      const right = operand(expr.right, rename);
      if (expr.operator === 'min') return `(${left} < ${right} -> ${left} : ${right})`;
      if (expr.operator === 'max') return `(${left} > ${right} -> ${left} : ${right})`;
      return `(${left} ${expr.operator} ${right})`;
    }
    default:
      return assertUnreachable(expr);
  }
}

/** Writes an expression of a layout: with no parentheses but those it needs. The operators in there bind
 * in Promela as they do in C. `rename` gives the text of each name, in parentheses where it is more than
 * a name or a number. */
export function sparing(expr: Expr, rename: (name: string) => string, outer = 0): string {
  const within = (part: Expr, precedence = 0): string => sparing(part, rename, precedence);
  if (expr.kind === 'conditional')
    return `(${within(expr.condition)} -> ${within(expr.then)} : ${within(expr.otherwise)})`;
  if (expr.kind !== 'binary') return operand(expr, rename);
  const { left, operator, right } = expr;
  if (operator === 'min' || operator === 'max') {
    const comparison: Expr = { ...expr, operator: operator === 'min' ? '<' : '>' };
    return within({ kind: 'conditional', condition: comparison, then: left, otherwise: right });
  }
  const own = BINARY[operator].precedence;
  const text = `${within(left, own)} ${operator} ${within(right, own + 1)}`;
  return own < outer ? `(${text})` : text;
}
