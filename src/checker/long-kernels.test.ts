import { afterAll, describe, expect, it } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { usualConstants } from '../platform/index.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { LONG_SHAPES } from '../testing/long-kernels.ts';
import { pose } from './pose.ts';
import { poseValues } from './pose-values.ts';

const parser = await createNodeKernelParser();
const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());

const posed = (text: string) =>
  pose(parser, text, { semantics: 'opencl', level: 'auto', constants: usualConstants() });
/** The message for kernels that are not modelled. */
const PLAINLY = /nested too deeply: a text may have \d+ levels/;

describe.each(Object.entries(LONG_SHAPES))('%s', (_, shape) => {
  it.each([600, 2000])('%i lines are modelled, or it is said why not', (lines) => {
    const { problem, diagnostics } = posed(shape(lines));
    if (problem) expect(problem.model.text.length).toBeLessThan(100_000);
    else expect(diagnostics[0]?.message).toMatch(PLAINLY);
  });
});

it('which are most of them', () => {
  const missing = (lines: number) =>
    Object.entries(LONG_SHAPES).flatMap(([name, shape]) =>
      posed(shape(lines)).problem ? [] : [name],
    );
  expect(missing(600)).toEqual(['one expression']);
  expect(missing(2000)).toEqual(['else if', 'else if over work-items', 'one expression']);
});

it('their values are followed too', () => {
  const setting = { constants: { ...usualConstants(), size: 16 }, given: {} };
  const silent = Object.entries(LONG_SHAPES).filter(([, shape]) => {
    const { programs, diagnostics } = poseValues(parser, shape(600), setting);
    return programs.length === 0 && !PLAINLY.test(diagnostics[0]?.message ?? '');
  });
  expect(silent).toEqual([]);
});

it('clang says what it did not check', { timeout: 60_000 }, async () => {
  const found = await toolchain.checkKernel({ text: LONG_SHAPES['one expression'](60_000) });
  expect(found).toMatchObject([{ line: 0, message: expect.stringContaining('ran out of stack') }]);
});

it('a choice among many cases is the first that holds, and costs what those before it cost', () => {
  // Written in halves, with each comparison: as deep as a list.
  const text = LONG_SHAPES['else if over work-items'](400);
  const { problem } = pose(parser, text, {
    semantics: 'opencl',
    level: 'baton',
    constants: { ...usualConstants(), AT: 1 },
  });
  const line = problem?.model.text.split('\n').find((one) => one.includes('item == 150')) ?? '';
  let depth = 0;
  let deepest = 0;
  for (const sign of line) {
    if (sign === '(') deepest = Math.max(deepest, (depth += 1));
    if (sign === ')') depth -= 1;
  }
  expect(deepest).toBeGreaterThan(10);
  expect(deepest).toBeLessThan(80);
});
