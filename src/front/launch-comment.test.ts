import { expect, test } from 'vitest';
import { show } from './expr.ts';
import { parser } from '../testing/kernels.ts';

const KERNEL = '__kernel void k(__global int *o) { o[get_global_id(0)] = 1; }';

function launchOf(text: string): string[][] {
  const found = parser.shapeOf(text, { given: {} });
  if (!found.ok) throw new Error(JSON.stringify(found.diagnostics));
  const { local, global } = found.value.geometry;
  return [local.map(show), global.map(show)];
}

test.each([
  ['//--local_size=64 --num_groups=2', [['64'], ['128']]],
  [
    '// --local_size=[8,4] --num_groups=[2,3] --no-inline',
    [
      ['8', '4'],
      ['16', '12'],
    ],
  ],
  ['//--global_size=32 --local_size=8', [['8'], ['32']]],
  ['//--local_size=256 --num_groups=4096', [['256'], ['512']]],
  [
    '#pragma tuner local_size 4\n#pragma tuner items 8\n//--local_size=64 --num_groups=2',
    [['4'], ['8']],
  ],
  ['// --verbose', [['WG'], ['size']]],
])('a comment for a verifier states the launch: %s', (comment, launch) => {
  expect(launchOf(`${comment}\n${KERNEL}`)).toEqual(launch);
});

test('of CUDA too', () => {
  const text =
    '//--blockDim=[16,16] --gridDim=2\n__global__ void k(int *o) { o[threadIdx.x] = 1; }';
  expect(launchOf(text)).toEqual([
    ['16', '16'],
    ['32', '16'],
  ]);
});
