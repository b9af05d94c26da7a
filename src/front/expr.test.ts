import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  binary,
  conditional,
  fromPolynomial,
  not,
  signOf,
  substitute,
  toPolynomial,
  unary,
} from './algebra.ts';
import { ExprError, evaluate, name, namesIn, num, show, type Expr } from './expr.ts';
import { parseExpr } from './expr-parser.ts';
import type { BinaryOperator, UnaryOperator } from '../base/operators.ts';

const OPERATORS: readonly BinaryOperator[] = [
  ...(['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '==', '!='] as const),
  ...(['&&', '||', '&', '|', '^', '<<', '>>', 'min', 'max'] as const),
];
const UNARY: readonly UnaryOperator[] = ['-', '!', '~', 'log2'];
const NAMES = ['WG', 'TS', 'size', 'lid'];

const { expr } = fc.letrec<{ expr: Expr }>((tie) => ({
  expr: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.integer({ min: -20, max: 20 }).map(num),
    fc.constantFrom(...NAMES).map(name),
    fc
      .tuple(fc.constantFrom(...UNARY), tie('expr'))
      .map(([operator, operand]): Expr => ({ kind: 'unary', operator, operand })),
    fc
      .tuple(fc.constantFrom(...OPERATORS), tie('expr'), tie('expr'))
      .map(([operator, left, right]): Expr => ({ kind: 'binary', operator, left, right })),
    fc
      .tuple(tie('expr'), tie('expr'), tie('expr'))
      .map(([condition, then, otherwise]): Expr => ({
        kind: 'conditional',
        condition,
        then,
        otherwise,
      })),
  ),
}));

const environment = fc.record({
  WG: fc.integer({ min: 1, max: 64 }),
  TS: fc.integer({ min: 1, max: 64 }),
  size: fc.integer({ min: 1, max: 4096 }),
  lid: fc.nat(63),
});

function valueOf(tree: Expr, values: Record<string, number>): number | string {
  try {
    return evaluate(tree, values);
  } catch (error) {
    if (error instanceof ExprError) return 'none';
    throw error;
  }
}

describe('expressions', () => {
  test('what is shown is read back as the same value', () => {
    fc.assert(
      fc.property(expr, environment, (tree, values) => {
        const again = parseExpr(show(tree));
        expect(again).toBeDefined();
        if (again === undefined) return;
        expect(show(parseExpr(show(again)) ?? num(0))).toBe(show(again));
        expect(valueOf(again, values)).toBe(valueOf(tree, values));
        expect(namesIn(again)).toEqual(namesIn(tree));
      }),
      { numRuns: 2000 },
    );
  });

  test('simplifying never changes a value', () => {
    const rebuilt = (tree: Expr): Expr => {
      switch (tree.kind) {
        case 'number':
        case 'name':
          return tree;
        case 'unary':
          return tree.operator === '!'
            ? not(rebuilt(tree.operand))
            : unary(tree.operator, rebuilt(tree.operand));
        case 'binary':
          return binary(tree.operator, rebuilt(tree.left), rebuilt(tree.right));
        case 'conditional':
          return conditional(rebuilt(tree.condition), rebuilt(tree.then), rebuilt(tree.otherwise));
      }
    };
    fc.assert(
      fc.property(expr, environment, (tree, values) => {
        const before = valueOf(tree, values);
        if (before === 'none') return;
        expect(valueOf(rebuilt(tree), values)).toBe(before);
        expect(
          valueOf(
            substitute(tree, new Map(Object.entries(values).map(([k, v]) => [k, num(v)]))),
            {},
          ),
        ).toBe(before);
      }),
      { numRuns: 2000 },
    );
  });

  test('polynomials keep the value, and signs are right', () => {
    const positive = new Set(['WG', 'TS', 'size']);
    fc.assert(
      fc.property(expr, environment, (tree, values) => {
        const before = valueOf(tree, values);
        if (typeof before === 'string') return;
        const after = valueOf(fromPolynomial(toPolynomial(tree)), values);
        if (after !== 'none') expect(after).toBe(before);
        const sign = signOf(tree, positive);
        // A quotient counts as positive (see signOf), so a negated one may be zero.
        if (sign === 'negative' && !/\/|>>/.test(show(tree))) expect(before).toBeLessThan(0);
        if (sign === 'natural' || sign === 'positive') expect(before).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['7 / -2', -3],
    ['-7 % 3', -1],
    ['1 << 40', 2 ** 40],
    ['-5 >> 1', -3],
    ['(1 << 40) & ((1 << 40) + 5)', 2 ** 40],
    ['log2(1)', 0],
    ['log2(1023)', 9],
    ['log2(0)', -1],
    ['min(3, 2, 5)', 2],
    ['0 && 1 / 0', 0],
    ['1 || 1 / 0', 1],
    ['0 ? 1 / 0 : 3', 3],
    ['0x1F + 010', 39],
    ['2 - 3 - 4', -5],
    ['0 * -3', 0],
  ])('%s is %d', (text, value) => {
    const tree = parseExpr(text);
    expect(tree === undefined ? undefined : evaluate(tree, {})).toBe(value);
  });

  test('what has no value says why', () => {
    const fails = (text: string): string => {
      const tree = parseExpr(text);
      try {
        if (tree !== undefined) evaluate(tree, { size: 16 });
      } catch (error) {
        if (error instanceof ExprError) return error.message;
      }
      return '';
    };
    expect(fails('size / (size - 16)')).toMatch(/divides by zero/);
    expect(fails('WG + 1')).toMatch(/WG is not known/);
    expect(fails('1 << 60')).toMatch(/too large/);
    expect(fails('1 << -1')).toMatch(/negative/);
  });

  test.each([
    '',
    '1 +',
    '(1',
    'f(2)',
    '1 2',
    '1.5',
    '99999999999999999999',
    'a ? b',
    `${'('.repeat(500)}1`,
  ])('%j is no expression', (text) => {
    expect(parseExpr(text)).toBeUndefined();
  });
});
