import { expect, test } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { verdictOf } from '../verdict-of.ts';

/** An array of 160 elements of which the host sets some, and a kernel that reads all. */
const HOST = (before: string, around = '', make = 'cudaMalloc'): string => `
#include <array>
#include <vector>
__global__ void k(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * 2.f;
}
${around}
int main(int argc, char **argv) {
  const int n = 160;
  float h[n] = {}, *in, *out;
  ${make}(&in, n * sizeof(float)); cudaMalloc(&out, n * sizeof(float));
  ${before}
  k<<<3, 64>>>(in, out, n);
}`;

const saysOf = async (text: string): Promise<readonly (string | undefined)[]> => {
  const { status, findings, conditions } = await verdictOf(text, usualConstants());
  return [
    status,
    ...findings.map(({ message }) => /first \d+ of \d+/.exec(message)?.[0]),
    ...conditions,
  ];
};

const RIGHT = ['right'];
const IN_PART = ['right', 'somebody sets in'];
const HALF = ['wrong', 'first 320 of 640'];

const copied = (array: string): string =>
  `${array} a{}; cudaMemcpy(in, a.data(), sizeof(float) * a.size(), cudaMemcpyHostToDevice);`;

test.each([
  ['std::array<float, 10 * detail::N>', 'namespace detail { constexpr int N = 8; }', HALF],
  ['std::array<float, (20 / 2) * W>', 'static const int W = 8;', HALF],
  ['std::array<float, n / 2>', '', HALF],
  ['std::array<float, sizeof(double) * 20>', '', RIGHT],
  ['std::array<float, M>', 'enum { M = 80 };', HALF],
  ['std::array<float, C::N * 10>', 'struct C { static constexpr int N = 8; };', HALF],
  ['std::array<float, C::N * 10>', 'struct C { enum { N = 16 }; };', RIGHT],
  ['std::array<float, half(160)>', 'constexpr int half(int x) { return x / 2; }', HALF],
])('the length of a %s is worked out', async (array, around, expected) => {
  expect(await saysOf(HOST(copied(array), around))).toEqual(expected);
});

test.each([
  ['float a[10 * C::N] = {};', HALF],
  ['float a[20 * C::N] = {};', RIGHT],
  ['float a[other()] = {};', IN_PART],
])('so is that of %s', async (array, expected) => {
  const text = `${array} cudaMemcpy(in, a, sizeof a, cudaMemcpyHostToDevice);`;
  expect(await saysOf(HOST(text, 'struct C { static constexpr int N = 8; };'))).toEqual(expected);
});

/** The same with memory of the host that nobody has set. */
const FROM_HOST = (loop: string, n: string): string =>
  HOST(`${loop} cudaMemcpy(in, h, n * sizeof(float), cudaMemcpyHostToDevice);`)
    .replace('n = 160', `n = ${n}`)
    .replace('float h[n] = {}', 'float *h = (float *)malloc(n * sizeof(float))')
    .replace('<<<3, 64>>>', '<<<n / 256, 256>>>');

/** The same of 2 ** 16 elements, which loops of the host set that are not followed to their ends. */
test.each([
  ['for (int i = 0; i < n / 2; i++) h[i] = i;', 'wrong'],
  ['for (int i = 0; i < n; i++) h[i] = i;', 'right'],
  ['for (int i = 0; i <= n / 2 - 1; ++i) h[i] = i;', 'wrong'],
  ['for (int i = 0; i <= n - 1; ++i) h[i] = i;', 'right'],
  ['int i = 0; while (i < n / 2) { h[i] = 1; i++; }', 'wrong'],
  ['for (int i = 0; i < n; i += 2) { h[i] = 1; h[i + 1] = 2; }', 'right'],
  ['for (int i = 0; i < n / 2; i++) h[i] = 1; for (int i = n / 2; i < n; i++) h[i] = 2;', 'right'],
  ['for (int i = 0; i < n / 2; i++) h[i] = i; h[3] = 4;', 'wrong'],
  ['for (int i = 0; i < 128; i++) for (int j = 0; j < 256; j++) h[i * 256 + j] = i;', 'wrong'],
  ['for (int i = 0; i < 256; i++) for (int j = 0; j < 256; j++) h[i * 256 + j] = i;', 'right'],
  [
    'for (int i = 0; i < 128; i++) for (int j = 0; j < 256; j++) if (i == 0) h[i * 256 + j] = 1; else h[i * 256 + j] = i;',
    'wrong',
  ],
  [
    'for (int i = 0; i < 256; i++) for (int j = 0; j < 256; j++) if (j < 99) h[i * 256 + j] = 1; else h[i * 256 + j] = i;',
    'right',
  ],
  ['for (int i = 0; i < n - 1; i += 2) { h[i] = 1; h[i + 1] = 2; }', 'right'],
  ['for (int i = 0; i < 256; i++) for (int j = 0; j < 256; j++) h[j * 256 + i] = i;', 'right'],
  ['for (int i = 0; i < n / 2; i++) { h[i] = i; h[i + n / 2] = 1; }', 'right'],
  [
    'int k = 0; for (int i = 0; i < 256; i++) for (int j = 0; j <= 2 * i; j++) h[k++] = i;',
    'right',
  ],
  [
    'int k = 0; for (int i = 0; i < n / 2; i++) { h[k++] = i; if (i > 0) h[k++] = 1; } h[n - 1] = 1;',
    'right',
  ],
])('a long loop sets as much as it goes: %s', async (loop, expected) => {
  const text = FROM_HOST(loop, '1 << 16');
  const { status, findings } = await verdictOf(text, usualConstants());
  expect(status).toBe(expected);
  for (const { message } of findings) expect(message).toMatch('the first 131072 of 262144 bytes');
});

