import type { Expr } from '../../kernel/expr.ts';
import { choice, unrolled } from './choice.ts';
import type { Expression } from './expression-node.ts';
import { expr as parsed } from '../../kernel/expr-parser.ts';
import { BINARY, PREFIX_PRECEDENCE } from '../../kernel/operators.ts';

export type { Expression } from './expression-node.ts';

/** An expression, in short: a string is one as C writes it. */
export type Value = Expression | string | number;

/** An expression, with others in the places of some of its names. Names from outside belong there, and not in
 * the text, where one might be that of a place. */
export function expression(value: Value, places: Readonly<Record<string, Value>> = {}): Expression {
  if (typeof value === 'number') return { kind: 'number', value };
  if (typeof value !== 'string') return value;
  return replaced(parsed(value), (name) => {
    const other = Object.hasOwn(places, name) ? places[name] : undefined;
    return other === undefined ? { kind: 'name', name } : expression(other);
  });
}

export const parentheses = (value: Value): Expression => ({
  kind: 'parentheses',
  inner: expression(value),
});

export const remote = (process: string, pid: Value, name: string): Expression => ({
  kind: 'remote',
  process,
  pid: expression(pid),
  name,
});

export const element = (array: string, index: Value): Expression => ({
  kind: 'element',
  array,
  index: expression(index),
});

/** Some conditions, all of which must hold; at least one. */
export const all = (conditions: readonly Value[]): Expression =>
  conditions
    .map((one) => expression(one))
    .reduce((left, right) => ({ kind: 'binary', operator: '&&', left, right }));

type Rename = (name: string) => Expression;

/** An expression with what stands for each name in it. `change` is applied to what has an operator. */
export function replaced(
  expr: Expr | Expression,
  rename: Rename,
  change: (operation: Expression) => Expression = (operation) => operation,
): Expression {
  const of = (part: Expr | Expression): Expression => replaced(part, rename, change);
  switch (expr.kind) {
    case 'number':
      return expr.value < 0 ? change(expr) : expr;
    case 'name':
      return rename(expr.name);
    case 'remote':
      return { ...expr, pid: of(expr.pid) };
    case 'element':
      return { ...expr, index: of(expr.index) };
    case 'parentheses':
      return parentheses(of(expr.inner));
    case 'unary':
      return change({ ...expr, operand: of(expr.operand) });
    case 'conditional': {
      const { cases, otherwise } = unrolled(expr);
      const asked = cases.map((one) => ({ condition: of(one.condition), then: of(one.then) }));
      return choice(asked, of(otherwise), (left, right) =>
        change({ kind: 'binary', operator: '||', left, right }),
      );
    }
    case 'binary': {
      const [left, right] = [of(expr.left), of(expr.right)];
      const { operator } = expr;
      if (operator !== 'min' && operator !== 'max')
        return change({ kind: 'binary', operator, left, right });
      const comparison = operator === 'min' ? '<' : '>';
      return {
        kind: 'conditional',
        condition: { kind: 'binary', operator: comparison, left, right },
        then: left,
        otherwise: right,
      };
    }
  }
}

/** An expression of the kernel within another one. Everything in it is in parentheses: Promela gives `&`,
 * `|` and `^` other precedences than C does. */
export const factor = (expr: Expr, rename: Rename): Expression =>
  replaced(expr, rename, parentheses);

/** An expression of the kernel as a condition of its own. */
export function condition(expr: Expr, rename: Rename): Expression {
  const written = factor(expr, rename);
  return expr.kind !== 'number' && written.kind === 'parentheses' ? written.inner : written;
}

/** An expression in Promela, with the parentheses that it needs or asks for. `outer` is how tightly what
 * surrounds it binds. */
export function promela(expr: Expression, outer = 0): string {
  switch (expr.kind) {
    case 'number':
      return String(expr.value);
    case 'name':
      return expr.name;
    case 'remote':
      return `${expr.process}[${promela(expr.pid)}]:${expr.name}`;
    case 'element':
      return `${expr.array}[${promela(expr.index)}]`;
    case 'parentheses':
      return `(${promela(expr.inner)})`;
    case 'unary':
      return expr.operator === 'log2'
        ? `log2(${promela(expr.operand)})`
        : `${expr.operator}${promela(expr.operand, PREFIX_PRECEDENCE)}`;
    case 'conditional': {
      // Promela writes C's ?: as (a -> b : c), and knows it within parentheses alone.
      const { condition: asked, then, otherwise } = expr;
      return `(${promela(asked)} -> ${promela(then)} : ${promela(otherwise)})`;
    }
    case 'binary': {
      const own = BINARY[expr.operator].precedence;
      const text = `${promela(expr.left, own)} ${expr.operator} ${promela(expr.right, own + 1)}`;
      return own < outer ? `(${text})` : text;
    }
  }
}
