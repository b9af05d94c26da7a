import { afterAll, expect, test } from 'vitest';
import { searchValues, ValueChecker } from '../../checker/values.ts';
import { usualConstants } from '../../platform/index.ts';
import { createNodeToolchain } from '../../spin/node-toolchain.ts';
import { verdictOf } from '../verdict-of.ts';

const CONSTANTS = usualConstants();
const toolchain = await createNodeToolchain();
afterAll(() => toolchain.dispose());
const search = searchValues(new ValueChecker(toolchain, { memoryMB: 1024 }), CONSTANTS);

/** One thread of each block adds under a lock, or without. */
const text = (take: string, give: string): string => `__device__ int mutex = 0;
#pragma tuner array total = 1
#pragma tuner input total[i] = 0
__global__ void k(volatile int *total) { ${take} *total = *total + 1; ${give} }
int main() { int *total; k<<<3, 1>>>(total); }`;

test('SPIN does not call wrong what fences and atomics may order', async () => {
  const passed = text(
    'if (blockIdx.x) while (!atomicAdd(&mutex, 0)); __threadfence();',
    '__threadfence(); atomicAdd(&mutex, 1);',
  );
  const { status, findings, open } = await verdictOf(passed, CONSTANTS, {}, search);
  expect({ status, findings }).toEqual({ status: 'not-checked', findings: [] });
  expect(open.join()).toContain('Fences and atomics may order blocks');
});

test('nor what a lock orders', async () => {
  const take = 'while (atomicCAS(&mutex, 0, 1) != 0);';
  const give = 'atomicExch(&mutex, 0);';
  const fence = '__threadfence();';
  const says = (...parts: [string, string]) => verdictOf(text(...parts), CONSTANTS, {}, search);
  expect((await says(take + fence, fence + give)).status).toBe('right');
  expect((await says(take + fence, give)).status).toBe('not-checked');
});

test('a volatile flag behind a fence may order blocks', async () => {
  const flagged = `__device__ volatile int ready = 0;
__device__ int what;
__global__ void k(int *out) {
  if (blockIdx.x == 0) { what = 3; __threadfence(); ready = 1; }
  else { while (ready == 0); __threadfence(); *out = what; }
}
int main() { int *out; cudaMalloc(&out, 4); k<<<2, 1>>>(out); }`;
  const { status, findings } = await verdictOf(flagged, CONSTANTS);
  expect({ status, findings }).toEqual({ status: 'not-checked', findings: [] });
  const plain = await verdictOf(flagged.replace('volatile ', ''), CONSTANTS);
  expect(plain.status).toBe('wrong');
});

test('and what nothing orders is', async () => {
  const { status, findings } = await verdictOf(text('', ''), CONSTANTS, {}, search);
  expect(status).toBe('wrong');
  expect(findings.map(({ kind }) => kind)).toContain('race-between-groups');
});