test.each([
  ['for (int i = n - 1; i >= n / 2; i--) h[i] = 1;', IN_PART],
  ['for (int i = n - 1; i >= 0; i--) h[i] = 1;', RIGHT],
  ['for (int i = 0; i < n; i += 2) h[i] = 1;', IN_PART],
  ['for (int i = n / 2; i < n; i++) h[i] = 1;', IN_PART],
  ['for (int i = 0; i < n / 2; i++) h[i] = h[n - 1 - i / 2] = 1;', IN_PART],
  ['for (int i = 0; i < n; i++) if (i % 2) h[i] = 1;', IN_PART],
  ['for (int i = 0; i < n; i++) if (i % 2) h[i] = 1; else h[i] = rand();', RIGHT],
  ['for (int i = 0; i < n; i++) h[rand() % n] = 1;', RIGHT],
])(
  'a loop that sets others than the first sets all, or nobody tells: %s',
  async (loop, expected) => {
    // The short loop is followed to its end, the long one is not.
    for (const n of ['512', '1 << 13']) expect(await saysOf(FROM_HOST(loop, n))).toEqual(expected);
  },
);

test.each([
  ['cudaMemset(all, 0, 600000);', 149_840, RIGHT],
  ['cudaMemset(all, 0, 600000);', 149_841, ['wrong', 'first 600000 of 800000']],
  ['cudaMemset(all, 0, 4000);', 1000, ['wrong', 'first 4000 of 800000']],
  [
    'cudaMemcpy(all, h, 600000, cudaMemcpyHostToDevice);',
    160_000,
    ['wrong', 'first 600000 of 800000'],
  ],
])(
  'a launch may be passed a part of an array that is set in part: %s',
  async (set, at, expected) => {
    const text = HOST(`float *all; cudaMalloc(&all, 800000); ${set} in = all + ${at};`);
    expect(await saysOf(text.replace('h[n] = {}', '*h = (float *)calloc(600000, 1)'))).toEqual(
      expected,
    );
  },
);

test('and what a template is given', async () => {
  const set = `template <int T> void set(float *to) {
    float a[T * 2] = {}; cudaMemcpy(to, a, sizeof a, cudaMemcpyHostToDevice); }`;
  expect(await saysOf(HOST('set<40>(in);', set))).toEqual(HALF);
  expect(await saysOf(HOST('set<80>(in);', set))).toEqual(RIGHT);
});

test.each([
  'cudaMemcpy(in, h, other(), cudaMemcpyHostToDevice);',
  'cudaMemcpy(in + other(), h, 320, cudaMemcpyHostToDevice);',
  'cudaMemset(in + argc, 0, 100);',
  'cudaMemset2D(in, other(), 0, 16, 5);',
  'std::vector<float> v(160); cudaMemcpy2D(in, 32, v.data(), 32, 16, other(), cudaMemcpyHostToDevice);',
  'std::vector<float> v(other()); cudaMemcpy(in, v.data(), v.size() * 4, cudaMemcpyHostToDevice);',
  'cublasScopy(handle, 80, out, 1, in, 1);',
  'thrust::device_ptr<float> p(in); thrust::fill(p, p + 80, 0.f);',
  'if (argc > 1) cudaMemset(in, 0, 640);',
  'int c[80] = {}; cudaMemcpy(in, c, other(), cudaMemcpyHostToDevice);',
  'cudaMemset(out, 0, other()); cudaMemcpy(in, out, 640, cudaMemcpyDeviceToDevice);',
])('what sets an open part sets all only if somebody does: %s', async (before) => {
  expect(await saysOf(HOST(before))).toEqual(IN_PART);
});

