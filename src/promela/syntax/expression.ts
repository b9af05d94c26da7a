import type { Expr } from '../../kernel/expr.ts';
import {
  BINARY,
  type BinaryOperator,
  PREFIX_PRECEDENCE,
  type UnaryOperator,
} from '../../kernel/operators.ts';

type Operator = Exclude<BinaryOperator, 'min' | 'max'>;

/** An expression of the model: as kernels have them, and what only Promela knows. */
export type Expression =
  | Extract<Expr, { kind: 'number' | 'name' }>
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: Operator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | {
      readonly kind: 'conditional';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise: Expression;
    }
  /** A variable of another process, of the type `process` and the number `pid`: `pex[i]:wake`. */
  | {
      readonly kind: 'remote';
      readonly process: string;
      readonly pid: Expression;
      readonly name: string;
    }
  /** An expression that is written in parentheses wherever it stands. */
  | { readonly kind: 'parentheses'; readonly inner: Expression };

/** An expression, in short: a string is a name. */
export type Value = Expression | string | number;

export function expression(value: Value): Expression {
  if (typeof value === 'string') return { kind: 'name', name: value };
  return typeof value === 'number' ? { kind: 'number', value } : value;
}

const KINDS: ReadonlySet<string> = new Set<Expression['kind']>([
  'number',
  'name',
  'unary',
  'binary',
  'conditional',
  'remote',
  'parentheses',
]);

export const isExpression = (one: { readonly kind: string }): one is Expression =>
  KINDS.has(one.kind);

type Operations =
  | []
  | [Operator, Value]
  | [Operator, Value, Operator, Value]
  | [Operator, Value, Operator, Value, Operator, Value];

/** `left op right op right ...`, each operator applied to all before it. */
export function calc(first: Value, ...operations: Operations): Expression {
  const [operator, right, ...more] = operations;
  const left = expression(first);
  if (operator === undefined || right === undefined) return left;
  return calc({ kind: 'binary', operator, left, right: expression(right) }, ...more);
}

export const parentheses = (value: Value): Expression => ({
  kind: 'parentheses',
  inner: expression(value),
});

export const conditional = (condition: Value, then: Value, otherwise: Value): Expression => ({
  kind: 'conditional',
  condition: expression(condition),
  then: expression(then),
  otherwise: expression(otherwise),
});

export const remote = (process: string, pid: Value, name: string): Expression => ({
  kind: 'remote',
  process,
  pid: expression(pid),
  name,
});

/** Some conditions, all of which must hold; at least one. */
export const all = ([first = 1, ...more]: readonly Value[]): Expression =>
  more.reduce<Expression>((before, one) => calc(before, '&&', one), expression(first));

/** The smaller of two values, as Promela has it. */
export const least = (left: Value, right: Value): Expression =>
  conditional(calc(left, '<', right), left, right);

/** An expression of the kernel as a condition of its own. `rename` gives what stands for each name.
 * Everything nested is in parentheses: Promela gives `&`, `|` and `^` other precedences than C does. */
export function condition(expr: Expr, rename: (name: string) => Expression): Expression {
  const written = factor(expr, rename);
  return expr.kind !== 'number' && written.kind === 'parentheses' ? written.inner : written;
}

/** Like `condition`, in parentheses where it is more than a name or a number, or where `within` says. */
export function factor(
  expr: Expr,
  rename: (name: string) => Expression,
  within: (value: Expression) => Expression = parentheses,
): Expression {
  const of = (part: Expr): Expression => factor(part, rename, within);
  switch (expr.kind) {
    case 'number':
      return expr.value < 0 ? within(expr) : expr;
    case 'name':
      return rename(expr.name);
    case 'unary':
      return within({ ...expr, operand: of(expr.operand) });
    case 'conditional':
      return conditional(of(expr.condition), of(expr.then), of(expr.otherwise));
    case 'binary': {
      const [left, right] = [of(expr.left), of(expr.right)];
      if (expr.operator === 'min') return least(left, right);
      if (expr.operator === 'max') return conditional(calc(left, '>', right), left, right);
      return within(calc(left, expr.operator, right));
    }
  }
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
