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
  const locked = text(
    'while (atomicCAS(&mutex, 0, 1) != 0); __threadfence();',
    '__threadfence(); atomicExch(&mutex, 0);',
  );
  const { status, findings, open } = await verdictOf(locked, CONSTANTS, {}, search);
  expect({ status, findings }).toEqual({ status: 'not-checked', findings: [] });
  expect(open.join()).toContain('Fences and atomics may order blocks');
});

test('and what nothing orders is', async () => {
  const { status, findings } = await verdictOf(text('', ''), CONSTANTS, {}, search);
  expect(status).toBe('wrong');
  expect(findings.map(({ kind }) => kind)).toContain('race-between-groups');
});
