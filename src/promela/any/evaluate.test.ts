import fc from 'fast-check';
import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { RUNS } from '../../testing/amounts.ts';

const values = { x: 7, y: 3, 'a[2]': 5, 'b[0].w': 4, i: 2 };

test.each([
  ['x + 3 * y', 16],
  ['x - y - 1', 3],
  ['-x / 2', -3],
  ['a[i] + b[0] . w', 9],
  ['(x > y -> x : y)', 7],
  ['!(x == 7) || y == 3 && i', 1],
  ['x << 2 | 1', 29],
  ['x / (y - 3)', undefined],
  ['z', undefined],
  ['len(q)', undefined],
  ['x * 1000000000', undefined],
  ['x +', undefined],
  ['toString', undefined],
])('%s is %s', (text, value) => expect(evaluate(text, values)).toBe(value));

test('expressions come to what they come to in JavaScript, which binds as C does', () => {
  const small = fc.integer({ min: 0, max: 9 }).map(String);
  const binary = fc.constantFrom('+', '-', '*', '<', '<=', '==', '!=', '&', '|', '^');
  const { text } = fc.letrec<{ text: string }>((tie) => ({
    text: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      small,
      fc.tuple(tie('text'), binary, tie('text')).map(([a, op, b]) => `${a} ${op} ${b}`),
      tie('text').map((inner) => `(${inner})`),
      small.map((inner) => `- ${inner}`),
    ),
  }));
  fc.assert(
    fc.property(text, (expression) => {
      // In integers: a comparison is true or false there, and zero may be negative.
      const there = Number(new Function(`return (${expression})`)()) + 0;
      fc.pre(Math.abs(there) < 2 ** 30);
      const here = evaluate(expression, {});
      if (here !== undefined) expect(here).toBe(there);
    }),
    { numRuns: 100 * RUNS },
  );
});
