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

/** An index that a stream sets: 1 has the last thread write behind the end. */
const offset = (body: string): string => `
__global__ void k(const int *at, int *o) { o[at[threadIdx.x] + threadIdx.x] = 1; }
int main() {
  int *at, *o, zero[32] = {}, one[32], *pinned; cudaStream_t s[2];
  for (int i = 0; i < 2; i++) cudaStreamCreate(&s[i]);
  for (int i = 0; i < 32; i++) one[i] = 1;
  cudaMalloc(&at, 128); cudaMalloc(&o, 128); cudaMallocHost(&pinned, 128);
  for (int i = 0; i < 32; i++) pinned[i] = 0;
  auto put = [&](const int *from, cudaStream_t to) { cudaMemcpyAsync(at, from, 128, cudaMemcpyHostToDevice, to); };
  ${body}
}`;

test.each([
  ['put(zero, s[0]); k<<<1, 32, 0, s[0]>>>(at, o);', 'right'],
  ['put(one, s[0]); k<<<1, 32, 0, s[0]>>>(at, o);', 'wrong'],
  ['for (int i = 0; i < 2; i++) { put(one, s[i]); k<<<1, 32, 0, s[i]>>>(at, o); }', 'wrong'],
  ['k<<<1, 32, 0, s[0]>>>(o, o); put(one, s[0]); k<<<1, 32>>>(at, o);', 'wrong'],
  ['put(one, s[0]); cudaStreamSynchronize(s[0]); k<<<1, 32, 0, s[1]>>>(at, o);', 'wrong'],
  ['put(zero, s[0]); cudaStreamSynchronize(s[0]); k<<<1, 32, 0, s[1]>>>(at, o);', 'right'],
  ['put(one, s[0]); k<<<1, 32, 0, s[1]>>>(at, o);', 'depends'],
  ['put(pinned, s[0]); pinned[31] = 1; k<<<1, 32, 0, s[0]>>>(at, o);', 'depends'],
  ['put(pinned, s[0]); k<<<1, 32, 0, s[0]>>>(at, o); pinned[31] = 1;', 'right'],
])('a stream is known by its handle: %s', async (body, expected) => {
  const { status, conditions } = await verdictOf(offset(body), CONSTANTS);
  expect(status === 'right' && conditions.length > 0 ? 'depends' : status).toBe(expected);
});
