import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluate, type Expr, name, num, partsOf } from '../front/expr.ts';
import { createNodeKernelParser } from '../kernel/node.ts';
import { usualConstants } from '../platform/index.ts';
import { total } from '../promela/phases.ts';
import { pose } from './pose.ts';

const parser = await createNodeKernelParser();
const posed = (text: string) =>
  pose(parser, text, { semantics: 'opencl', level: 'accelerated', constants: usualConstants() });

const kernel = (body: string): string =>
  `#pragma tuner param WG = {4}\n__kernel void k(__global int *a) {\n${body}\n}\n`;

/** Errors by code, line and message. */
const errors = (text: string): [string, number, string][] =>
  posed(text)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, span, message }) => [
      code,
      text.slice(0, span.start).split('\n').length,
      message,
    ]);

describe('a text that is too large', () => {
  it('is refused where it becomes so', () => {
    const text = kernel('  a[0] = 1;\n'.repeat(100_000));
    expect(errors(text)).toEqual([
      [
        'too-large',
        expect.closeTo(600_000 / 7, -2),
        expect.stringMatching(/600000 words and signs/),
      ],
    ]);
  });

  it('is one whose functions double each other, and says so', () => {
    const doubling = Array.from(
      { length: 18 },
      (_, i) => `void f${i + 1}(__global int *a) { f${i}(a); f${i}(a); }`,
    );
    const text = `void f0(__global int *a) { a[0] = 1; }\n${doubling.join('\n')}\n${kernel('f18(a);')}`;
    expect(errors(text)).toMatchObject([
      ['too-large', 21, expect.stringMatching(/unfold to too many statements/)],
    ]);
  });

  it('is none with loops in loops in loops', () => {
    const loops = Array.from({ length: 14 }, (_, i) => `for (int i${i} = 0; i${i} < 4; i${i}++)`);
    expect(errors(kernel(`${loops.join('\n')}\na[0] = 1;`))).toEqual([]);
  });

  it('is one whose model no compiler gets through in a while', () => {
    const barriers = '  a[0] = 1; barrier(CLK_LOCAL_MEM_FENCE);\n'.repeat(1000);
    expect(errors(kernel(barriers))).toMatchObject([
      ['too-large', 2, expect.stringMatching(/The model of k is too large to be compiled/)],
    ]);
  });

  it('is one with an endless expression in a pragma', () => {
    const text = `#pragma tuner items ${Array(20_000).fill('4').join('+')}\n${kernel('a[0] = 1;')}`;
    expect(errors(text)).toMatchObject([['broken-pragma', 1, expect.stringMatching(/too long/)]]);
  });
});

describe('a long text', () => {
  it('of statements that are alike has a short model', () => {
    const { problem, diagnostics } = posed(kernel('  a[0] = 1;\n'.repeat(20_000)));
    expect(diagnostics).toEqual([]);
    expect(problem?.model.text).toMatch(/\b20000\b/);
    expect(problem?.model.text.length).toBeLessThan(30_000);
  });
});

const depthOf = (expr: Expr): number => 1 + Math.max(0, ...partsOf(expr).map(depthOf));

it('the sum of many costs is that of each, and not deep', () => {
  const term = fc.oneof(
    fc.integer({ min: 0, max: 9 }).map(num),
    fc.integer({ min: 0, max: 2000 }).map((at) => name(`v${at}`)),
  );
  const values = Object.fromEntries(
    Array.from({ length: 2001 }, (_, at) => [`v${at}`, at * at + 1]),
  );
  fc.assert(
    fc.property(fc.array(term, { maxLength: 3000, size: 'max' }), (terms) => {
      const sum = total(terms);
      expect(evaluate(sum, values)).toBe(
        terms.reduce((before, each) => before + evaluate(each, values), 0),
      );
      expect(depthOf(sum)).toBeLessThan(120);
    }),
    { numRuns: 20 },
  );
});
