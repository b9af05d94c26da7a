import { expect, test } from 'vitest';
import { problemConfigurations } from '../checker/problem.ts';
import { kernelOf, platform, problemOf } from '../testing/engine.ts';

const reasonsOf = (text: string): readonly string[] => {
  const constants = platform({ size: 16 });
  const kernel = kernelOf(text);
  const problem = problemOf({ kernel, semantics: 'opencl', level: 'accelerated', constants });
  return [...problemConfigurations(problem)].flatMap(({ reason }) => reason ?? []);
};

test('refusals speak the language of the text', () => {
  const facts = '#pragma tuner param WG = {5}\n';
  const opencl = '__kernel void k(__global int *o) { o[get_global_id(0)] = 1; }\n';
  expect(reasonsOf(`${facts}${opencl}`)).toEqual(['16 work-items do not divide into groups of 5']);
  const cuda = '__global__ void k(int *o) { o[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n';
  expect(reasonsOf(`${facts}${cuda}`)).toEqual(['16 threads do not divide into groups of 5']);
});
