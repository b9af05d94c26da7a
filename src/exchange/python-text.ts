import type { Expr } from '../kernel/index.ts';
import { Refused } from './refused.ts';

type Binary = Extract<Expr, { readonly kind: 'binary' }>['operator'];

/** How Python writes a binary operator of C, and how tightly it binds there. */
const OPERATORS: Readonly<Partial<Record<Binary, readonly [text: string, precedence: number]>>> = {
  '||': ['or', 1],
  '&&': ['and', 2],
  '==': ['==', 4],
  '!=': ['!=', 4],
  '<': ['<', 4],
  '<=': ['<=', 4],
  '>': ['>', 4],
  '>=': ['>=', 4],
  '|': ['|', 5],
  '^': ['^', 6],
  '&': ['&', 7],
  '<<': ['<<', 8],
  '>>': ['>>', 8],
  '+': ['+', 9],
  '-': ['-', 9],
  '*': ['*', 10],
  '/': ['//', 10],
  '%': ['%', 10],
};
const NOT = 3;
const PREFIX = 11;

/** The comparisons, which Python chains: `1 <= a < b`. */
export const COMPARISONS = ['==', '!=', '<=', '>=', '<', '>'] as const;

/** Whether a value is 0 or 1 in Python as it is here. */
const isTruth = (expr: Expr): boolean =>
  (expr.kind === 'number' && (expr.value === 0 || expr.value === 1)) ||
  (expr.kind === 'unary' && expr.operator === '!') ||
  (expr.kind === 'binary' &&
    (COMPARISONS.some((sign) => sign === expr.operator) ||
      (isJoined(expr) && isTruth(expr.left) && isTruth(expr.right))));

const isJoined = (expr: Expr): boolean =>
  expr.kind === 'binary' && (expr.operator === '&&' || expr.operator === '||');

/** Whether it is 0 or 1 here and one of its sides in Python: what `and` and `or` give there. */
export const isSide = (expr: Expr): boolean => isJoined(expr) && !isTruth(expr);

/** What is computed with. */
const operand = (expr: Expr, outer = 0): string =>
  isSide(expr) ? `bool(${inPython(expr)})` : inPython(expr, outer);

/** An expression as Python reads it, which the conditions of a search space (T1) are in. Divisions are of
 * what is not negative; who writes a file checks that.
 * @throws {Refused} where Python has no such operator. */
export function inPython(expr: Expr, outer = 0): string {
  switch (expr.kind) {
    case 'number':
      return expr.value < 0 && outer >= PREFIX ? `(${expr.value})` : String(expr.value);
    case 'name':
      return expr.name;
    case 'conditional': {
      const [then, condition] = [inPython(expr.then, 1), inPython(expr.condition, 1)];
      const text = `${then} if ${condition} else ${inPython(expr.otherwise)}`;
      return outer > 0 ? `(${text})` : text;
    }
    case 'unary': {
      const { operator, operand: inner } = expr;
      if (operator === '!') return within(`not ${inPython(inner, NOT)}`, NOT, outer);
      if (operator === 'log2') throw new Refused('log2() has no counterpart in a search space');
      return within(`${operator}${operand(inner, PREFIX)}`, PREFIX, outer);
    }
    case 'binary': {
      const { operator, left, right } = expr;
      const row = OPERATORS[operator];
      if (!row) return `${operator}(${operand(left)}, ${operand(right)})`;
      const [text, own] = row;
      // Python chains comparisons: `a < b == c` is something else there.
      const isComparison = own === 4;
      const side = own <= 2 ? inPython : operand;
      return within(
        `${side(left, isComparison ? own + 1 : own)} ${text} ${side(right, own + 1)}`,
        own,
        outer,
      );
    }
  }
}

const within = (text: string, own: number, outer: number): string =>
  own < outer ? `(${text})` : text;
