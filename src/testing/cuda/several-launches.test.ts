import { describe, expect, it, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { parser } from '../kernels.ts';
import { verdictOf } from '../verdict-of.ts';

/** Kernels that the host launches more than once. */

const CONSTANTS = usualConstants();

const saysOf = async (text: string) => {
  const { status, conditions } = await verdictOf(text, CONSTANTS);
  return { status, conditions };
};

const SHIFTS = `__global__ void k(int *a, const int *b, int from) { a[threadIdx.x] = b[threadIdx.x + from]; }
int main() { int *a, *b; cudaMalloc(&a, 128); cudaMalloc(&b, 128);
`;

test('one that states something else is judged too', async () => {
  const second = async (threads: number) =>
    saysOf(`${SHIFTS}k<<<1, 32>>>(a, b, 0);\nk<<<1, ${threads}>>>(b, a, 1); }`);
  expect((await second(32)).status).toBe('wrong');
  expect(await second(31)).toEqual({ status: 'right', conditions: ['somebody sets b'] });
});

test('one that states the same is', async () => {
  const says = await saysOf(`${SHIFTS}k<<<1, 32>>>(a, b, 0);\nk<<<1, 32>>>(b, a, 0); }`);
  expect(says).toEqual({ status: 'right', conditions: ['somebody sets b'] });
});

test.each([
  ['k<<<g, 64>>>(a)', 'int g = 4; g <= 8; g *= 2', 'right', []],
  ['k<<<g, 64>>>(a)', 'int g = 4; g <= 16; g *= 2', 'wrong', []],
  ['k<<<1, g>>>(a)', 'int g = 32; g <= 512; g *= 2', 'right', []],
  ['k<<<1, g>>>(a)', 'int g = 32; g <= 1024; g *= 2', 'wrong', []],
  ['k<<<g, 64>>>(a)', 'int g = 4; g <= limit(); g *= 2', 'right', ['g = 4']],
])(
  'of a loop that changes its blocks or threads each round is, where it can be followed: %s, %s',
  async (launch, loop, status, conditions) => {
    const says =
      await saysOf(`__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main() { int *a; cudaMalloc(&a, 512 * 4); for (${loop}) ${launch}; }`);
    expect(says).toEqual({ status, conditions });
  },
);

const MAPS = `struct Same { __device__ int operator()(int i) const { return i; } };
struct Half { __device__ int operator()(int i) const { return i / 2; } };
template <typename Op> __global__ void put(int *o, Op op) { o[op(threadIdx.x)] = threadIdx.x; }
template <typename Op> void run(int *o, Op op) { put<<<1, 32>>>(o, op); }
`;

test.each([
  ['functor', 'run(o, Same()); run(o, Half{});', ['put<Same>', 'put<Half>']],
  [
    'lambda',
    'run(o, [=] __device__ (int i) { return i; }); run(o, [=] __device__ (int i) { return i / 2; });',
    ['put<lambda 1>', 'put<lambda 2>'],
  ],
  [
    'functor',
    'outer(o, Same{}); outer(o, Half{}); } template <typename Op> void outer(int *o, Op op) { run(o, op);',
    ['put<Same>', 'put<Half>'],
  ],
])('a template is read for the %s of each call around its launch', (_, calls, expected) => {
  const text = `${MAPS}int main() { int *o; cudaMalloc(&o, 128); ${calls} }`;
  const names = expected.map(
    (kernelName) => parser.programOf(text, { kernelName, values: {} }).kernel?.name,
  );
  expect(names).toEqual(expected);
});

test('also where the type is given on', async () => {
  const text = `${MAPS.replace('put<<<', 'put<Op><<<')}int main() { int *o; cudaMalloc(&o, 128); run(o, Half{}); }`;
  expect((await verdictOf(text, CONSTANTS)).status).toBe('wrong');
});

describe('variables of the device', () => {
  const KEPT = ['n holds what it begins with at each launch'];
  const kernel = `__device__ int n = 0;
__global__ void k(int *a) { a[n * 64 + threadIdx.x] = 1; __syncthreads(); if (threadIdx.x == 0) n = 1; }`;
  const only = kernel.replace('__syncthreads(); if (threadIdx.x == 0) n = 1;', '');
  const other = `${only} __global__ void set() { n = 1; }`;
  const calling = `${only} __device__ void up() { n++; } __global__ void set() { up(); }`;
  const wrapped = `${kernel} void run(int *a) { k<<<1, 32>>>(a); }`;

  it.each([
    ['once', kernel, 'k<<<1, 32>>>(a);', []],
    ['twice', kernel, 'k<<<1, 32>>>(a); k<<<1, 32>>>(a);', KEPT],
    ['in a loop', kernel, 'for (int i = 0; i < 3; i++) k<<<1, 32>>>(a);', KEPT],
    ['by a function', wrapped, 'run(a);', []],
    ['by a function, twice', wrapped, 'run(a); run(a);', KEPT],
    ['behind another kernel that changes it', other, 'set<<<1, 1>>>(); k<<<1, 32>>>(a);', KEPT],
    ['behind another kernel that calls', calling, 'set<<<1, 1>>>(); k<<<1, 32>>>(a);', KEPT],
    ['twice, unchanged', only, 'k<<<1, 32>>>(a); k<<<1, 32>>>(a);', []],
  ])('hold their first values where it is launched %s', async (_, text, launches, expected) => {
    const says = await saysOf(`${text} int main() { int *a; cudaMalloc(&a, 128); ${launches} }`);
    expect(says).toEqual({ status: 'right', conditions: expected });
  });
});
