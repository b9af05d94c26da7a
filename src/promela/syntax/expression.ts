import type { Expr } from '../../front/expr.ts';
import { choice, unrolled } from './choice.ts';
import type { Expression } from './expression-node.ts';
import { expr as parsed } from '../../front/expr-parser.ts';
import { BINARY, PREFIX_PRECEDENCE } from '../../base/operators.ts';

export type { Expression } from './expression-node.ts';

/** An expression, in short: a string is one as C writes it. */
export type Value = Expression | string | number;

/** Puts expressions in the places of names; outside names go there, since the text may have the
 * same. */
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

/** An expression with each name replaced.
 * @param change is applied to operations */
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

/** All in parentheses: Promela's `&`, `|`, `^` bind otherwise than C's. */
export const factor = (expr: Expr, rename: Rename): Expression =>
  replaced(expr, rename, parentheses);

/** An expression of the kernel as a condition of its own. */
export function condition(expr: Expr, rename: Rename): Expression {
  const written = factor(expr, rename);
  return expr.kind !== 'number' && written.kind === 'parentheses' ? written.inner : written;
}

/** Adds only the parentheses Promela needs.
 * @param outer how tightly its surroundings bind */
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
      // Promela's ?: is (a -> b : c), always in parentheses.
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
