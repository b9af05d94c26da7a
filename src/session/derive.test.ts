import { expect, it } from 'vitest';
import { createNodeKernelParser } from '../kernel/node.ts';
import { derive } from './derive.ts';
import { exampleSettings } from './kept/settings.ts';

const parser = await createNodeKernelParser();

/** Parameters with names of 30 characters each. */
const withParameters = (count: number): string => `
${Array.from({ length: count }, (_, at) => `#pragma tuner param ${`p${at}`.padEnd(30, '_x')} = {1, 2}`).join('\n')}
#pragma tuner local_size 2
__kernel void k(__global int *A) { A[get_global_id(0)] = 1; }`;

it('a constant that is out of range is named, with what may be', () => {
  const settings = exampleSettings('abstract', withParameters(1));
  const obstacle = (typed: Partial<typeof settings.constants>, semantics = settings.semantics) =>
    derive(
      {
        ...settings,
        semantics,
        level: 'auto',
        method: 'bisection',
        constants: { ...settings.constants, ...typed },
      },
      parser,
    ).derived.obstacle;
  expect(obstacle({ NP: 'abc' })).toBe('NP abc is not a whole number from 1 to 65,536.');
  expect(obstacle({ NP: '', GMT: '-1' })).toMatch(
    /^NP is empty: it has to be a whole number from 1 to 65,536\. Wrong as well: GMT\.$/,
  );
  expect(obstacle({ NP: 'abc' }, 'device')).toBeUndefined();
});

it('parameters that the command line of a verifier has no room for are an obstacle, said at once', () => {
  const derived = (count: number) =>
    derive(
      {
        ...exampleSettings('abstract', withParameters(count)),
        semantics: 'opencl',
        level: 'auto',
        method: 'bisection',
      },
      parser,
    );
  expect(derived(4).derived.obstacle).toBeUndefined();
  expect(derived(4).problem).toBeDefined();
  expect(derived(12).derived.obstacle).toMatch(
    /^The tuning parameters and constants take \d+ characters .* shorter names\.$/,
  );
  expect(derived(12).problem).toBeUndefined();
});
