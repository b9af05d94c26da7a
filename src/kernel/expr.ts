import { assertUnreachable } from '../base/diagnostic.ts';
import {
  BINARY,
  type BinaryOperator,
  CALLED,
  PREFIX_PRECEDENCE,
  UNARY,
  type UnaryOperator,
} from './operators.ts';

/** Work-item identifiers an expression may mention besides parameters and constants: the index in the
 * group, the index of the group, and the index among all items. */
export const ITEM_NAMES = ['lid', 'group', 'gid'] as const;

/** An integer expression with C's meaning (division truncates), over tuning parameters, platform
 * constants (`CONSTANTS`), loop indices and `ITEM_NAMES`. */
export type Expr =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'unary'; readonly operator: UnaryOperator; readonly operand: Expr }
  | {
      readonly kind: 'binary';
      readonly operator: BinaryOperator;
      readonly left: Expr;
      readonly right: Expr;
    }
  | {
      readonly kind: 'conditional';
      readonly condition: Expr;
      readonly then: Expr;
      readonly otherwise: Expr;
    };

export const num = (value: number): Expr => ({ kind: 'number', value });
export const name = (text: string): Expr => ({ kind: 'name', name: text });

/** Why an expression has no value. */
export class ExprError extends Error {}

/** The value of an expression. @throws {ExprError} on an unknown name, a division by zero, or a value
 * that is not a safe integer. */
export function evaluate(expr: Expr, environment: Readonly<Record<string, number>>): number {
  const value = compute(expr, environment);
  if (!Number.isSafeInteger(value))
    throw new ExprError(`${show(expr)} is too large to compute exactly`);
  return value + 0; // no negative zero
}

function compute(expr: Expr, environment: Readonly<Record<string, number>>): number {
  switch (expr.kind) {
    case 'number':
      return expr.value;
    case 'name': {
      const value = Object.hasOwn(environment, expr.name) ? environment[expr.name] : undefined;
      if (value === undefined) throw new ExprError(`${expr.name} is not known here`);
      return value;
    }
    case 'unary':
      return UNARY[expr.operator](evaluate(expr.operand, environment));
    case 'conditional':
      return evaluate(expr.condition, environment) !== 0
        ? evaluate(expr.then, environment)
        : evaluate(expr.otherwise, environment);
    case 'binary':
      return binary(expr, environment);
    default:
      return assertUnreachable(expr);
  }
}

function binary(
  expr: Extract<Expr, { kind: 'binary' }>,
  environment: Readonly<Record<string, number>>,
): number {
  const { compute, decides } = BINARY[expr.operator];
  const left = evaluate(expr.left, environment);
  // Short circuit as in C: the right side of `TS > 0 && size / TS > 4` may have no value.
  if (decides === (left !== 0)) return Number(decides);
  const value = compute(left, evaluate(expr.right, environment));
  if (typeof value === 'string') throw new ExprError(`${show(expr)} ${value}`);
  return value;
}

/** The expression as C text, with no more parentheses than it needs. `min`, `max` and `log2` are
 * written as calls. */
export function show(expr: Expr, outer = 0): string {
  switch (expr.kind) {
    case 'number':
      // `- -1` must not become the decrement `--1`.
      return expr.value < 0 && outer >= PREFIX_PRECEDENCE ? `(${expr.value})` : String(expr.value);
    case 'name':
      return expr.name;
    case 'unary': {
      if (CALLED.includes(expr.operator)) return `${expr.operator}(${show(expr.operand)})`;
      const text = `${expr.operator}${show(expr.operand, PREFIX_PRECEDENCE)}`;
      return outer >= PREFIX_PRECEDENCE && expr.operator === '-' ? `(${text})` : text;
    }
    case 'conditional': {
      const text = `${show(expr.condition, 1)} ? ${show(expr.then)} : ${show(expr.otherwise)}`;
      return outer > 0 ? `(${text})` : text;
    }
    case 'binary': {
      const { operator } = expr;
      const { precedence: own } = BINARY[operator];
      if (CALLED.includes(operator)) return `${operator}(${show(expr.left)}, ${show(expr.right)})`;
      const text = `${show(expr.left, own)} ${operator} ${show(expr.right, own + 1)}`;
      return own < outer ? `(${text})` : text;
    }
    default:
      return assertUnreachable(expr);
  }
}

const NONE: readonly Expr[] = [];

/** What an expression is made of, outermost parts only. */
export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'number':
    case 'name':
      return NONE;
    case 'unary':
      return [expr.operand];
    case 'binary':
      return [expr.left, expr.right];
    case 'conditional':
      return [expr.condition, expr.then, expr.otherwise];
    default:
      return assertUnreachable(expr);
  }
}

/** The names an expression mentions. */
export function namesIn(expr: Expr, found: Set<string> = new Set()): Set<string> {
  if (expr.kind === 'name') found.add(expr.name);
  for (const part of partsOf(expr)) namesIn(part, found);
  return found;
}
