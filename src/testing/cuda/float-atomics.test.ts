import { expect, it } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

const CONSTANTS = { ...usualConstants(), size: 64 };
const ID = 'int i = blockIdx.x * blockDim.x + threadIdx.x;';
const HOST =
  'int main() { int *l; float *s, *y; cudaMalloc(&l, 256 * 4); cudaMalloc(&s, 8); cudaMalloc(&y, 1024); cudaMemset(s, 0, 8); k<<<4, 64>>>(l, s, y); }';

const said = (body: string): ReturnType<typeof verdictOf> =>
  verdictOf(
    `__global__ void k(const int *label, float *s, float *y) { ${ID} ${body} }\n${HOST}`,
    CONSTANTS,
  );
const verdict = async (body: string): Promise<string> => (await said(body)).status;

it('sums in bins that contents choose race with nothing', async () => {
  expect(await verdict('atomicAdd(&s[label[i] & 1], 1.f); y[i] = 1;')).toBe('right');
});

it('but with a plain read they do', async () => {
  expect(await verdict('atomicAdd(&s[label[i] & 1], 1.f); y[i] = s[i & 1];')).not.toBe('right');
});

it('and a sum that is used depends on the order', async () => {
  const { conditions } = await said('y[i] = atomicAdd(&s[label[i] & 1], 1.f);');
  expect(conditions.join()).toMatch(/any order of atomicAdd.* will do/);
});

it('and those that may be outside are inside on a condition alone', async () => {
  const { conditions } = await said('atomicAdd(&s[label[i] & 3], 1.f);');
  expect(conditions.join()).toMatch(/is inside of s/);
});
