import { expect, test } from 'vitest';
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

test('one that states something else is not what was judged', async () => {
  const says = await saysOf(`${SHIFTS}k<<<1, 32>>>(a, b, 0);\nk<<<1, 32>>>(b, a, 1); }`);
  expect(says).toEqual({ status: 'right', conditions: ['it is launched as in line 3'] });
});

test('one that states the same is', async () => {
  const says = await saysOf(`${SHIFTS}k<<<1, 32>>>(a, b, 0);\nk<<<1, 32>>>(b, a, 0); }`);
  expect(says).toEqual({ status: 'right', conditions: [] });
});

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
