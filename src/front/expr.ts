import { FORM } from '../base/arithmetic.ts';
import {
  BINARY,
  type BinaryOperator,
  CALLED,
  computed,
  faultOf,
  PREFIX_PRECEDENCE,
  UNARY,
  type UnaryOperator,
} from '../base/operators.ts';

/** Work-item identifiers: the index in the group, of the group, and among all items. */
export const ITEM_NAMES = ['lid', 'group', 'gid'] as const;

export const isItemName = (text: string): boolean =>
  (ITEM_NAMES as readonly string[]).includes(text);

/** An integer expression with C's meaning (division truncates) over parameters, platform constants
 * (`CONSTANTS`), loop indices and `ITEM_NAMES`. */
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

/** Values of names that are plain numbers. */
export type Environment = Readonly<Record<string, number>>;

const compiled = new WeakMap<Expr, (environment: Environment) => number>();

/** Undefined where the name has no value. */
export function inEnvironment(text: string, environment: Environment): number | undefined {
  const value: unknown = environment[text];
  return typeof value === 'number' ? value : undefined; // `constructor` is in every object
}

/** @throws {ExprError} on an unknown name, a division by zero, or a value that is not a safe
 * integer. */
export function evaluate(expr: Expr, environment: Environment): number {
  const found =
    compiled.get(expr) ?? compile(expr, (text) => (given) => inEnvironment(text, given));
  compiled.set(expr, found);
  return found(environment);
}

/** Something, or undefined where an expression in it has no value. */
export function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExprError) return undefined;
    throw error;
  }
}

/** An expression as a function of the values of its names. */
type Compiled<E> = (environment: E) => number;

/** The expression as a function; `lookup` gives a name's value or undefined. It throws as `evaluate`
 * does.
 * @param of compiles a part, where a caller keeps those. */
export function compile<E>(
  expr: Expr,
  lookup: (name: string) => (environment: E) => number | undefined,
  of: (part: Expr) => Compiled<E> = (part) => compile(part, lookup),
): Compiled<E> {
  const compute = operation(expr, lookup, of);
  return (environment) => {
    const value = compute(environment);
    if (!Number.isSafeInteger(value))
      throw new ExprError(`${show(expr)} is too large to compute exactly`);
    return value + 0; // no negative zero
  };
}

function operation<E>(
  expr: Expr,
  lookup: (name: string) => (environment: E) => number | undefined,
  of: (part: Expr) => Compiled<E>,
): Compiled<E> {
  switch (expr.kind) {
    case 'number':
      return () => expr.value;
    case 'name': {
      const find = lookup(expr.name);
      return (environment) => {
        const value = find(environment);
        if (value === undefined) throw new ExprError(`${expr.name} is not known here`);
        return value;
      };
    }
    case 'unary': {
      const [{ near }, operand] = [UNARY[expr.operator], of(expr.operand)];
      return (environment) => near(operand(environment), FORM.wide);
    }
    case 'conditional': {
      const [asked, then, otherwise] = [of(expr.condition), of(expr.then), of(expr.otherwise)];
      return (environment) => (asked(environment) !== 0 ? then : otherwise)(environment);
    }
    case 'binary':
      return binaryOperation(expr, of(expr.left), of(expr.right));
  }
}

function binaryOperation<E>(
  expr: Extract<Expr, { readonly kind: 'binary' }>,
  left: Compiled<E>,
  right: Compiled<E>,
): Compiled<E> {
  const { operator } = expr;
  const { decides, fails, near } = BINARY[operator];
  if (decides !== undefined)
    // Short circuit as in C: the right side of `TS > 0 && size / TS > 4` may have no value.
    return (environment) =>
      (left(environment) !== 0) === decides ? Number(decides) : Number(right(environment) !== 0);
  return (environment) => {
    const first = left(environment);
    const second = right(environment);
    const fault = fails === undefined ? undefined : faultOf(operator, second);
    if (fault !== undefined) throw new ExprError(`${show(expr)} ${fault}`);
    const value = near(first, second, FORM.wide);
    return Number.isNaN(value) ? computed(operator, first, second) : value;
  };
}

/** C text with the fewest parentheses; `min`, `max` and `log2` are calls. */
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
  }
}

const NONE: readonly Expr[] = [];

/** Outermost parts only. */
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
  }
}

/** The names an expression mentions. */
export function namesIn(expr: Expr, found: Set<string> = new Set()): Set<string> {
  if (expr.kind === 'name') found.add(expr.name);
  for (const part of partsOf(expr)) namesIn(part, found);
  return found;
}
