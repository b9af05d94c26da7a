import { describe, expect, it } from 'vitest';
import { kernelOf } from '../testing/engine.ts';
import { tokenize } from './lexer.ts';
import { ownValueAt } from './own-values.ts';

const KERNEL = `
__kernel void k(__global const float* x, __global float* y) {
  HERE
  float s = 0;
  for (int j = 0; j < TS; j++) s += x[get_global_id(0) * TS + j];
  y[get_global_id(0)] = s;
}`;

const HOST = `
__global__ void k(const float* x, float* y) {
  __shared__ float s[TS];
  s[threadIdx.x] = x[blockIdx.x * TS + threadIdx.x];
  __syncthreads();
  for (int i = 1; i < TS; i++) y[blockIdx.x * TS + threadIdx.x] += s[i];
}
int main() {
  HERE
  float *x, *y;
  cudaMalloc(&x, 1024 * 4);
  cudaMalloc(&y, 1024 * 4);
  k<<<1024 / TS, TS>>>(x, y);
}`;

const PARAM = '#pragma tuner param TS = {2, 4, 8}\n';

/** All that costs, wherever it stands. */
const costs = (text: string): unknown => {
  const { body, geometry, parameters } = kernelOf(text);
  return JSON.parse(
    JSON.stringify(
      { body, geometry, names: parameters.map(({ name }) => name) },
      (key, value: unknown) => (key === 'span' || key === 'spans' ? undefined : value),
    ),
  );
};

const open = `${PARAM}#pragma tuner local_size 4\n#ifndef TS\n#define TS 4\n#endif${KERNEL.replace('HERE', '')}`;

describe('a value that a text gives a tuning parameter', () => {
  it.each([
    'enum { TS = 4 };',
    'enum Sizes { ONE, TS = 4, OTHER };',
    '__constant int TS = 4;',
    'constant uint ONE = 1, TS = 4;',
  ])('gives way in %s', (line) => {
    const text = `${PARAM}#pragma tuner local_size 4\n${line}${KERNEL.replace('HERE', '')}`;
    expect(costs(text)).toEqual(costs(open));
  });

  it.each([
    'const int TS = 4;',
    'int TS = 4;',
    'const int one = 1, TS = 2 * 2;',
    'enum { TS = 4 };',
  ])('gives way in a kernel, in %s', (line) => {
    const text = `${PARAM}#pragma tuner local_size 4\n${KERNEL.replace('HERE', line)}`;
    expect(costs(text)).toEqual(costs(open));
  });

  it.each([
    ['constexpr int TS = 4;', ''],
    ['const int TS{4};', ''],
    ['static const unsigned TS = 4;', ''],
    ['#define TS 4', ''],
  ])('gives way in a host and its kernel, in %s', (global, local) => {
    const expected = costs(`${PARAM}${HOST.replace('HERE', '')}`);
    expect(costs(`${PARAM}${global}\n${HOST.replace('HERE', local)}`)).toEqual(expected);
  });

  it('gives way where only a host’s function has it', () => {
    const launched = (line: string): string =>
      `${PARAM}template <int B>${HOST.replaceAll('TS', 'B')
        .replace('HERE', line)
        .replace('k<<<1024 / B, B>>>', 'k<TS><<<1024 / TS, TS>>>')}`;
    expect(costs(launched('const int n = 1024, TS = 4;'))).toEqual(costs(launched('')));
    expect(costs(launched('int TS = 4;'))).toEqual(costs(launched('')));
  });

  it.each([
    ['int TS = 4; TS += 2;', 'varies'],
    ['int TS = 4; ++TS;', 'varies'],
    ['int TS = 4; std::cin >> TS;', 'varies'],
    ['int TS = 4; set(&TS);', 'varies'],
    ['const int TS = 4; f(a == TS);', 'fixed'],
    ['int TS = 4; if (a & TS) b = TS == 3;', 'fixed'],
    ['int *TS = p;', undefined],
    ['for (int TS = 4; TS < 8; TS++) ;', undefined],
    ['void f(int TS = 4);', undefined],
    ['template <int TS = 4> struct A {};', undefined],
    ['a = TS == 4;', undefined],
    ['TS = 4;', undefined],
    ['int a = TS, b;', undefined],
    ['float TS = 4;', undefined],
  ] as const)('%s: %s', (text, expected) => {
    const tokens = tokenize(text);
    const index = tokens.findIndex((token) => token.text === 'TS');
    expect(ownValueAt(tokens, index, text)).toBe(expected);
  });
});
