import { BINARY } from '../base/operators.ts';
import type { Expr } from '../front/expr.ts';
import { Refused } from './refused.ts';

const NOT = 3;
const PREFIX = 11;

/** Python chains comparisons: `1 <= a < b`. */
export const COMPARISONS = ['==', '!=', '<=', '>=', '<', '>'] as const;

/** Values that are 0 or 1 in both languages. */
const isTruth = (expr: Expr): boolean =>
  (expr.kind === 'number' && (expr.value === 0 || expr.value === 1)) ||
  (expr.kind === 'unary' && expr.operator === '!') ||
  (expr.kind === 'binary' &&
    (COMPARISONS.some((sign) => sign === expr.operator) ||
      (isJoined(expr) && isTruth(expr.left) && isTruth(expr.right))));

const isJoined = (expr: Expr): boolean =>
  expr.kind === 'binary' && (expr.operator === '&&' || expr.operator === '||');

/** 0 or 1 here, but one of the sides in Python (`and`, `or`). */
export const isSide = (expr: Expr): boolean => isJoined(expr) && !isTruth(expr);

/** An operand of arithmetic. */
const operand = (expr: Expr, outer = 0): string =>
  isSide(expr) ? `bool(${inPython(expr)})` : inPython(expr, outer);

/** A T1 condition in Python. The caller ensures that divisions are of non-negative values.
 * @throws {Refused} for operators Python lacks. */
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
      const { python } = BINARY[operator];
      if (python === null) return `${operator}(${operand(left)}, ${operand(right)})`;
      const { precedence: own, text = operator } = python;
      // `a < b == c` would chain in Python.
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
