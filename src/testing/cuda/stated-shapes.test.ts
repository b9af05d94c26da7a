import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** One thread for each of `n` elements of a tensor. */
const text = (made: string, pointer: string, n: string): string =>
  `__global__ void k(float *o, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) o[i] = 1.f; }
torch::Tensor f(torch::Tensor x) { ${made} k<<<1, 64>>>(${pointer}, ${n}); return o; }`;

test.each([
  ['auto o = torch::empty({50}, x.options());', 'o.data_ptr<float>()'],
  ['auto o = torch::zeros({5, 10}, x.options());', 'o.data_ptr<float>()'],
  ['const int m = 25; auto o = torch::empty({m, 2}, x.options());', 'o.data_ptr<float>()'],
  ['auto o = torch::empty(std::vector<int64_t>{5, 10}, x.options());', 'o.data_ptr<float>()'],
  ['auto o = torch::empty({50}, x.options()); float *p = o.mutable_data_ptr<float>();', 'p'],
  ['auto o = torch::empty({25}, torch::kFloat64); float *p = (float *)o.data_ptr<double>();', 'p'],
])('the elements of a tensor are those of its shape: %s', async (made, pointer) => {
  const statusOf = async (n: string) =>
    (await verdictOf(text(made, pointer, n), usualConstants())).status;
  expect([await statusOf('50'), await statusOf('51')]).toEqual(['right', 'wrong']);
});

test.each([
  ['auto o = torch::arange(50, x.options());', 'o.data_ptr<float>()'],
  ['auto o = torch::empty({50}, x.options()); float *p = (float *)o.data_ptr();', 'p'],
  ['auto o = torch::empty({2, 25}, x.options()); auto p = o[1].data_ptr<float>();', 'p'],
])('where they are not told, a verdict says so: %s', async (made, pointer) => {
  const { status, conditions } = await verdictOf(text(made, pointer, '51'), usualConstants());
  expect({ status, conditions }).toEqual({
    status: 'right',
    conditions: ['o has the elements that are accessed in each launch'],
  });
});

const ADDED = (check: string): string =>
  `__global__ void k(const float *x, const float *b, float *y, int rows, int cols) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < rows * cols) y[i] = x[i] + b[i % rows]; }
torch::Tensor f(torch::Tensor x, torch::Tensor b) { ${check} auto y = torch::empty_like(x); int rows = x.size(0), cols = x.size(1); k<<<(rows * cols + 255) / 256, 256>>>(x.data_ptr<float>(), b.data_ptr<float>(), y.data_ptr<float>(), rows, cols); return y; }`;

test.each([
  ['TORCH_CHECK(b.numel() == x.size(0));', 'right'],
  ['TORCH_CHECK(b.numel() == x.size(1), "size");', 'depends'],
  ['TORCH_CHECK(x.dim() == 2 && x.size(1) == b.numel());', 'depends'],
  ['TORCH_CHECK_EQ(b.numel(), x.size(1));', 'depends'],
])('a check of the host says how many elements there are: %s', async (check, expected) => {
  expect((await verdictOf(ADDED(check), usualConstants())).status).toBe(expected);
});

const TILES = (step: string): string =>
  `__global__ void k(const float *x, float *y, int cols) { __shared__ float buf[64]; float s = 0.f;
for (int base = 0; base < cols; base += ${step}) { int c = base + threadIdx.x; buf[threadIdx.x] = c < cols ? x[blockIdx.x * cols + c] : 0.f; __syncthreads(); for (int j = 0; j < 64; j++) s += buf[j]; }
y[blockIdx.x * 64 + threadIdx.x] = s; }
torch::Tensor f(torch::Tensor x) { int rows = x.size(0), cols = x.size(1); auto y = torch::empty({rows, 64}, x.options()); k<<<rows, 64>>>(x.data_ptr<float>(), y.data_ptr<float>(), cols); return y; }`;

test.each(['64', 'blockDim.x'])(
  'a loop over an open length goes through more than one tile of %s',
  async (step) => {
    const { status, findings } = await verdictOf(TILES(step), usualConstants());
    expect([status, findings[0]?.kind]).toEqual(['wrong', 'race-local']);
  },
);
