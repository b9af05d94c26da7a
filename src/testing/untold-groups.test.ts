import { describe, expect, it } from 'vitest';
import { usualConstants } from '../platform/index.ts';
import { verdictOf } from './verdict-of.ts';

/** Kernels whose launch nobody states: what is taken for it makes none wrong, and is said where it makes one right. */

const CONSTANTS = { ...usualConstants(), size: 16 };
const KERNEL = '__global__ void k(int *o, const int *a)';
const IDS = 'int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;';
const OPENCL_IDS = 'int t = get_local_id(0), i = get_global_id(0);';

const shared = (head: string, warp: string): string =>
  `${head} { ${IDS} __shared__ int h[4]; if (t % 32 == 0) h[${warp}] = a[i]; __syncthreads(); o[i] = h[${warp}]; }`;
const local = (warp: string): string =>
  `__kernel void k(__global int *o, __global const int *a) { ${OPENCL_IDS} __local int h[4]; if (t % 32 == 0) h[${warp}] = a[i]; barrier(CLK_LOCAL_MEM_FENCE); o[i] = h[${warp}]; }`;

describe.each([
  ['by a quotient', shared(KERNEL, 't / 32')],
  ['by a shift', shared(KERNEL, 't >> 5')],
  ['by a quotient, in OpenCL', local('t / 32')],
  ['by a shift, in OpenCL', local('t >> 5')],
  ['by sub-groups', local('get_sub_group_id()')],
  [
    'by warps that meet',
    `${KERNEL} { ${IDS} __shared__ int h[4]; int v = a[i]; v += __shfl_xor_sync(~0u, v, 1); if ((t & 31) == 0) h[t / warpSize] = v; __syncthreads(); o[i] = h[t / warpSize]; }`,
  ],
  [
    'of a host that leaves the threads open',
    `${shared(KERNEL, 't / 32')} int main(int c, char **v) { int *o, *a; cudaMalloc(&o, 4096 * 4); cudaMalloc(&a, 4096 * 4); cudaMemset(a, 0, 4096 * 4); k<<<4, atoi(v[1])>>>(o, a); }`,
  ],
])('elements that items share %s', (_, text) => {
  it('bound the size of a group', async () => {
    const { status, conditions } = await verdictOf(text, CONSTANTS);
    expect(status).toBe('right');
    expect(conditions).toContainEqual(
      expect.stringMatching(/^(?:work-group|block)s have at most 128 (?:work-item|thread)s$/),
    );
  });
});

it.each([
  ['64', 'right'],
  ['128', 'right'],
  ['256', 'depends'],
  ['W * 8', 'depends'],
])('blocks up to __launch_bounds__(%s) are judged', async (most, expected) => {
  const text = `#define W 32\n${shared(`__global__ void __launch_bounds__(${most}) k(int *o, const int *a)`, 't / 32')}`;
  const { status, conditions, findings } = await verdictOf(text, CONSTANTS);
  expect(status).toBe(expected);
  if (status === 'right') expect(conditions).toEqual([]);
  else expect(findings.map(({ kind }) => kind)).toContain('bounds');
});

it('an array that is long enough for every block bounds none', async () => {
  const text = shared(KERNEL, 't / 32').replace('h[4]', 'h[32]');
  expect(await verdictOf(text, CONSTANTS)).toMatchObject({ status: 'right', conditions: [] });
});

it('faults of groups of any size are no condition', async () => {
  const text = shared(KERNEL, 't / 32').replace('__syncthreads(); ', '');
  expect((await verdictOf(text, CONSTANTS)).status).toBe('wrong');
});

it.each([
  ['a warp that meets', 'int v = a[i]; v += __shfl_down_sync(~0u, v, 16); o[i] = v + h[t & 3];'],
  [
    'a longer array that some fill',
    '__shared__ int s[32]; if (t < 32) s[t] = a[t]; __syncthreads(); int v = 0; for (int j = 0; j < 32; j++) v += s[j]; o[i] = v + h[0];',
  ],
])('%s needs more threads than an array has elements that few use', async (_, body) => {
  const text = (guard: string): string =>
    `${KERNEL} { ${IDS} __shared__ int h[4]; if (${guard}) h[t] = 0; __syncthreads(); ${body} }`;
  expect((await verdictOf(text('t < 4'), CONSTANTS)).status).toBe('right');
  expect((await verdictOf(text('t < 5'), CONSTANTS)).status).not.toBe('right');
});

describe('rows of a length that the text tells', () => {
  const tile = (place: string): string =>
    `__kernel void k(__global int *b) { __local int t[4][4]; int x = get_local_id(0), y = get_local_id(1), ox = get_global_id(0), oy = get_global_id(1); t[y][x] = x; barrier(CLK_LOCAL_MEM_FENCE); b[${place}] = oy + t[y][3 - x]; }`;

  it.each([
    'oy * 8 + ox',
    'oy + 12 * ox',
    '(get_group_id(1) * 4 + y) * 8 + get_group_id(0) * 4 + x',
  ])('say how many items there are: %s', async (place) => {
    expect((await verdictOf(tile(place), CONSTANTS)).status).toBe('right');
  });

  it.each(['oy * 3 + ox', 'oy * 8 + ox / 2'])(
    'that a tile does not fit into are wrong: %s',
    async (place) => {
      expect((await verdictOf(tile(place), CONSTANTS)).status).toBe('wrong');
    },
  );
});
