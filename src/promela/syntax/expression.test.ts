import { afterAll, describe, expect, it } from 'vitest';
import { parseExpr } from '../../kernel/expr-parser.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { checkerOf, kernelOf, platform, simulatedTime } from '../../testing/engine.ts';
import { simulateEvents } from '../../testing/event-simulation.ts';
import { condition, expression, factor, promela } from './expression.ts';

const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

describe('an expression in Promela', () => {
  it.each([
    ['a', 'a', 'a'],
    ['a + 1', 'a + 1', '(a + 1)'],
    ['(a + b) * c', '(a + b) * c', '((a + b) * c)'],
    ['!a', '!a', '(!a)'],
    ['-3', '(-3)', '(-3)'],
    // Promela knows a conditional only in parentheses.
    ['a ? b : c', '(a -> b : c)', '(a -> b : c)'],
    ['min(a, b)', '(a < b -> a : b)', '(a < b -> a : b)'],
    ['max(a, b) + 1', '(a > b -> a : b) + 1', '((a > b -> a : b) + 1)'],
  ])('writes %s', (text, alone, within) => {
    const expr = parseExpr(text);
    if (!expr) throw new Error('no expression');
    expect(promela(condition(expr, expression))).toBe(alone);
    expect(promela(factor(expr, expression))).toBe(within);
  });

  it('multiplies the whole size of a group', { timeout: 30_000 }, async () => {
    const kernel = kernelOf(`#pragma tuner param W = {2}
#pragma tuner local_size W + 1
#pragma tuner items 2 * (W + 1)
__kernel void k(__global int *a) {
  for (int i = 0; i < get_global_id(0); i++) a[i] = i;
}`);
    const constants = platform({ NP: 2, NU: 1 });
    const expected = simulateEvents(kernel, { W: 2 }, constants);
    // The first element has the items 0, 2 and 3, 5 of the groups, of 4 ticks for each before them.
    expect(expected).toMatchObject({ kind: 'finished', time: 2 + 4 * (0 + 2) + 4 * (3 + 5) });
    for (const level of ['baton', 'free'] as const) {
      const checker = checkerOf(toolchain, { kernel, semantics: 'opencl', level, constants });
      expect({ time: await simulatedTime(checker, { W: 2 }) }).toEqual({
        time: expected.kind === 'finished' ? expected.time : undefined,
      });
    }
  });
});
