import { afterAll, describe, expect, it } from 'vitest';
import { evaluate, type Expr, name, num } from '../../front/expr.ts';
import { parseExpr } from '../../front/expr-parser.ts';
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

  it('is the same for a long choice, which is written in halves', () => {
    for (const count of [3, 24, 25, 60, 133]) {
      let expr: Expr = name('K');
      for (let at = count - 1; at >= 0; at -= 1) {
        const asked = { kind: 'binary', operator: '==', left: name('i'), right: num(at) } as const;
        const next = { kind: 'conditional', condition: asked, then: num(at * at), otherwise: expr };
        expr = { kind: 'binary', operator: '+', left: name('AT'), right: next as Expr };
      }
      const written = promela(condition(expr, expression)).replaceAll('->', '?');
      // oxlint-disable-next-line no-new-func -- Promela's operators are those of JavaScript.
      const value = new Function('i', 'AT', 'K', `return ${written}`) as (...n: number[]) => number;
      for (const i of [0, 1, 11, count - 1, count, 500])
        expect(value(i, 3, 1000)).toBe(evaluate(expr, { i, AT: 3, K: 1000 }));
    }
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
    // The first element has the groups' items 0, 2 and 3, 5, each after 4 ticks per earlier item.
    expect(expected).toMatchObject({ kind: 'finished', time: 2 + 4 * (0 + 2) + 4 * (3 + 5) });
    for (const level of ['baton', 'free'] as const) {
      const checker = checkerOf(toolchain, { kernel, semantics: 'opencl', level, constants });
      expect({ time: await simulatedTime(checker, { W: 2 }) }).toEqual({
        time: expected.kind === 'finished' ? expected.time : undefined,
      });
    }
  });
});
