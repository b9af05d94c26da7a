import {
  affine,
  binary,
  conditional,
  fromPolynomial,
  not,
  plus,
  sameExpr,
  signOfPolynomial,
  sizeOf,
  substitute,
  subtract,
  toPolynomial,
  unary,
  MAX_NODES,
} from './algebra.ts';
import { symbolOf } from './context.ts';
import { name, namesIn, num, type Expr } from './expr.ts';
import { BINARY, type BinaryOperator } from './operators.ts';
import type { Value, Variable } from './values.ts';

/** What one round of a loop does to a variable: its value before the loop, and that at the end of a
 * round in terms of symbols for the values at the head of it. */
export interface Change {
  readonly variable: Variable;
  readonly before: Value;
  readonly after: Value | undefined;
}

/** How a variable that a loop halves or doubles goes. */
interface Geometric {
  readonly start: Expr;
  readonly direction: 'down' | 'up';
  /** Binary places in one round. */
  readonly places: number;
}

export interface Solution {
  /** The value at the head of round `k` = 0, 1, ...; undefined where it does not follow. */
  at(variable: Variable, k: Expr): Expr | undefined;
  /** By symbol, for the count of trips. */
  readonly closed: ReadonlyMap<string, (k: Expr) => Expr>;
  readonly geometric: ReadonlyMap<string, Geometric>;
  readonly names: ReadonlyMap<string, string>;
}

const part = (value: Value | undefined): Expr | undefined =>
  value?.kind === 'int' ? value.expr : value?.kind === 'pointer' ? value.offset : undefined;

const symbolsIn = (expr: Expr): string[] =>
  [...namesIn(expr)].filter((text) => text.startsWith('#'));

const isFree = (expr: Expr): boolean => symbolsIn(expr).length === 0;

/** Solves the recurrences of a loop: what stays, what grows by a constant step, what is halved or
 * doubled, what alternates, and what is computed anew from these. */
export function solve(changes: readonly Change[]): Solution {
  const closed = new Map<string, (k: Expr) => Expr>();
  const geometric = new Map<string, Geometric>();
  const names = new Map<string, string>();
  const open = new Map<string, { start: Expr; next: Expr }>();
  for (const { variable, before, after } of changes) {
    const start = part(before);
    const next = part(after);
    const symbol = symbolOf(variable);
    names.set(symbol, variable.name);
    if (start === undefined || next === undefined) continue;
    if (before.kind === 'pointer' && after?.kind === 'pointer' && before.array !== after.array)
      continue;
    if (next.kind === 'name' && next.name === symbol) closed.set(symbol, () => start);
    else open.set(symbol, { start, next });
  }
  // What stays is put in for its symbol, so that `i += step` sees the step.
  const constants = new Map([...closed].map(([symbol, value]) => [symbol, value(num(0))]));
  for (const [symbol, { start, next }] of open) {
    const found = closedForm(symbol, start, substitute(next, constants));
    if (found === undefined) continue;
    closed.set(symbol, found.value);
    if (found.geometric !== undefined) geometric.set(symbol, found.geometric);
    open.delete(symbol);
  }
  for (let again = true; again;) {
    again = false;
    for (const [symbol, { start, next }] of open) {
      const symbols = symbolsIn(next);
      if (!symbols.every((text) => closed.has(text))) continue;
      closed.set(symbol, (k) => {
        const previous = binary('-', k, num(1));
        const values = new Map(
          symbols.map((text) => [text, closed.get(text)?.(previous) ?? num(0)]),
        );
        return conditional(binary('==', k, num(0)), start, substitute(next, values));
      });
      open.delete(symbol);
      again = true;
    }
  }
  return {
    closed,
    geometric,
    names,
    at: (variable, k) => {
      const value = closed.get(symbolOf(variable))?.(k);
      return value === undefined || sizeOf(value) > MAX_NODES ? undefined : value;
    },
  };
}

