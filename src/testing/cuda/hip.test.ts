import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { kernelOf } from '../engine.ts';
import { verdictOf } from '../verdict-of.ts';
import { CUDA_CASES } from './index.ts';

const CONSTANTS = { ...usualConstants(), size: 64 };

/** At commas outside of brackets. */
function parted(list: string): readonly string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of list) {
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

/** A program as it is ported by hand: headers, calls of the host and launches have other names. */
const inHip = (text: string): string =>
  `#include <hip/hip_runtime.h> ${text}`
    .replaceAll(/<cooperative_groups(?:\/\w+)?\.h>/g, '<hip/hip_cooperative_groups.h>')
    .replaceAll(/<cuda_(fp16|bf16)\.h>/g, '<hip/hip_$1.h>')
    .replaceAll(/\bcuda(?=[A-Z])/g, 'hip')
    .replaceAll(
      /([\w:]+)(<[\w, ]+>)?<<<(.+?)>>>\(/g,
      (_, name: string, types = '', how: string) => {
        const [grid = '1', block = '1', bytes = '0', stream = '0'] = parted(how);
        return `hipLaunchKernelGGL((${name}${types}), dim3(${grid}), dim3(${block}), ${bytes}, ${stream}, `;
      },
    );

const NAMES: readonly string[] = [
  'vector_add',
  'vector_add_unguarded',
  'saxpy_grid_stride',
  'saxpy_guard_off_by_one',
  'reduce_shared_tree',
  'reduce_barrier_missing',
  'reduce_lockstep',
  'reduce_syncwarp',
  'reduce_shuffle_down',
  'reduce_shuffle_returned_lanes',
  'scan_hillis_steele',
  'scan_in_place',
  'transpose_padded',
  'transpose_swapped_blocks',
  'matmul_second_barrier_missing',
  'histogram_shared',
  'stencil_constant_weights',
  'shared_bytes_too_few',
  'votes_any_all',
  'exchange_lockstep',
];

/** What the costs of a kernel are, or why it has none; places are other ones. */
function costsOf(text: string): unknown {
  try {
    const { name, parameters, geometry, body } = kernelOf(text);
    return JSON.stringify({ name, parameters, geometry, body }, (key, value: unknown) =>
      /span$/i.test(key) ? undefined : value,
    );
  } catch (error) {
    return String(error).replaceAll(/"span": \{[^}]*\}/g, '');
  }
}

const WAVEFRONTS = 'wavefronts have 32 lanes';

test('how many lanes a wavefront has can be stated', async () => {
  const found = CUDA_CASES.find((each) => each.name === 'reduce_shuffle_down');
  const hip = inHip(found?.text ?? '');
  const stated = `${hip}#pragma tuner value warpSize = 32\n`;
  expect((await verdictOf(hip, CONSTANTS)).conditions).toContain(WAVEFRONTS);
  expect((await verdictOf(stated, CONSTANTS)).conditions).not.toContain(WAVEFRONTS);
  const wide = await verdictOf(stated.replace('= 32\n', '= 16\n'), CONSTANTS);
  expect(wide.status).toBe('not-checked');
  expect(wide.open.join()).toContain('Wavefronts of 16 lanes are not followed');
});

test.each(NAMES)('%s has the same verdict and costs in HIP', async (name) => {
  const found = CUDA_CASES.find((each) => each.name === name);
  if (found === undefined) throw new Error(`There is no kernel ${name}.`);
  const { text } = found;
  const hip = inHip(text);
  // The host's calls and launches have been renamed.
  expect(hip).not.toMatch(/<<<|\bcuda[A-Z]/);
  // Code that counts on lanes rests on the wavefront's size.
  const rests = /\b(?:__\w+_sync|__syncwarp|warpSize)\b/.test(text.replaceAll(/\/\/.*/g, ''))
    ? [WAVEFRONTS]
    : [];
  const { conditions, ...others } = await verdictOf(text, CONSTANTS);
  const ported = await verdictOf(hip, CONSTANTS);
  expect(ported).toEqual({ ...others, conditions: expect.anything() });
  expect(ported.conditions.toSorted()).toEqual([...conditions, ...rests].toSorted());
  expect(costsOf(text)).toContain('"body"');
  expect(costsOf(hip)).toEqual(costsOf(text));
});

const WIDE = 'wavefronts have 64 lanes';

/** A kernel of one block of a wavefront or two, as a HIP program. */
const ofBlock = (body: string, threads = 64, lines = ''): string => `#include <hip/hip_runtime.h>
${lines}
__global__ void k(const int *in, int *out) { int t = threadIdx.x; ${body} }
int main() {
  int *in, *out;
  hipMalloc(&in, ${threads} * sizeof(int));
  hipMalloc(&out, ${threads} * sizeof(int));
  hipLaunchKernelGGL(k, 1, ${threads}, 0, 0, in, out);
}`;

const lanes = (count: number): string => `#pragma tuner value warpSize = ${count}`;

const SUM =
  'int v = in[t]; for (int o = 32; o > 0; o >>= 1) v += __shfl_down(v, o, 64); if (t == 0) *out = v;';
const numbered = (ensures: string): string =>
  `${lanes(64)}\n#pragma tuner input in[i] = i\n#pragma tuner ensures ${ensures}`;
const VOTES =
  'unsigned long long m = __ballot(in[t] >= 14); if (t == 0) out[0] = __popcll(m & ~(1ull << 63));';
const WHOLE = '0xffffffffffffffffull';
const EXCHANGE = `__shared__ int s[128]; s[t] = in[t]; __syncwarp(${WHOLE}); out[t] = s[t ^ 32];`;
const TILES = `auto w = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
  int v = in[t]; for (int o = 16; o > 0; o /= 2) v += w.shfl_down(v, o); if (w.thread_rank() == 0) out[t / 32] = v;`;

test.each([
  ['a sum of all', ofBlock(SUM, 64, numbered('out[0] == 2016')), 'right'],
  ['another sum', ofBlock(SUM, 64, numbered('out[0] == 496')), 'wrong'],
  ['a sum in wavefronts of 32', ofBlock(SUM, 64, lanes(32)), 'wrong'],
  ['votes', ofBlock(VOTES, 64, numbered('out[0] == 49')), 'right'],
  [
    'a lane that is not there',
    ofBlock(SUM.replace('_down(', `_down_sync(${WHOLE}, `), 48),
    'wrong',
  ],
  ['an exchange', ofBlock(EXCHANGE, 128, lanes(64)), 'right'],
  ['an exchange of 32', ofBlock(EXCHANGE.replace(WHOLE, '~0u'), 128, lanes(32)), 'wrong'],
  [
    'tiles of a wavefront',
    ofBlock(TILES, 64, numbered('out[0] == 496 && out[1] == 1520')),
    'right',
  ],
])('wavefronts of 64 lanes: %s', async (_name, text, status) => {
  expect((await verdictOf(text, CONSTANTS)).status).toBe(status);
});

test('a text that has 64 lanes is judged for these', async () => {
  const { status, conditions } = await verdictOf(ofBlock(SUM), CONSTANTS);
  expect(status).toBe('right');
  expect(conditions).toContain(WIDE);
  // In lockstep they are counted on too.
  const halves =
    '__shared__ int s[64]; s[t] = in[t]; if (threadIdx.x % 64 < 32) out[t] = s[t + 32];';
  const together = await verdictOf(ofBlock(halves, 64, '#pragma tuner lockstep'), CONSTANTS);
  expect(together.status).toBe('right');
  expect(together.conditions).toContain(WIDE);
});
