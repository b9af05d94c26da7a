import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluate } from '../../front/expr.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { exampleText } from '../../testing/engine.ts';
import { answered, toggled } from './answered.ts';
import { type Answers } from './asked.ts';
import { missingIn } from './missing.ts';
import { MATRIX_PRODUCT } from '../../testing/matrix-product.ts';

const parser = await createNodeKernelParser();

const asking = (text: string, size = 64) =>
  structuredClone(missingIn(parser, text, { kernelName: undefined, size }));

/** The pragmas that the form puts on top, and the rest. */
function filled(text: string, answers: Answers = {}, size?: number) {
  const missing = asking(text, size);
  if (!missing) throw new Error('nothing is missing');
  const all = answered(missing, answers);
  const count = all.lines.length;
  const lines = all.text.split('\n');
  return {
    missing,
    text: all.text,
    pragmas: lines.slice(0, count).map((line) => line.replace('#pragma tuner ', '')),
    rest: lines.slice(count).join('\n'),
  };
}

/** Each work-item has several elements of a column. */
const COARSE = `#define TS 32
#define WPT 8
#define RTS (TS/WPT)
__kernel void gemm(const int M, const int N, const int K, const __global float *A,
                   const __global float *B, __global float *C) {
  const int row = get_local_id(0);
  const int col = get_local_id(1);
  const int globalRow = TS*get_group_id(0) + row;
  const int globalCol = TS*get_group_id(1) + col;
  __local float Asub[TS][TS];
  float acc[WPT];
  for (int w = 0; w < WPT; w++) acc[w] = 0.0f;
  for (int t = 0; t < K/TS; t++) {
    for (int w = 0; w < WPT; w++)
      Asub[col + w*RTS][row] = A[(TS*t + col + w*RTS)*M + globalRow];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TS; k++)
      for (int w = 0; w < WPT; w++) acc[w] += Asub[k][row] * B[(globalCol + w*RTS)*K + TS*t + k];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int w = 0; w < WPT; w++) C[(globalCol + w*RTS)*M + globalRow] = acc[w];
}
`;

const REDUCE = `__kernel void reduce(__global const float *in, __global float *out, const int n) {
  __local float t[256];
  int lid = get_local_id(0);
  float s = 0;
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) s += in[i];
  t[lid] = s;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) out[get_group_id(0)] = t[0];
}
`;

const BLUR = `__kernel void blur(__global const float *in, __global float *out, int w, int h, int radius) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= w || y >= h) return;
  float s = 0;
  for (int d = -radius; d <= radius; d++) s += in[y * w + clamp(x + d, 0, w - 1)];
  out[y * w + x] = s;
}
`;

/** Texts, and the lines written by hand that say what is missing. */
const WANTED: Readonly<Record<string, readonly [text: string, pragmas: readonly string[]]>> = {
  'a product of tiles': [
    MATRIX_PRODUCT,
    [
      'param TILE = {4, 8, 16, 32}',
      'value M = size',
      'value N = size',
      'value K = size',
      'local_size TILE, TILE',
      'items size, size',
    ],
  ],
  'work-items with several elements': [
    COARSE,
    [
      'param TS = {8, 16, 32, 64}',
      'param WPT = {2, 4, 8, 16}',
      'value M = size',
      'value N = size',
      'value K = size',
      'local_size TS, TS / WPT',
      'items size, size / TS * (TS / WPT)',
      'require TS % WPT == 0',
    ],
  ],
  'a number without a name stays, and the size is less than a group': [
    REDUCE,
    ['value n = 512', 'local_size 256', 'items 256 * max(2, size / 256)'],
  ],
  'groups of any size in two dimensions': [
    BLUR,
    [
      'param WX = {4, 8, 16, 32}',
      'param WY = {1, 2, 4, 8}',
      'value w = size',
      'value h = size',
      'value radius = 2',
      'local_size WX, WY',
      'items size, size',
    ],
  ],
  'a template that nobody instantiates': [
    MATRIX_PRODUCT.replace('#define TILE 16\n', 'template <int TILE>\n'),
    [
      'param TILE = {4, 8, 16, 32}',
      'value M = size',
      'value N = size',
      'value K = size',
      'local_size TILE, TILE',
      'items size, size',
    ],
  ],
  'local memory of the host, and an index that is compared': [
    `__kernel void scale(__global float *a, __local float *t, int n) {
  int i = get_global_id(0);
  if (i < n) t[get_local_id(0)] = a[i];
}`,
    ['param WG = pow2(1, size)', 'value n = size', 'local t = WG'],
  ],
};