/** The value after `k` rounds where a round turns `symbol` into `next`. */
function closedForm(
  symbol: string,
  start: Expr,
  next: Expr,
): { readonly value: (k: Expr) => Expr; readonly geometric?: Geometric } | undefined {
  const self = name(symbol);
  const shape = affine(toPolynomial(next), symbol);
  if (shape !== undefined) {
    const slope = fromPolynomial(shape.slope);
    const step = fromPolynomial(shape.base);
    if (slope.kind === 'number' && slope.value === 1 && isFree(step))
      return { value: (k) => added(start, step, k) };
    if (slope.kind === 'number' && slope.value === -1 && isFree(step))
      return {
        value: (k) =>
          conditional(
            binary('==', binary('%', k, num(2)), num(0)),
            start,
            binary('-', step, start),
          ),
      };
    if (slope.kind === 'number' && shape.base.size === 0) {
      const places = Math.log2(slope.value);
      if (slope.value > 1 && Number.isInteger(places)) return scaled(start, 'up', places);
    }
  }
  if (next.kind !== 'binary' || !sameExpr(next.left, self) || next.right.kind !== 'number')
    return undefined;
  const by = next.right.value;
  if (next.operator === '>>' && by > 0) return scaled(start, 'down', by);
  if (next.operator === '<<' && by > 0) return scaled(start, 'up', by);
  const places = Math.log2(by);
  if (next.operator === '/' && by > 1 && Number.isInteger(places)) {
    const half = scaled(start, 'down', places);
    // Division truncates where a shift of a negative value would round down.
    return {
      ...half,
      value: (k) => binary('/', start, binary('<<', num(1), binary('*', k, num(places)))),
    };
  }
  return undefined;
}

function added(start: Expr, step: Expr, k: Expr): Expr {
  if (step.kind === 'unary' && step.operator === '-')
    return binary('-', start, binary('*', k, step.operand));
  if (step.kind === 'number' && step.value < 0)
    return binary('-', start, binary('*', k, num(-step.value)));
  return binary('+', start, binary('*', k, step));
}

function scaled(start: Expr, direction: 'up' | 'down', places: number) {
  const operator: BinaryOperator = direction === 'up' ? '<<' : '>>';
  return {
    value: (k: Expr): Expr => binary(operator, start, binary('*', k, num(places))),
    geometric: { start, direction, places },
  };
}

const K = '#k';

/** How often a condition holds before it first does not, in rounds; a text says why that is not known. */
export const tripCount = (
  condition: Expr,
  solution: Solution,
  positive: ReadonlySet<string>,
): Expr | string => new TripCounter(solution, positive).of(condition);

class TripCounter {
  /** By symbol, at the head of round `K`. */
  private readonly values: ReadonlyMap<string, Expr>;

  constructor(
    private readonly solution: Solution,
    private readonly positive: ReadonlySet<string>,
  ) {
    this.values = new Map([...solution.closed].map(([symbol, value]) => [symbol, value(name(K))]));
  }

  of(condition: Expr): Expr | string {
    if (condition.kind === 'number')
      return condition.value === 0 ? num(0) : 'its condition never becomes false';
    if (condition.kind === 'unary' && condition.operator === '!') {
      const { operand } = condition;
      if (operand.kind === 'binary') {
        const turned = not(operand);
        if (turned.kind === 'binary') return this.of(turned);
        // !(a && b) and !(a || b), by De Morgan
        if (operand.operator === '||' || operand.operator === '&&')
          return this.of(
            binary(operand.operator === '||' ? '&&' : '||', not(operand.left), not(operand.right)),
          );
      }
      return this.of(binary('==', operand, num(0)));
    }
    if (condition.kind !== 'binary' || !/^([<>]=?|[!=]=|&&)$/.test(condition.operator))
      return this.of(binary('!=', condition, num(0)));
    const { operator, left, right } = condition;
    if (operator === '&&') {
      const a = this.of(left);
      const b = this.of(right);
      if (typeof a === 'string' || typeof b === 'string') return typeof a === 'string' ? a : b;
      return binary('min', a, b);
    }
    const open = symbolsIn(condition).find((text) => !this.solution.closed.has(text));
    if (open !== undefined)
      return `${this.solution.names.get(open) ?? 'a variable'} does not change by a constant step or factor`;
    return this.geometric(operator, left, right) ?? this.linear(operator, left, right);
  }