test.each([
  'for (int i = 0; i < other(); i++) in[i] = 1;',
  'std::fill(in, in + other(), 1.f);',
  'std::fill_n(in, other(), 1.f);',
  'std::iota(in, in + other(), 1.f);',
  'memcpy(in, h, other());',
])('also in managed memory: %s', async (before) => {
  expect(await saysOf(HOST(before, '', 'cudaMallocManaged'))).toEqual(IN_PART);
});

test.each([
  ['std::fill(in, in + 80, 1.f);', 'std::fill(in, in + 160, 1.f);'],
  ['std::generate(in, in + 80, rand);', 'std::generate(in, in + n, rand);'],
  ['std::generate_n(in, 80, [] { return 1.f; });', 'std::generate_n(in, n, [] { return 1.f; });'],
  ['std::copy(h, h + 80, in);', 'std::copy(h, h + n, in);'],
  ['std::copy_n(h, 80, in);', 'std::copy_n(h, 160, in);'],
  ['thrust::fill(thrust::device, in, in + 80, 0.f);', 'thrust::sequence(in, in + 160);'],
  ['curandGenerateUniform(gen, in, 80);', 'curandGenerateUniform(gen, in, n);'],
  ['int c[80] = {}; memcpy(in, c, sizeof c);', 'int c[160] = {}; memcpy(in, c, sizeof c);'],
  [
    'for (int c = 0; c < 2; c++) cudaMemset(in + c * 40, 0, 160);',
    'for (int c = 0; c < 4; c++) cudaMemset(in + c * 40, 0, 160);',
  ],
])('a part that is told is a part: %s', async (half, all) => {
  expect(await saysOf(HOST(half, '', 'cudaMallocManaged'))).toEqual(HALF);
  expect(await saysOf(HOST(all, '', 'cudaMallocManaged'))).toEqual(RIGHT);
});

const BASE = 'struct B { float *p = nullptr; ~B() { cudaFree(p); } };';
const OBJECT = 'struct S { float *p; S(int n) { cudaMalloc(&p, n * 4); } ~S() { cudaFree(p); } };';

test.each([
  [
    'a class whose base has a destructor',
    `${BASE} struct R : B { R(int n) { cudaMalloc(&p, n * 4); } };`,
    'R r(n); cudaMemset(r.p, 0, BYTES); cudaMemcpy(in, r.p, 640, cudaMemcpyDeviceToDevice);',
  ],
  [
    'an owner of an object with a destructor',
    OBJECT,
    'auto s = std::make_unique<S>(n); cudaMemset(s->p, 0, BYTES); cudaMemcpy(in, s->p, 640, cudaMemcpyDeviceToDevice);',
  ],
  [
    'std::make_shared',
    OBJECT,
    'auto s = std::make_shared<S>(n), t = s; cudaMemset(t->p, 0, BYTES); cudaMemcpy(in, s.get()->p, 640, cudaMemcpyDeviceToDevice);',
  ],
  ['try', '', 'try { cudaMemset(in, 0, BYTES); } catch (...) { return 1; }'],
])('the host is followed through %s', async (_, around, before) => {
  const text = (bytes: number): string => HOST(before.replace('BYTES', String(bytes)), around);
  expect(await saysOf(text(640))).toEqual(RIGHT);
  const [status] = await saysOf(text(320));
  expect(status).toBe('wrong');
});

test('but what is thrown for certain is not followed', async () => {
  const text = HOST('try { throw 1; cudaMemset(in, 0, 320); } catch (int) {}');
  expect(await saysOf(text)).toEqual(IN_PART);
});

test('memory that the base of an object frees is not held', async () => {
  const around = `${BASE} struct R : B { R(int n) { cudaMalloc(&p, n * 4); } };`;
  const text = HOST('{ R r(n); cudaMemset(r.p, 0, 640); in = r.p; }', around);
  expect((await saysOf(text)).join()).toContain('in is memory of the device');
});
