import {
  affine,
  binary,
  conditional,
  fromPolynomial,
  sameExpr,
  sizeOf,
  substitute,
  toPolynomial,
  unary,
  MAX_NODES,
} from '../front/algebra.ts';
import { symbolOf } from './context.ts';
import { name, namesIn, num, type Expr } from '../front/expr.ts';
import type { BinaryOperator } from '../base/operators.ts';
import { type IntegerType, integerType } from '../front/conversions.ts';
import type { Value, Variable } from './values.ts';

/** A variable's value before the loop and at the end of a round, in symbols for the values at its
 * head. */
export interface Change {
  readonly variable: Variable;
  readonly before: Value;
  readonly after: Value | undefined;
}

/** A variable that a loop multiplies or divides. */
export interface Geometric {
  readonly start: Expr;
  readonly direction: 'down' | 'up';
  /** Binary places per round, for powers of two. */
  readonly places?: Expr;
  /** The factor, where it is not. */
  readonly factor?: number;
}

export interface Solution {
  /** At the head of round `k` = 0, 1, ...; undefined where it does not follow. */
  at(variable: Variable, k: Expr): Expr | undefined;
  /** By symbol, for the count of trips. */
  readonly closed: ReadonlyMap<string, (k: Expr) => Expr>;
  readonly geometric: ReadonlyMap<string, Geometric>;
  readonly names: ReadonlyMap<string, string>;
  /** The types of the variables, by symbol. */
  readonly types: ReadonlyMap<string, IntegerType>;
}

const part = (value: Value | undefined): Expr | undefined =>
  value?.kind === 'int' ? value.expr : value?.kind === 'pointer' ? value.offset : undefined;

export const symbolsIn = (expr: Expr): string[] =>
  [...namesIn(expr)].filter((text) => text.startsWith('#'));

const isFree = (expr: Expr): boolean => symbolsIn(expr).length === 0;

/** Solves what stays, steps, halves, doubles or alternates, and what is computed from these. */
export function solve(changes: readonly Change[], isPowerOfTwo: (expr: Expr) => boolean): Solution {
  const types = new Map<string, IntegerType>();
  const closed = new Map<string, (k: Expr) => Expr>();
  const geometric = new Map<string, Geometric>();
  const names = new Map<string, string>();
  const open = new Map<string, { start: Expr; next: Expr }>();
  for (const { variable, before, after } of changes) {
    const start = part(before);
    const next = part(after);
    const symbol = symbolOf(variable);
    names.set(symbol, variable.name);
    const type = integerType(variable.type);
    if (type !== undefined) types.set(symbol, type);
    if (start === undefined || next === undefined) continue;
    if (before.kind === 'pointer' && after?.kind === 'pointer' && before.array !== after.array)
      continue;
    if (next.kind === 'name' && next.name === symbol) closed.set(symbol, () => start);
    else open.set(symbol, { start, next });
  }
  // Constants replace their symbols, so that `i += step` sees the step.
  const constants = new Map([...closed].map(([symbol, value]) => [symbol, value(num(0))]));
  for (const [symbol, { start, next }] of open) {
    const found = closedForm(symbol, start, substitute(next, constants), isPowerOfTwo);
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
    types,
    at: (variable, k) => {
      const value = closed.get(symbolOf(variable))?.(k);
      return value === undefined || sizeOf(value) > MAX_NODES ? undefined : value;
    },
  };
}

/** After `k` rounds that each turn `symbol` into `next`. */
function closedForm(
  symbol: string,
  start: Expr,
  next: Expr,
  isPowerOfTwo: (expr: Expr) => boolean,
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
    if (shape.base.size === 0) {
      if (slope.kind === 'number' && slope.value > 1) return multiplied(start, slope.value);
      if (isFree(slope) && isPowerOfTwo(slope)) return scaled(start, 'up', unary('log2', slope));
    }
  }
  if (next.kind !== 'binary' || !sameExpr(next.left, self) || !isFree(next.right)) return undefined;
  const { operator, right } = next;
  const by = right.kind === 'number' ? right.value : 0;
  if (operator === '>>' && by > 0) return scaled(start, 'down', right);
  if (operator === '<<' && by > 0) return scaled(start, 'up', right);
  const places = Math.log2(by);
  if (operator === '/' && by > 1 && !Number.isInteger(places)) return divided(start, by);
  if (operator === '/' && (by > 1 || (right.kind !== 'number' && isPowerOfTwo(right)))) {
    const bits = right.kind === 'number' ? num(places) : unary('log2', right);
    const half = scaled(start, 'down', bits);
    // Division truncates; a shift would round negative values down.
    return {
      ...half,
      value: (k) => binary('/', start, binary('<<', num(1), binary('*', k, bits))),
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

function scaled(start: Expr, direction: 'up' | 'down', places: Expr) {
  const operator: BinaryOperator = direction === 'up' ? '<<' : '>>';
  return {
    value: (k: Expr): Expr => binary(operator, start, binary('*', k, places)),
    geometric: { start, direction, places },
  };
}

const multiplied = (start: Expr, factor: number) =>
  Number.isInteger(Math.log2(factor))
    ? scaled(start, 'up', num(Math.log2(factor)))
    : byPowers(start, 'up', factor);

const divided = (start: Expr, factor: number) => byPowers(start, 'down', factor);

/** The powers of a factor that fit 31 bits. */
export const powersOf = (factor: number): number[] => {
  const powers = [1];
  for (let power = factor; power < 2 ** 31; power *= factor) powers.push(power);
  return powers;
};

/** No operator for powers exists: they are listed one by one. */
function byPowers(start: Expr, direction: 'up' | 'down', factor: number) {
  const operator: BinaryOperator = direction === 'up' ? '*' : '/';
  const value = (k: Expr): Expr =>
    powersOf(factor).reduceRight<Expr>((rest, power, round) => {
      const own = binary(operator, start, num(power));
      return conditional(binary('<=', k, num(round)), own, rest);
    }, num(0));
  return { value, geometric: { start, direction, factor } };
}
