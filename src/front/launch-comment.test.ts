import { expect, test } from 'vitest';
import { show } from './expr.ts';
import { usualConstants } from '../platform/index.ts';
import { parser } from '../testing/kernels.ts';
import { verdictOf } from '../testing/verdict-of.ts';

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
  ['//--global_size=100 --local_size=64', [['WG'], ['size']]],
  ['/*\n//--local_size=1 --num_groups=1\n*/', [['WG'], ['size']]],
  ['//--local_size=1,64 --num_groups=1', [['WG'], ['size']]],
  ['/* all */\n//--local_size=2 --num_groups=3', [['2'], ['6']]],
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

test('not where the host launches kernels', () => {
  const text = (launch: string): string => `//--blockDim=32 --gridDim=1
__global__ void k(int *o) { o[threadIdx.x] = blockIdx.x; }
int main() { int *o; hipMalloc(&o, 128); ${launch} }`;
  const [local] = launchOf(text('hipLaunchKernelGGL(k, dim3(2), dim3(64), 0, 0, o);'));
  expect(local).toEqual(['64']);
  const config = 'cudaLaunchConfig_t c = of(2, 64); cudaLaunchKernelEx(&c, k, o);';
  expect(launchOf(text(config))[0]).not.toEqual(['32']);
});

test('not for kernels that require other sizes', () => {
  const of = (sizes: string): string[][] =>
    launchOf(`#define B 32
//--local_size=64 --num_groups=2
__attribute__((reqd_work_group_size(${sizes}, 1, 1)))
${KERNEL}`);
  expect(of('B')).not.toEqual([['64'], ['128']]);
  expect(of('2 * B')).toEqual([['64'], ['128']]);
});

test('of more groups than are run, a part is run, which says little of the others', async () => {
  const text = `//--local_size=64 --num_groups=1024
#pragma tuner array o = 128
__kernel void k(__global int *o) { o[get_global_id(0)] = 1; }`;
  const { status, open } = await verdictOf(text, usualConstants());
  expect(status).toBe('not-checked');
  expect(open.join()).toContain('2 in place of 1,024');
  const wrong = text.replace('o[get_global_id(0)] = 1', 'o[0] = get_local_id(0)');
  expect((await verdictOf(wrong, usualConstants())).status).toBe('wrong');
});
