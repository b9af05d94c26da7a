import { expect, test } from 'vitest';
import { usualConstants } from '../base/constants.ts';
import { createNodeKernelParser } from '../kernel/node.ts';
import { buildValues } from '../values/build/build.ts';
import { measuringScript } from './measuring-script.ts';
import { SCRIPTS } from './scripts.ts';

const parser = await createNodeKernelParser();

const TEXT = `#include <cstdio>
#include <cuda_fp16.h>
#pragma tuner param B = {32, 64}
__constant__ float table[4];
const int SCALE = 3;
static int ceilDiv(int a, int b) { return (a + b - 1) / b; }
constexpr int twice(int a) { return 2 * a; }
template <typename T> struct Add { __device__ T operator()(T a, T b) const { return a + b; } };
template <typename T, int B> __global__ void k(T *out, const T *in, unsigned n) {
  extern __shared__ float tile[];
  unsigned i = blockIdx.x * B + threadIdx.x;
  tile[threadIdx.x] = table[i % 4];
  if (i < n) out[i] = Add<T>()(in[i], tile[threadIdx.x]) * SCALE + twice(1);
}
template <typename T> void check(T *out) { printf("%f", out[0]); }
int main() {
  float *out, *in;
  cudaMalloc(&out, 256 * sizeof(float));
  cudaMalloc(&in, 256 * sizeof(float));
  k<float, B><<<ceilDiv(256, B), B, B * sizeof(float)>>>(out, in, 256);
}
`;

const written = (id: string, text = TEXT) => {
  const script = SCRIPTS.find((each) => each.id === id);
  if (!script) throw new Error(`${id} is no script`);
  const about = {
    kernel: 'k',
    text: parser.deviceText(text),
    language: 'cuda' as const,
    file: 'times.csv',
  };
  return measuringScript(script, about, [{ B: 32 }, { B: 64 }], (values) => {
    const built = buildValues(parser, text, { values: { ...usualConstants(), ...values } });
    return built.ok ? built.value : (built.diagnostics[0]?.message ?? '');
  });
};

test('a compiler at run time gets the device part, the template and the bytes of the launch', () => {
  const program = written('cuda');
  if (!program.ok) throw new Error(program.message);
  const { value } = program;
  expect(value).toMatch(/^ *\{"32", "", "k<float, 32>", \{32, 1, 1\}, \{8, 1, 1\},/m);
  expect(value).toMatch(/^ *\{"64", "", "k<float, 64>", \{64, 1, 1\}, \{4, 1, 1\},/m);
  // Two arrays, a number, and no argument for the constant table.
  expect(value.match(/launch\.(?:array|number|local)<?\w*:*\w*>?\(\d+/g)?.slice(0, 4)).toEqual([
    'launch.array<float>(256',
    'launch.array<float>(256',
    'launch.number<std::uint32_t>(256',
    'launch.local(128',
  ]);
  for (const kept of ['cuda_fp16.h', 'SCALE = 3', 'int twice', 'struct Add', '__constant__ float'])
    expect(value).toContain(kept);
  for (const host of ['cstdio>\n#include <cuda_fp', 'ceilDiv', 'void check(T', 'cudaMalloc('])
    expect(value).not.toContain(host);
});

test('a tool that makes macros of all parameters says so of a template’s', () => {
  const inside = TEXT.replace('extern __shared__ float tile[]', '__shared__ float tile[B]');
  expect(written('kernel-tuner', inside)).toMatchObject({
    ok: false,
    message: expect.stringContaining("B is a parameter of the kernel's template"),
  });
});
