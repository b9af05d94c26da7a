import { assertUnreachable } from '../base/diagnostic.ts';

export type BinaryOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '<'
  | '<='
  | '>'
  | '>='
  | '=='
  | '!='
  | '&&'
  | '||'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
  | 'min'
  | 'max';

/** `log2` is the place of the highest bit: floor of the logarithm, and -1 for zero and below. So
 * `log2(s) + 1` is how often `s` can be halved until it is zero, for every integer `s`. */
export type UnaryOperator = '-' | '!' | '~' | 'log2';

/** Work-item identifiers an expression may mention besides parameters and constants: the index in the
 * group, the index of the group, and the index among all items. */
export const ITEM_NAMES = ['lid', 'group', 'gid'] as const;

/** What the platform gives besides `size`: numbers of devices, units and elements, ticks of a global
 * and a local access, of a barrier and of a dispatch, and the local memory of a unit in elements. */
export const CONSTANT_NAMES = ['ND', 'NU', 'NP', 'GMT', 'LMT', 'BT', 'DT', 'LM', 'size'] as const;

/** An integer expression with C's meaning (division truncates), over tuning parameters, platform
 * constants (`ND NU NP GMT LMT BT DT LM`), `size`, loop indices and `ITEM_NAMES`. */
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
    case 'unary': {
      const operand = evaluate(expr.operand, environment);
      if (expr.operator === '-') return 0 - operand;
      if (expr.operator === 'log2') return operand <= 0 ? -1 : operand.toString(2).length - 1;
      return expr.operator === '!' ? Number(operand === 0) : -1 - operand;
    }
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
  const left = evaluate(expr.left, environment);
  // Short circuit as in C: the right side of `TS > 0 && size / TS > 4` may have no value.
  if (expr.operator === '&&')
    return left === 0 ? 0 : Number(evaluate(expr.right, environment) !== 0);
  if (expr.operator === '||')
    return left !== 0 ? 1 : Number(evaluate(expr.right, environment) !== 0);
  const right = evaluate(expr.right, environment);
  switch (expr.operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
    case '%':
      if (right === 0) throw new ExprError(`${show(expr)} divides by zero`);
      return expr.operator === '/' ? Math.trunc(left / right) : left % right;
    case '<':
      return Number(left < right);
    case '<=':
      return Number(left <= right);
    case '>':
      return Number(left > right);
    case '>=':
      return Number(left >= right);
    case '==':
      return Number(left === right);
    case '!=':
      return Number(left !== right);
    case '&':
      return Number(BigInt(left) & BigInt(right)); // JavaScript's own would cut to 32 bits
    case '|':
      return Number(BigInt(left) | BigInt(right));
    case '^':
      return Number(BigInt(left) ^ BigInt(right));
    case '<<':
    case '>>':
      if (right < 0) throw new ExprError(`${show(expr)} shifts by a negative amount`);
      return expr.operator === '<<' ? left * 2 ** right : Math.floor(left / 2 ** right);
    case 'min':
      return Math.min(left, right);
    case 'max':
      return Math.max(left, right);
    default:
      return assertUnreachable(expr.operator);
  }
}

/** How tightly C's operators bind. */
export const PRECEDENCE: Readonly<Record<BinaryOperator, number>> = {
  '||': 1,
  '&&': 2,
  '|': 3,
  '^': 4,
  '&': 5,
  '==': 6,
  '!=': 6,
  '<': 7,
  '<=': 7,
  '>': 7,
  '>=': 7,
  '<<': 8,
  '>>': 8,
  '+': 9,
  '-': 9,
  '*': 10,
  '/': 10,
  '%': 10,
  min: 12,
  max: 12,
};

/** The expression as C text, with no more parentheses than it needs. `min`, `max` and `log2` are
 * written as calls. */
export function show(expr: Expr, outer = 0): string {
  switch (expr.kind) {
    case 'number':
      // `- -1` must not become the decrement `--1`.
      return expr.value < 0 && outer > 10 ? `(${expr.value})` : String(expr.value);
    case 'name':
      return expr.name;
    case 'unary': {
      if (expr.operator === 'log2') return `log2(${show(expr.operand)})`;
      const text = `${expr.operator}${show(expr.operand, 11)}`;
      return outer > 10 && expr.operator === '-' ? `(${text})` : text;
    }
    case 'conditional': {
      const text = `${show(expr.condition, 1)} ? ${show(expr.then)} : ${show(expr.otherwise)}`;
      return outer > 0 ? `(${text})` : text;
    }
    case 'binary': {
      const { operator } = expr;
      if (operator === 'min' || operator === 'max')
        return `${operator}(${show(expr.left)}, ${show(expr.right)})`;
      const own = PRECEDENCE[operator];
      const text = `${show(expr.left, own)} ${operator} ${show(expr.right, own + 1)}`;
      return own < outer ? `(${text})` : text;
    }
    default:
      return assertUnreachable(expr);
  }
}

/** The names an expression mentions. */
export function namesIn(expr: Expr, found: Set<string> = new Set()): Set<string> {
  switch (expr.kind) {
    case 'number':
      break;
    case 'name':
      found.add(expr.name);
      break;
    case 'unary':
      namesIn(expr.operand, found);
      break;
    case 'binary':
      namesIn(expr.left, found);
      namesIn(expr.right, found);
      break;
    case 'conditional':
      namesIn(expr.condition, found);
      namesIn(expr.then, found);
      namesIn(expr.otherwise, found);
      break;
    default:
      assertUnreachable(expr);
  }
  return found;
}
