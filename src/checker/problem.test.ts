import { expect, test } from 'vitest';
import { kernelOf, platform, problemOf } from '../testing/engine.ts';
import {
  combinations,
  problemConfigurations,
  rangesOf,
  tooManyCombinations,
  tooManyWords,
} from './problem.ts';

const problemWith = (domain: string, size: number) =>
  problemOf({
    kernel: kernelOf(`#pragma tuner param N = ${domain}
#pragma tuner local_size 2
#pragma tuner items 2
#pragma tuner cost f = N
__kernel void k(__global int *a) { f(); }`),
    ...({ semantics: 'opencl', level: 'accelerated' } as const),
    constants: platform({ size }),
  });

test('a parameter may have a million values', () => {
  const problem = problemWith('range(1, size, 1)', 1_000_000);
  expect(rangesOf(problem)).toEqual({ N: { low: 1, high: 1_000_000, step: 1 } });
  expect(tooManyWords(problem)).toBeUndefined();
  expect(combinations(problem)).toBe(1_000_000);
  const [first] = problemConfigurations(problem);
  expect(first).toEqual({ values: { N: 1 } });
});

test('the values of a list stand in any order', () => {
  expect(rangesOf(problemWith('{8, 2, 4}', 16))).toEqual({ N: { low: 2, high: 8 } });
  expect(rangesOf(problemWith('range(8, 20, 4)', 16), { N: 12 })).toEqual({
    N: { low: 12, high: 12, step: 1 },
  });
});

test('very many combinations are searched where constraints leave few', () => {
  const problem = (...require: string[]) =>
    problemOf({
      kernel:
        kernelOf(`${['A', 'B', 'C'].map((name) => `#pragma tuner param ${name} = range(1, 300)`).join('\n')}
${require.map((one) => `#pragma tuner require ${one}`).join('\n')}
#pragma tuner local_size 2
#pragma tuner items 2
__kernel void k(__global int *a) { a[0] = A + B + C; }`),
      ...({ semantics: 'opencl', level: 'accelerated' } as const),
      constants: platform(),
      anyNumber: true,
    });
  expect(tooManyCombinations(problem('A == B', 'B == C'))).toBeUndefined();
  expect([...problemConfigurations(problem('A == B', 'B == C'))]).toHaveLength(300);
  const text = tooManyCombinations(problem('A <= B'));
  expect(text).toMatch(/27,000,000 combinations .*at most 10,000,000 are searched/);
});
