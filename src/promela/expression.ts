import { assertUnreachable } from '../base/diagnostic.ts';
import { type Expr, num } from '../kernel/expr.ts';

/** Writes an expression in Promela. `rename` gives the Promela name of each name in it. Everything
 * nested is parenthesised: Promela gives `&`, `|` and `^` other precedences than C does. */
export function promela(expr: Expr, rename: (name: string) => string): string {
  const text = write(expr, rename);
  return text.startsWith('(') && closesAtEnd(text) ? text.slice(1, -1) : text;
}

/** Like `promela`, in parentheses where it is more than a name or a number. */
export function operand(expr: Expr, rename: (name: string) => string): string {
  return write(expr, rename);
}

function write(expr: Expr, rename: (name: string) => string): string {
  switch (expr.kind) {
    case 'number':
      return expr.value < 0 ? `(${expr.value})` : String(expr.value);
    case 'name':
      return rename(expr.name);
    case 'unary':
      return `(${expr.operator}${write(expr.operand, rename)})`;
    case 'conditional': {
      // Promela writes C's ?: as (a -> b : c).
      const [condition, then, otherwise] = [expr.condition, expr.then, expr.otherwise].map((part) =>
        write(part, rename),
      );
      return `(${condition} -> ${then} : ${otherwise})`;
    }
    case 'binary': {
      const left = write(expr.left, rename);
      const right = write(expr.right, rename);
      if (expr.operator === 'min') return `(${left} < ${right} -> ${left} : ${right})`;
      if (expr.operator === 'max') return `(${left} > ${right} -> ${left} : ${right})`;
      return `(${left} ${expr.operator} ${right})`;
    }
    default:
      return assertUnreachable(expr);
  }
}

/** Whether the parenthesis a text opens with is closed by its last character. */
function closesAtEnd(text: string): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === '(') depth += 1;
    else if (text[i] === ')') depth -= 1;
    if (depth === 0) return i === text.length - 1;
  }
  return false;
}

const isNumber = (expr: Expr, value: number): boolean =>
  expr.kind === 'number' && expr.value === value;

export function sum(left: Expr, right: Expr): Expr {
  if (isNumber(left, 0)) return right;
  if (isNumber(right, 0)) return left;
  if (left.kind === 'number' && right.kind === 'number') return num(left.value + right.value);
  return { kind: 'binary', operator: '+', left, right };
}

export function product(left: Expr, right: Expr): Expr {
  if (isNumber(left, 0) || isNumber(right, 0)) return num(0);
  if (isNumber(left, 1)) return right;
  if (isNumber(right, 1)) return left;
  if (left.kind === 'number' && right.kind === 'number') return num(left.value * right.value);
  return { kind: 'binary', operator: '*', left, right };
}

export function maximum(left: Expr, right: Expr): Expr {
  if (sameExpr(left, right)) return left;
  if (isNumber(left, 0) && isNeverNegative(right)) return right;
  if (isNumber(right, 0) && isNeverNegative(left)) return left;
  return { kind: 'binary', operator: 'max', left, right };
}

export function choice(condition: Expr, then: Expr, otherwise: Expr): Expr {
  if (sameExpr(then, otherwise)) return then;
  return { kind: 'conditional', condition, then, otherwise };
}

/** Structural equality. */
export function sameExpr(left: Expr, right: Expr): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** True when the shape alone shows that a value is at least 0: constants, parameters, identifiers and
 * indices never are negative, and neither are their sums, products and quotients. */
function isNeverNegative(expr: Expr): boolean {
  switch (expr.kind) {
    case 'number':
      return expr.value >= 0;
    case 'name':
      return true;
    case 'unary':
      return expr.operator === '!';
    case 'conditional':
      return isNeverNegative(expr.then) && isNeverNegative(expr.otherwise);
    case 'binary':
      return expr.operator === '-'
        ? false
        : isNeverNegative(expr.left) && isNeverNegative(expr.right);
    default:
      return assertUnreachable(expr);
  }
}
