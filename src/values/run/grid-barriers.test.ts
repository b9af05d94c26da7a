import { expect, it } from 'vitest';
import { usualConstants } from '../../base/constants.ts';
import { createNodeKernelParser } from '../../kernel/node.ts';
import { poseValues } from '../../checker/values.ts';
import { verdictOf } from '../../testing/verdict-of.ts';
import { traceByRunning } from './trace-by-running.ts';

/** A barrier of the whole grid: groups wait for each other, and what came before is in an order. */

const CONSTANTS = { ...usualConstants(), size: 16 };

const program = (body: string): string => `#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__global__ void k(const int *in, int *part, int *out, int n) {
  cg::grid_group grid = cg::this_grid();
  __shared__ int s[4];
  int t = threadIdx.x, i = grid.thread_rank();
  ${body}
}
int main() {
  int n = 10; int *in, *part, *out;
  cudaMalloc(&in, n * sizeof(int)); cudaMalloc(&part, 3 * sizeof(int)); cudaMalloc(&out, n * sizeof(int));
  cudaMemset(out, 0, n * sizeof(int)); cudaMemcpy(in, given(), n * sizeof(int), cudaMemcpyHostToDevice);
  void *args[] = {&in, &part, &out, &n};
  cudaLaunchCooperativeKernel((void *)k, dim3(3), dim3(4), args, 0, 0);
}`;

const SUM =
  's[t] = i < n ? in[i] : 0; __syncthreads(); if (t == 0) part[blockIdx.x] = s[0] + s[1];';
const USE = 'if (i < n) out[i] = part[0] + part[1] + part[2] + s[t];';
const BACK = 'if (i < n) out[i] = i; grid.sync(); int v = i < n ? out[n - 1 - i] : 0;';

it.each([
  ['what another block wrote before it', `${SUM} grid.sync(); ${USE}`, 'right', []],
  ['nothing between', `${SUM} ${USE}`, 'wrong', ['race-global', 'race-between-groups']],
  ['a barrier of a block only', `${SUM} __syncthreads(); ${USE}`, 'wrong', ['race-between-groups']],
  [
    'a second one before it is overwritten',
    `${BACK} grid.sync(); if (i < n) out[i] = v;`,
    'right',
    [],
  ],
  [
    'no second one',
    `${BACK} __syncthreads(); if (i < n) out[i] = v;`,
    'wrong',
    ['race-between-groups'],
  ],
  [
    'rounds of a loop',
    `for (int r = 0; r < 3; r++) { ${BACK} cg::sync(grid); if (i < n) out[i] = v; grid.sync(); }`,
    'right',
    [],
  ],
  [
    'an index too large behind it',
    `${SUM} grid.sync(); out[i] = part[t % 3];`,
    'wrong',
    ['bounds'],
  ],
  [
    'a block that never comes',
    `if (blockIdx.x == 1) return; grid.sync();`,
    'wrong',
    ['divergence'],
  ],
  [
    'a block that comes once more',
    'grid.sync(); if (blockIdx.x == 0) grid.sync();',
    'wrong',
    ['divergence'],
  ],
  ['the first thread of a block gone', 'if (t == 0) return; grid.sync();', 'wrong', ['divergence']],
  ['another thread gone', `if (i >= n) return; grid.sync();`, 'not-checked', []],
  ['contents that all read', `if (in[0] == 4711) grid.sync();`, 'right', []],
  [
    'a count of the grid',
    `if (grid.size() != 12 || grid.num_blocks() != 3) out[n] = 1;`,
    'right',
    [],
  ],
])('%s', async (_, body, status, kinds) => {
  const said = await verdictOf(program(body), CONSTANTS);
  expect([said.status, [...new Set(said.findings.map(({ kind }) => kind))]]).toEqual([
    status,
    kinds,
  ]);
});

it('contents that each block reads for itself are not taken to be alike', async () => {
  const said = await verdictOf(program('if (in[blockIdx.x] == 4711) grid.sync();'), CONSTANTS);
  expect(said.status).not.toBe('right');
});

it('a trace goes through all blocks to what is wrong behind it', async () => {
  const text = program(
    'part[blockIdx.x] = 1; grid.sync(); if (blockIdx.x == 0 && t == 0) out[n] = part[2];',
  );
  const posed = poseValues(await createNodeKernelParser(), text, {
    constants: CONSTANTS,
    given: {},
  });
  const [first] = posed.programs;
  const trace = first && traceByRunning(first, 0);
  expect(trace?.wrong).toBeDefined();
  expect(trace?.events.some(({ group }) => group === 0)).toBe(true);
});
