import { afterAll, expect, test } from 'vitest';
import { usualConstants } from '../base/constants.ts';
import { createNodeToolchain } from '../spin/node-toolchain.ts';
import { builtValues } from '../testing/value-listing.ts';
import { checkByRunning } from '../values/run/check.ts';
import { ValueChecker } from './value-checker.ts';

const toolchain = await createNodeToolchain();
const checker = new ValueChecker(toolchain, { memoryMB: 1024 });
afterAll(() => toolchain.dispose());

/** A program of one kernel in small blocks; what is in `in` is any of two values. */
const program = (
  body: string,
  claim: string,
  { blocks = 1, before = '' } = {},
): string => `${before}
#pragma tuner input in[i] = any(0, 1)
#pragma tuner ensures ${claim}
__global__ void k(const int *in, int *out) { const int t = threadIdx.x; ${body} }
int main() { int *in, *out; cudaMalloc(&in, ${4 * blocks} * sizeof(int)); cudaMalloc(&out, ${4 * blocks} * sizeof(int));
  cudaMemset(out, 0, ${4 * blocks} * sizeof(int)); k<<<${blocks}, 4>>>(in, out); }`;

const SUM = 'out[0] == in[0] + in[1] + in[2] + in[3]';
const TREE = `__shared__ int s[4]; s[t] = in[t]; __syncthreads();
for (int k = 2; k > 0; k >>= 1) { if (t < k) s[t] += s[t + k]; BARRIER } if (t == 0) out[0] = s[0];`;
const SHUFFLES = `int v = in[t]; v += __shfl_down_sync(0xf, v, 2, 4); v += __shfl_down_sync(0xf, v, DISTANCE, 4); if (t == 0) out[0] = v;`;
const EARLY = `__shared__ int s[4]; if (t == 3) return; s[t] = in[t]; __syncthreads(); out[t] = s[2 - t];`;

/** Constructs of CUDA, right and wrong, with the kinds of faults. */
const CASES: readonly (readonly [name: string, text: string, known: string])[] = [
  ['a tree', program(TREE.replace('BARRIER', '__syncthreads();'), SUM), 'right'],
  ['a tree without its barrier', program(TREE.replace('BARRIER', ''), SUM), 'race'],
  ['a tree within a warp', program(TREE.replace('BARRIER', '__syncwarp(0xf);'), SUM), 'right'],
  ['shuffles', program(SHUFFLES.replace('DISTANCE', '1'), SUM), 'right'],
  ['shuffles of the wrong distance', program(SHUFFLES.replace('DISTANCE', '2'), SUM), 'result'],
  [
    'a ballot',
    program(
      'unsigned b = __ballot_sync(0xf, in[t] > 0); out[t] = __popc(b);',
      'out[3] == in[0] + in[1] + in[2] + in[3]',
    ),
    'right',
  ],
  [
    'a ballot of one lane less',
    program(
      'unsigned b = __ballot_sync(0xf, in[t] > 0 && t < 3); out[t] = __popc(b);',
      'out[3] == in[0] + in[1] + in[2] + in[3]',
    ),
    'result',
  ],
  ['threads that have returned', program(EARLY, 'out[0] == in[2]'), 'right'],
  [
    'lanes that have returned',
    program('if (t == 3) return; out[t] = __shfl_up_sync(0x7, in[t], 1, 4);', 'out[2] == in[1]'),
    'right',
  ],
  [
    'half of a warp, and then all',
    program(
      `__shared__ int s[4]; int v = in[t]; if (t < 2) v = __shfl_xor_sync(0x3, v, 1, 4);
s[t] = v; __syncthreads(); out[t] = s[3 - t];`,
      'out[3] == in[1] && out[0] == in[3]',
    ),
    'right',
  ],
  [
    'barriers that some threads skip',
    program(
      'if (in[0] > 0 && t < 2) __syncthreads(); else __syncthreads(); out[t] = t;',
      'out[1] == 1',
    ),
    'divergence',
  ],
  [
    'a count at a barrier',
    program('out[t] = __syncthreads_count(in[t]);', 'out[2] == in[0] + in[1] + in[2] + in[3]'),
    'right',
  ],
  ['an atomic sum', program('atomicAdd(&out[0], in[t]);', SUM), 'right'],
  ['a plain sum', program('out[0] += in[t];', SUM), 'race'],
  [
    'blocks apart',
    program('out[blockIdx.x * 4 + t] = in[blockIdx.x * 4 + t] + 1;', 'out[5] == in[5] + 1', {
      blocks: 2,
    }),
    'right',
  ],
  [
    'blocks that meet',
    program(
      'out[blockIdx.x * 3 + t] = in[blockIdx.x * 4 + t] + blockIdx.x;',
      'out[5] == in[6] + 1',
      { blocks: 2 },
    ),
    'race',
  ],
  [
    'a tile of a cooperative group',
    program(
      'auto tile = cg::tiled_partition<4>(cg::this_thread_block()); int v = cg::reduce(tile, in[t], cg::plus<int>()); if (t == 0) out[0] = v;',
      SUM,
      { before: '#include <cooperative_groups/reduce.h>\nnamespace cg = cooperative_groups;' },
    ),
    'right',
  ],
  [
    'a template beyond its array',
    program('put<4>(in, out, t);', 'out[1] == in[1]', {
      before:
        'template <int N> __device__ void put(const int *a, int *b, int i) { b[i] = a[i]; if (i == 0) b[N] = 1; }',
    }),
    'bounds',
  ],
];

/** Any of several races may be found first. */
const sortOf = (kind: string): string => kind.replace(/^race-.*/, 'race');
const PROGRAMS = CASES.map(([, text]) => builtValues(text, { size: 4 }));

test('a run says what is known of CUDA kernels', () => {
  const said = PROGRAMS.map((one) => {
    const { findings } = checkByRunning(one, { constants: usualConstants() });
    return findings.length === 0 ? ['right'] : findings.map(({ kind }) => sortOf(kind));
  });
  for (const [i, [name, , known]] of CASES.entries()) expect(said[i], name).toContain(known);
});

test.each(['regions', 'free'] as const)(
  'SPIN says the same at the level %s',
  { timeout: 600_000 },
  async (level) => {
    const report = await checker.check(PROGRAMS, { level, constants: usualConstants() });
    if (!report.ok) throw new Error(report.reason);
    expect(report.exhaustive).toBe(true);
    const said = report.verdicts.map(({ found, ended }, i) => [
      CASES[i]?.[0],
      sortOf(found?.finding.kind ?? (ended ? 'right' : 'non-termination')),
    ]);
    expect(said).toEqual(CASES.map(([name, , known]) => [name, known]));
  },
);