describe('what a text does not say', () => {
  it.each(Object.entries(WANTED))('%s', (_, [text, pragmas]) => {
    const all = filled(text);
    expect(all.pragmas).toEqual(pragmas);
    const read = parser.lower(all.text);
    expect(read.ok).toBe(true);
    expect(read.diagnostics.filter(({ code }) => code !== 'no-parameters')).toEqual([]);
  });

  it('groups are those of the text with another number in it', () => {
    const { text } = filled(COARSE);
    for (const [TS, WPT] of [
      [16, 4],
      [32, 2],
      [64, 16],
    ] as const) {
      const written = COARSE.replace('TS 32', `TS ${TS}`).replace('WPT 8', `WPT ${WPT}`);
      const sizes = (of: string, values: Readonly<Record<string, number>>): readonly number[] => {
        const shape = parser.shapeOf(of, { given: {} });
        if (!shape.ok) throw new Error('it has no shape');
        return shape.value.geometry.local.map((each) => evaluate(each, values));
      };
      expect(sizes(text, { TS, WPT })).toEqual(sizes(written, {}));
    }
  });

  it('a definition leaves its value to the parameter, and no other compiler minds', () => {
    expect(filled(MATRIX_PRODUCT).rest).toBe(
      MATRIX_PRODUCT.replace('#define TILE 16\n', '#ifndef TILE\n#define TILE 16\n#endif\n'),
    );
    // One value, as it is written: nothing to tune.
    const kept = filled(MATRIX_PRODUCT, { 'param TILE': '{16}' });
    expect(kept.rest).toBe(MATRIX_PRODUCT);
    expect(kept.pragmas).not.toContainEqual(expect.stringContaining('param'));
    // A nameless number gets its name where it is tuned.
    const named = filled(REDUCE, { 'param TILE': toggled('{256}', 128) });
    expect(named.pragmas).toContain('param TILE = {128, 256}');
    expect(named.pragmas).toContain('local_size TILE');
    expect(named.rest).toContain('__local float t[TILE];');
    expect(parser.lower(named.text).ok).toBe(true);
  });

  it('of a whole program, whose host states the launch, what can be tuned is open', () => {
    const program = (radius: number): string => `#define BLOCK 16
#define RADIUS ${radius}
__global__ void blur(const float *in, float *out, int width) {
  __shared__ float row[BLOCK + 2 * RADIUS];
  int x = blockIdx.x * BLOCK + threadIdx.x;
  for (int i = threadIdx.x; i < BLOCK + 2 * RADIUS; i += BLOCK)
    row[i] = in[min(max((int)(blockIdx.x * BLOCK) + i - RADIUS, 0), width - 1)];
  __syncthreads();
  if (x < width) out[x] = row[threadIdx.x] + row[threadIdx.x + 2 * RADIUS];
}
int main() {
  int w = 1000;
  float *in, *out;
  cudaMalloc(&in, w * sizeof(float));
  cudaMalloc(&out, w * sizeof(float));
  blur<<<(w + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, w);
}
`;
    const { missing, pragmas, rest } = filled(program(2));
    // Another radius would be another result.
    expect(missing.asked.map(({ id }) => id)).toEqual(['param BLOCK']);
    expect(pragmas).toEqual(['param BLOCK = {4, 8, 16, 32}']);
    expect(rest).toContain('#ifndef BLOCK\n#define BLOCK 16\n#endif\n#define RADIUS 2');
    expect(asking(`#pragma tuner local_size 16\n${program(2)}`)).toBeUndefined();
  });

  const launching = (host: string, kernel = 'y[blockIdx.x * blockDim.x + threadIdx.x] = 1;') => `
__global__ void fill(float *y, int n) {
  ${kernel}
}
int main() {
  int n = 1024;
  float *y;
  cudaMalloc(&y, n * sizeof(float));
  ${host}
}
`;

  it.each([
    ['fill<<<(n + 255) / 256, 256>>>(y, n);', 'fill<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(y, n);'],
    ['fill<<<n / 256, 256, 256 * 4>>>(y, n);', 'fill<<<n / BLOCK, BLOCK, BLOCK * 4>>>(y, n);'],
    [
      'const int a = 1, t = 256; int g = (n + t - 1) / t; fill<<<g, t>>>(y, n);',
      'const int a = 1, t = BLOCK; int g = (n + t - 1) / t; fill<<<g, t>>>(y, n);',
    ],
    [
      'const int m = 256; fill<<<(m + 255) / 256, 256>>>(y, m);',
      'const int m = 256; fill<<<(m + BLOCK - 1) / BLOCK, BLOCK>>>(y, m);',
    ],
    [
      'dim3 b(256), g((n + 255) / b.x); fill<<<g, b>>>(y, n);',
      'dim3 b(BLOCK), g((n + BLOCK - 1) / b.x); fill<<<g, b>>>(y, n);',
    ],
  ])('threads that the launch writes as a number can be tuned: %s', (host, wanted) => {
    const text = launching(host);
    const { pragmas, rest } = filled(text);
    expect(pragmas).toEqual(['param BLOCK = {64, 128, 256, 512}']);
    expect(rest).toBe(`#ifndef BLOCK\n#define BLOCK 256\n#endif\n${launching(wanted)}`);
    const blocks = (of: string, values: Readonly<Record<string, number>>): readonly number[] => {
      const shape = parser.shapeOf(of, { given: {} });
      if (!shape.ok) throw new Error('it has no shape');
      const { global, local } = shape.value.geometry;
      return [...global, ...local].map((each) => evaluate(each, values));
    };
    // The same as with that number written in its place.
    for (const BLOCK of [64, 256, 512])
      expect(blocks(filled(text).text, { BLOCK })).toEqual(
        blocks(launching(wanted).replaceAll('BLOCK', String(BLOCK)), {}),
      );
  });

  it.each([
    ['the blocks are not made of them', launching('fill<<<4, 256>>>(y, n);')],
    ['they are as many as the blocks by chance', launching('fill<<<256, 256>>>(y, n);')],
    ['the kernel writes them as well', launching('fill<<<n / 256, 256>>>(y, n);', 'y[256] = 1;')],
    ['they are no power of two', launching('fill<<<n / 100, 100>>>(y, n);')],
    [
      'another kernel is launched with them',
      `__global__ void other(float *y) { y[threadIdx.x] = 1; }${launching('int t = 256; fill<<<n / t, t>>>(y, n); other<<<1, t>>>(y);')}`,
    ],
    [
      'another launch of the kernel has others',
      launching('fill<<<n / 256, 256>>>(y, n); fill<<<n / 64, 64>>>(y, n);'),
    ],
  ])('threads of a launch stay where %s', (_, text) => {
    expect(asking(text)).toBeUndefined();
  });

  it('each dimension of a block has a number of its own', () => {
    const { pragmas, rest } = filled(
      launching(
        'dim3 b(32, 8), g(n / 32, (1 + 7) / 8); fill<<<g, b>>>(y, n);',
        'y[blockIdx.x * blockDim.x + threadIdx.x + threadIdx.y * n] = 1;',
      ),
    );
    expect(pragmas).toEqual(['param BLOCK_X = {8, 16, 32, 64}', 'param BLOCK_Y = {2, 4, 8, 16}']);
    expect(rest).toContain('b(BLOCK_X, BLOCK_Y), g(n / BLOCK_X, (1 + BLOCK_Y - 1) / BLOCK_Y)');
  });

  it('a number of the kernel and its launch is tuned, unless a number may be made of it', () => {
    const kernel = (more: string): string =>
      `__shared__ float s[16][17]; ${more} s[threadIdx.y][threadIdx.x] = y[blockIdx.x * 16 + threadIdx.x]; __syncthreads(); y[blockIdx.x * 16 + threadIdx.x] = s[threadIdx.x][threadIdx.y];`;
    const host = 'dim3 b(16, 16); fill<<<n / 16, b>>>(y, n);';
    const { pragmas, rest } = filled(launching(host, kernel('')));
    expect(pragmas).toEqual(['param TILE = {4, 8, 16, 32}']);
    expect(rest).toContain('__shared__ float s[TILE][TILE + 1];');
    expect(rest).toContain('dim3 b(TILE, TILE); fill<<<n / TILE, b>>>(y, n);');
    const related = asking(launching(host, kernel('if (threadIdx.x >= 8) y[0] = 2;')));
    expect(related?.asked.map(({ id, guess }) => [id, guess])).toEqual([['param TILE', '{16}']]);
  });

  it('answers stand where their names do', () => {
    const { pragmas } = filled(MATRIX_PRODUCT, { 'value N': 'size * 2', 'value M': '48' });
    expect(pragmas).toContain('value N = size * 2');
    expect(pragmas).toContain('items (size * 2), 48');
  });

  it('says where each guess comes from', () => {
    const asked = asking(MATRIX_PRODUCT)?.asked ?? [];
    const why = Object.fromEntries(asked.map(({ id, why: words, lines }) => [id, [words, lines]]));
    expect(why['value K']).toEqual(['how often a loop runs', [2, 7, 8]]);
    expect(why['items 0']).toEqual(['one for each of N', [2]]);
    expect(why['param TILE']?.[0]).toBe('16 in the text');
  });

  it('nothing is asked of an example, nor of a text that says it all', () => {
    const examples = readdirSync(new URL('../../../examples', import.meta.url))
      .filter((file) => file.endsWith('.cl'))
      .map((file) => file.slice(0, -'.cl'.length));
    expect(examples.length).toBeGreaterThan(5);
    for (const name of examples)
      expect([name, asking(exampleText(name))]).toEqual([name, undefined]);
    expect(asking(filled(MATRIX_PRODUCT).text)).toBeUndefined();
    expect(asking('__kernel void broken(')).toBeUndefined();
  });
});
