import { describe, expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** Accessors of PyTorch's tensors, as its extensions are written. */

const CONSTANTS = { ...usualConstants(), size: 16 };

const HEAD = '#include <torch/extension.h>\n';

const ROWS = `torch::Tensor f(torch::Tensor a, torch::Tensor b) {
  auto out = torch::empty({a.size(0), a.size(1)}, a.options());
  AT_DISPATCH_FLOATING_TYPES(a.scalar_type(), "k", ([&] {
    k<scalar_t><<<(a.size(0) + 127) / 128, 128>>>(
      a.packed_accessor64<scalar_t, 2>(), b.packed_accessor64<scalar_t, 2>(),
      out.packed_accessor64<scalar_t, 2, torch::RestrictPtrTraits>());
  }));
  return out;
}`;

const ofRows = (body: string): string => `${HEAD}template <typename T>
__global__ void k(
    const torch::PackedTensorAccessor64<T, 2> a, torch::PackedTensorAccessor64<T, 2> b,
    torch::PackedTensorAccessor64<T, 2, torch::RestrictPtrTraits> out) {
  int64_t i = blockIdx.x * blockDim.x + threadIdx.x;
  ${body}
}
${ROWS}`;

const CELL = (guard: string): string => `${HEAD}template <typename scalar_t>
__global__ void k(
    const torch::PackedTensorAccessor32<scalar_t, 3, torch::RestrictPtrTraits> gates,
    torch::PackedTensorAccessor32<scalar_t, 2, torch::RestrictPtrTraits> cell) {
  const int n = blockIdx.y;
  const int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (${guard}) cell[n][c] = gates[n][0][c] + gates[n][2][c];
}
torch::Tensor f(torch::Tensor x, torch::Tensor old) {
  const auto batch = old.size(0);
  const auto state = old.size(1);
  auto gates = x.reshape({batch, 3, state});
  auto cell = torch::zeros_like(old);
  const dim3 blocks((state + 63) / 64, batch);
  AT_DISPATCH_FLOATING_TYPES(x.type(), "k", ([&] {
    k<scalar_t><<<blocks, 64>>>(gates.packed_accessor32<scalar_t, 3, torch::RestrictPtrTraits>(),
      cell.packed_accessor32<scalar_t, 2, torch::RestrictPtrTraits>());
  }));
  return cell;
}`;

const ALONE = (step: string): string => `${HEAD}template <typename T>
__device__ T total(const at::TensorAccessor<T, 1, at::RestrictPtrTraits, int32_t> row) {
  T s = 0;
  for (int j = 0; j < row.size(0); j++) s += row[j];
  return s;
}
__global__ void k(const at::PackedTensorAccessor32<float, 2, at::RestrictPtrTraits> a,
                  at::PackedTensorAccessor32<float, 1, at::RestrictPtrTraits> out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < out.size(0)) { auto row = a[i]; out[i${step}] = total(row) + a.stride(1); }
}`;

const LOOP = 'for (int64_t j = 0; j < a.size(1); j++) out[i][j] = a[i][j] + b[i][j] * a.stride(1);';

describe.each([
  ['rows of a matrix', ofRows(`if (i < a.size(0)) ${LOOP}`), ofRows(`if (i <= a.size(0)) ${LOOP}`)],
  ['three dimensions', CELL('c < gates.size(2)'), CELL('c <= gates.size(2)')],
  ['a row that is passed on', ALONE(''), ALONE(' / 2')],
])('%s', (_, right, wrong) => {
  test('right', async () => {
    expect((await verdictOf(right, CONSTANTS)).status).toBe('right');
  });

  test('and not', async () => {
    const { status, findings } = await verdictOf(wrong, CONSTANTS);
    expect(status).toMatch(/^(wrong|depends)$/);
    expect(findings).not.toEqual([]);
  });
});

test('elements are where a contiguous tensor has them', async () => {
  const text = `${HEAD}
#pragma tuner ensures forall i < 12: o[i] == 3 * i
#pragma tuner ensures o[12] == 2632
__global__ void k(torch::PackedTensorAccessor32<float, 3> a, float *o) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      for (int l = 0; l < 2; l++) a[i][j][l] = 3 * (6 * i + 2 * j + l);
  for (int i = 0; i < 12; i++) o[i] = a.data()[i];
  o[12] = a.size(0) + 10 * a.size(1) + 100 * a.stride(0) + 1000 * a.stride(1);
}
int main() { float *o; cudaMalloc(&o, 13 * sizeof(float)); auto a = torch::zeros({2, 3, 2});
  k<<<1, 1>>>(a.packed_accessor32<float, 3>(), o); }`;
  const { status, findings, open } = await verdictOf(text, CONSTANTS);
  expect({ status, findings, open }).toEqual({ status: 'right', findings: [], open: [] });
});

const TILED = (barrier: string): string => `#include <torch/extension.h>
#define TILE 8
__global__ void product(const float *a, const float *b, float *c, int M, int N, int K) {
  __shared__ float as[TILE][TILE], bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (K + TILE - 1) / TILE; ++t) {
    int x = t * TILE + threadIdx.x, y = t * TILE + threadIdx.y;
    as[threadIdx.y][threadIdx.x] = row < M && x < K ? a[row * K + x] : 0.0f;
    bs[threadIdx.y][threadIdx.x] = y < K && col < N ? b[y * N + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < TILE; ++k) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
    ${barrier}
  }
  if (row < M && col < N) c[row * N + col] = sum;
}
torch::Tensor run(torch::Tensor a, torch::Tensor b) {
  int M = a.size(0), K = a.size(1), N = b.size(1);
  auto c = torch::zeros({M, N}, a.options());
  product<<<dim3((N + TILE - 1) / TILE, (M + TILE - 1) / TILE), dim3(TILE, TILE)>>>(a.data_ptr<float>(), b.data_ptr<float>(), c.data_ptr<float>(), M, N, K);
  return c;
}`;

test('what kernels go through tile by tile has more than one tile', async () => {
  expect((await verdictOf(TILED('__syncthreads();'), CONSTANTS)).status).toBe('right');
  expect((await verdictOf(TILED(''), CONSTANTS)).status).toBe('wrong');
});

test("a tensor's elements are its own, and limits of blocks stay", async () => {
  const text = (guard: string): string => `#include <torch/extension.h>
__global__ void relu(const float *x, float *y, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = x[i] > 0 ? x[i] : 0; ${guard} }
torch::Tensor run(torch::Tensor x) {
  auto y = torch::empty(x.sizes(), x.options());
  int n = x.numel();
  const int blocks = std::min<int>((n + 63) / 64, 4096);
  relu<<<blocks, 64>>>(x.data_ptr<float>(), y.data_ptr<float>(), n);
  return y;
}`;
  const { status, conditions } = await verdictOf(text(''), CONSTANTS);
  expect(status).toBe('right');
  expect(conditions).toEqual(['there are 2 blocks, for x.numel() = 65']);
  const beyond = await verdictOf(text('if (threadIdx.x == 0) y[n] = 0;'), CONSTANTS);
  expect(beyond.findings.map(({ message }) => message).join()).toContain('y has 65 elements');
});

test('a size that is compared with another says how long a tensor is', async () => {
  const compared = (guard: string): string =>
    TILED('__syncthreads();')
      .replace('y < K && col', `y < ${guard} && col`)
      .replace('int M =', 'TORCH_CHECK(a.size(1) == b.size(0)); int M =');
  expect((await verdictOf(compared('K'), CONSTANTS)).status).toBe('right');
  const { findings } = await verdictOf(compared('M'), CONSTANTS);
  expect(findings.map(({ message }) => message).join()).toMatch(/accesses b\[\d+\]/);
});

const TILES = (wait: string): string => `${HEAD}
__global__ void k(const float *x, float *y, int n, int tiles) {
  __shared__ float s[32];
  for (int t = 0; t < tiles; t++) {
    int i = blockIdx.x * n + 32 * t + threadIdx.x;
    s[threadIdx.x] = x[i];
    __syncthreads();
    y[i] = s[31 - threadIdx.x];
    ${wait}
  }
}
torch::Tensor f(torch::Tensor x) {
  const int b = x.size(0);
  const int n = x.size(1);
  auto y = torch::zeros_like(x);
  k<<<b, 32>>>(x.data_ptr<float>(), y.data_ptr<float>(), n, ceil((float)n / 32));
  return y;
}`;

test('a block for each row has rows of several tiles, of which the last is part empty', async () => {
  const right = await verdictOf(TILES('__syncthreads();'), CONSTANTS);
  expect(right.status).toBe('depends');
  expect(JSON.stringify(right)).toContain('x.size(1) = 33');
  expect((await verdictOf(TILES(''), CONSTANTS)).status).toBe('wrong');
});

test.each([
  ['i < n', 'right'],
  ['i < n + cols', 'depends'],
])("a tensor's sizes make up its elements: %s", async (guard, status) => {
  const text = `__global__ void k(float *o, const float *x, const float *scale, int n, int cols) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (${guard}) o[i] = x[i] * scale[i / cols]; }
torch::Tensor f(torch::Tensor x) { auto o = torch::empty_like(x); int n = x.numel(); int cols = x.size(-1); int rows = n / cols;
auto s = torch::ones({rows}, x.options()); k<<<(n + 255) / 256, 256>>>(o.data_ptr<float>(), x.data_ptr<float>(), s.data_ptr<float>(), n, cols); return o; }`;
  expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
});

const SHIFT = (
  made: string,
): string => `__global__ void k(const float *x, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n - 1) y[i] = x[i + 1]; }
torch::Tensor f(torch::Tensor x) { ${made} int n = x.numel(); k<<<(n + 127) / 128, 128>>>(x.data_ptr<float>(), y.data_ptr<float>(), n); return y; }`;
const BLOCKS = 'there are 2 blocks, for x.numel() = 129';

test.each([
  'contiguous()',
  'detach()',
  'view({-1})',
  'reshape({-1})',
  'flatten()',
  'squeeze().t()',
])('elements of x.%s are those of x', async (method) => {
  expect((await verdictOf(SHIFT(`auto y = x.${method};`), CONSTANTS)).status).toBe('wrong');
});

test.each([
  ['auto y = x.clone();', []],
  ['x = x.contiguous(); auto y = torch::empty_like(x);', []],
  [
    'auto y = x.narrow(0, 1, 100);',
    [
      'x and y are two arrays in each launch',
      'y has the elements that are accessed in each launch',
    ],
  ],
])(
  'of another tensor they are not, and of a part of it some may be: %s',
  async (made, expected) => {
    const { status, conditions } = await verdictOf(SHIFT(made), CONSTANTS);
    expect({ status, conditions }).toEqual({ status: 'right', conditions: [...expected, BLOCKS] });
  },
);

test.each([
  ['', ['b has the elements that are accessed in each launch']],
  ['TORCH_CHECK(b.numel() == x.numel());', []],
  ['b = torch::ones_like(x);', []],
])(
  'a tensor of which nobody asks the shape is as long as is accessed: %s',
  async (before, expected) => {
    const { status, conditions } = await verdictOf(
      `__global__ void k(const float *x, const float *b, float *y, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) y[i] = x[i] + b[i]; }
torch::Tensor f(torch::Tensor x, torch::Tensor b) { ${before} auto y = torch::empty_like(x); int n = x.numel(); k<<<(n + 127) / 128, 128>>>(x.data_ptr<float>(), b.data_ptr<float>(), y.data_ptr<float>(), n); return y; }`,
      CONSTANTS,
    );
    expect({ status, conditions }).toEqual({ status: 'right', conditions: [...expected, BLOCKS] });
  },
);

const SUMMED = (made: string): string => `#include <torch/extension.h>
__global__ void add(const float *x, float *sum, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) atomicAdd(&sum[i % 4], x[i]); }
torch::Tensor f(torch::Tensor x) {
  ${made}
  add<<<(x.numel() + 255) / 256, 256>>>(x.data_ptr<float>(), sum.data_ptr<float>(), x.numel());
  return sum;
}`;

test.each([
  ['auto sum = torch::zeros({4}, x.options());', []],
  ['torch::Tensor sum = torch::zeros({4}, x.options());', []],
  ['auto sum = torch::empty({4}, x.options()); sum.zero_();', []],
  ['auto made = torch::full({2, 2}, 0.5f); auto sum = made.view({4});', []],
  ['auto sum = torch::empty({4}, x.options()); cudaMemset(sum.data_ptr<float>(), 0, 16);', []],
  ['auto sum = torch::empty({4}, x.options()); at::sum_out(sum, x);', []],
  ['auto sum = torch::empty({4}, x.options()).uniform_(0, 1);', []],
  ['auto sum = torch::empty({0}, x.options()); sum.resize_({4}); sum.zero_();', []],
  ['auto sum = torch::empty({0}, x.options()); at::sum_out(sum, x);', []],
  [
    'auto sum = torch::empty({2, 2}, x.options()); for (int i = 0; i < 2; i++) { auto row = sum[i]; row.zero_(); }',
    [],
  ],
  ['auto sum = torch::empty({4}, x.options());', ['uninitialised']],
  ['at::Tensor sum = torch::empty_like(x).contiguous();', ['uninitialised']],
  ['auto made = at::empty({2, 2}, x.options()); auto sum = made.view({4});', ['uninitialised']],
] as const)('elements of a tensor are set where the host sets them: %s', async (made, expected) => {
  const { findings } = await verdictOf(SUMMED(made), CONSTANTS);
  expect([...new Set(findings.map(({ kind }) => kind))]).toEqual(expected);
});

const CALLED = (n: number, shape: string): string => `#include <torch/extension.h>
__global__ void twice(const float4 *x, float4 *y) { int i = blockIdx.x * blockDim.x + threadIdx.x; float4 v = x[i]; y[i] = make_float4(2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w); }
torch::Tensor run(torch::Tensor x) {
  auto y = torch::empty_like(x);
  ${n === 1 ? 'int n = x.numel()' : 'int n = x.size(0) * x.size(-1) * (x.dim() - 1)'};
  twice<<<n / 256, 64>>>(reinterpret_cast<const float4 *>(x.data_ptr<float>()), (float4 *)y.data_ptr<float>());
  return y;
}
void call() { auto x = torch::randn({${shape}}); run(x); }`;

test.each([1, 2])("a function's tensor has the shape of its caller's (%i)", async (n) => {
  const whole = await verdictOf(CALLED(n, '8, 256'), CONSTANTS);
  expect(whole).toMatchObject({ status: 'right', conditions: [] });
  // The last elements are left out, which nothing forbids.
  const cut = await verdictOf(CALLED(n, '7, 100').replace('n / 256', 'n / 256 + 1'), CONSTANTS);
  expect(cut.findings.map(({ kind }) => kind)).toContain('bounds');
});

test('a row for each block is run in its own sizes, though a size is that of a block', async () => {
  const text = (barrier: string): string => `
__global__ void product(const float *a, const float *b, float *c, int m, int k) {
  __shared__ float part[256];
  float s = 0.f;
  for (int i = threadIdx.x; i < k; i += 256) s += a[blockIdx.x * k + i] * b[i];
  part[threadIdx.x] = s;
  __syncthreads();
  for (int o = 128; o > 0; o /= 2) { if (threadIdx.x < o) part[threadIdx.x] += part[threadIdx.x + o]; ${barrier} }
  if (threadIdx.x == 0) c[blockIdx.x] = part[0];
}
void call() { const int m = 256, k = 4096; auto a = torch::randn({m, k}), b = torch::randn({k, 1}), c = torch::empty({m, 1});
  product<<<m, 256>>>(a.data_ptr<float>(), b.data_ptr<float>(), c.data_ptr<float>(), m, k); }`;
  const { status, conditions } = await verdictOf(text('__syncthreads();'), CONSTANTS);
  expect({ status, conditions }).toEqual({ status: 'right', conditions: [] });
  expect((await verdictOf(text(''), CONSTANTS)).status).toBe('wrong');
});

test('numbers that differ are chosen to differ', async () => {
  const text = (grid: string): string => `
__global__ void copy(const float *a, float *b, int m, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  b[y * n + x] = a[y * n + x];
}
int main() { const int m = 8192, n = 16384; float *a, *b; cudaMallocManaged(&a, m * n * 4); cudaMallocManaged(&b, m * n * 4);
  for (int i = 0; i < m * n; i++) a[i] = i;
  copy<<<dim3(${grid}), dim3(16, 16)>>>(a, b, m, n); }`;
  expect((await verdictOf(text('n / 16, m / 16'), CONSTANTS)).status).toBe('right');
  const swapped = await verdictOf(text('m / 16, n / 16'), CONSTANTS);
  expect(swapped.findings.map(({ kind }) => kind)).toContain('bounds');
});