  private atRound(expr: Expr): Expr {
    return substitute(expr, this.values);
  }

  /** `left OP right` where the difference of both is a + b k. */
  private linear(operator: BinaryOperator, left: Expr, right: Expr): Expr | string {
    const swapped = operator === '>' || operator === '>=';
    const difference = subtract(
      toPolynomial(this.atRound(swapped ? right : left)),
      toPolynomial(this.atRound(swapped ? left : right)),
    );
    const shape = affine(difference, K);
    if (shape === undefined) return 'its condition is not linear in the number of rounds';
    const { base, slope } = shape;
    if (slope.size === 0) return 'nothing in its condition changes from round to round';
    const distance = subtract(new Map(), base);
    const step = fromPolynomial(slope);
    if (operator === '!=') {
      if (step.kind === 'number' && step.value === 1) return fromPolynomial(distance);
      if (step.kind === 'number' && step.value === -1) return fromPolynomial(base);
      return 'with !=, only steps of one are followed';
    }
    if (operator === '==') return 'it runs while two values are equal';
    if (signOfPolynomial(slope, this.positive) !== 'positive')
      return 'its variable does not step towards the bound, or the sign of the step is not known';
    // a + b k < 0 holds for k < -a / b: the ceiling of that; for <= the floor plus one.
    const strict = operator === '<' || operator === '>';
    const rounded = plus(distance, strict ? subtract(slope, toPolynomial(num(1))) : slope);
    return binary('/', fromPolynomial(rounded), step);
  }

  /** `s OP bound` where s is halved or doubled in each round and the bound stays. */
  private geometric(operator: BinaryOperator, left: Expr, right: Expr): Expr | string | undefined {
    const isGeometric = (expr: Expr): boolean =>
      expr.kind === 'name' && this.solution.geometric.has(expr.name);
    if (!isGeometric(left))
      return isGeometric(right)
        ? this.geometric(BINARY[operator].mirrored ?? operator, right, left)
        : undefined;
    const shape = left.kind === 'name' ? this.solution.geometric.get(left.name) : undefined;
    const bound = this.atRound(right);
    if (shape === undefined || [...namesIn(bound)].includes(K)) return undefined;
    const { start, direction, places } = shape;
    const digits = (value: Expr): Expr => {
      const bits = binary('+', unary('log2', value), num(1));
      return places === 1 ? bits : binary('/', binary('+', bits, num(places - 1)), num(places));
    };
    const signOf = (expr: Expr) => signOfPolynomial(toPolynomial(expr), this.positive);
    if (direction === 'down') {
      // s >> k > b holds for 2^k <= s / (b + 1).
      const isZero = bound.kind === 'number' && bound.value === 0;
      const strict = operator === '>' || (operator === '!=' && isZero);
      const divisor = strict ? binary('+', bound, num(1)) : bound;
      if ((!strict && operator !== '>=') || signOf(divisor) !== 'positive')
        return 'it does not run until the halved value reaches a bound above zero';
      return digits(binary('/', start, divisor));
    }
    if (signOf(start) !== 'positive') return 'the doubled value does not start above zero';
    const below = fromPolynomial(subtract(toPolynomial(bound), toPolynomial(num(1))));
    if (operator === '<') return digits(binary('/', below, start));
    if (operator === '<=') return digits(binary('/', bound, start));
    return 'it does not run until the doubled value reaches a bound';
  }
}
