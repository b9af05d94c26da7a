import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Kernels that are launched by variables and parameters, of which the array has one element too few. */

const kernels = `template <int N> __global__ void kt(int *o) { int i = threadIdx.x; if (i < N) o[i] = N; }
template <typename T> __global__ void kf(T *o) { int i = threadIdx.x; if (i < 50) o[i] = 1; }
__global__ void kp(int *o) { int i = threadIdx.x; if (i < 50) o[i] = 1; }
`;

const program = (kernel: string, functions: string, body: string, elements: number): string => {
  const own = kernels.split('\n').find((each) => each.includes(` ${kernel}(`));
  return `${own}\n${functions}\nint main() { int *o; cudaMalloc(&o, ${elements} * sizeof(int)); ${body} }`;
};

const taking = 'void call(void (*f)(int *), int *a) { f<<<1, 64>>>(a); }';
const open = 'template <typename F> void call(F f, int *a) { f<<<1, 64>>>(a); }';

test.each([
  ['kt', taking, 'call(kt<50>, o);'],
  ['kt', open, 'call(kt<50>, o);'],
  ['kt', open, 'call(&kt<50>, o);'],
  ['kf', open, 'call(kf<int>, o);'],
  ['kt', '', 'auto f = kt<50>; f<<<1, 64>>>(o);'],
  ['kp', `${open} template <typename F> void more(F g, int *a) { call(g, a); }`, 'more(kp, o);'],
  ['kp', 'template <void (*K)(int *)> void call(int *a) { K<<<1, 64>>>(a); }', 'call<kp>(o);'],
  ['kt', '', 'void *args[] = {&o}; auto f = kt<50>; cudaLaunchKernel(f, 1, 64, args, 0, 0);'],
])('%s is followed: %s %s', async (kernel, functions, body) => {
  const short = await verdictOf(program(kernel, functions, body, 49), usualConstants());
  expect(short.findings.map(({ kind }) => kind)).toEqual(['bounds']);
  const clean = await verdictOf(program(kernel, functions, body, 50), usualConstants());
  expect([clean.status, clean.conditions]).toEqual(['right', []]);
});

const has = 'o has the elements that are accessed in each launch';
const packed =
  'template <typename F, typename... A> void call(F f, A... a) { f<<<1, 64>>>(a...); }';

test.each([
  ['kt', packed, 'call(kt<50>, o);'],
  ['kp', packed, 'call(kp, o);'],
  ['kp', 'template <typename... A> void call(A... a) { kp<<<1, 64>>>(a...); }', 'call(o);'],
  [
    'kp',
    '',
    'std::map<int, void (*)(int *)> m; m.emplace(1, kp); m.find(1)->second<<<1, 64>>>(o);',
  ],
])('%s has a condition, where nobody tells its array: %s %s', async (kernel, functions, body) => {
  const { status, conditions } = await verdictOf(
    program(kernel, functions, body, 49),
    usualConstants(),
  );
  expect(status).toBe('right');
  expect(conditions).toContain(has);
});

test('a launch of kernels that nobody tells may be one more', async () => {
  const body = 'auto f = m.find(1)->second; f<<<1, 64>>>(o); kp<<<1, 32>>>(o);';
  const { status, conditions } = await verdictOf(
    program('kp', 'std::map<int, void (*)(int *)> m{{1, kp}};', body, 32),
    usualConstants(),
  );
  expect([status, conditions]).toEqual(['right', ['it is launched as in line 3']]);
});

test('a kernel may have the name of a variable of another function', async () => {
  const text = `__global__ void k(int *o, int n) { int i = threadIdx.x; if (i < n) o[i] = i; }
void fill(int *h, int n) { for (int k = 0; k < n; k++) h[k] = k; }
int main() { int *o; cudaMalloc(&o, 200); k<<<1, 64>>>(o, 50); }`;
  const { status, conditions } = await verdictOf(text, usualConstants());
  expect([status, ...conditions]).toEqual(['right']);
});
