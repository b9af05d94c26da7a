import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';

/** The host fills an array in one stream before a launch in another. */

const CONSTANTS = { ...usualConstants(), size: 64 };

const INSIDE = 'o[at[threadIdx.x] + threadIdx.x] is inside of o';

const program = (
  between: string,
  { set = 's', launched = 't', made = 'cudaStreamCreate(&t)' } = {},
) =>
  `__global__ void k(const int *at, int *o) { o[at[threadIdx.x] + threadIdx.x] = 1; }
void go(const int *at, int *o, cudaStream_t stream) { k<<<1, 32, 0, stream>>>(at, o); }
void finish() { cudaDeviceSynchronize(); }
int main(int n, char **v) {
  int *at, *o; cudaStream_t s, t; cudaEvent_t e;
  cudaMalloc(&at, 128); cudaMalloc(&o, 128); cudaStreamCreate(&s); ${made}; cudaEventCreate(&e);
  cudaMemsetAsync(at, 0, 128, ${set}); ${between}
  go(at, o, ${launched});
}`;

const conditionsOf = async (...about: Parameters<typeof program>) => {
  const { status, conditions } = await verdictOf(program(...about), CONSTANTS);
  expect(status).toBe('right');
  return conditions;
};

const OTHERS = 'cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking)';

test.each<Parameters<typeof program>>([
  ['', { launched: 's' }],
  ['', { set: '0' }],
  ['', { launched: 'nullptr' }],
  ['cudaDeviceSynchronize();'],
  ['cudaStreamSynchronize(s);'],
  ['finish();'],
  ['cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0);'],
  ['cudaEventRecord(e, s); cudaEventSynchronize(e);'],
])('is there where the launch comes behind: %s %o', async (...about) => {
  expect(await conditionsOf(...about)).toEqual([]);
});

test.each<Parameters<typeof program>>([
  [''],
  ['cudaStreamSynchronize(t);'],
  ['if (n > 1) cudaStreamSynchronize(s);'],
  ['cudaEventRecord(e, t); cudaStreamWaitEvent(t, e, 0);'],
  ['cudaEventRecord(e, s); cudaStreamWaitEvent(s, e, 0);'],
  ['', { set: '0', made: OTHERS }],
])('may not be there else: %s %o', async (...about) => {
  expect(await conditionsOf(...about)).toEqual([INSIDE]);
});
