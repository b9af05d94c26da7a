import { expect, test } from 'vitest';
import { usualConstants } from '../../platform/index.ts';
import { verdictOf } from '../verdict-of.ts';
import { CUDA_CASES } from './index.ts';

const CONSTANTS = { ...usualConstants(), size: 64 };

const HOST =
  'int main() { int *in, *out; cudaMalloc(&in, 1024); cudaMalloc(&out, 1024); k<<<2, 64>>>(in, out); }';

interface Way {
  readonly before: string;
  /** Without which the kernel is wrong. */
  readonly waits: readonly string[];
  readonly body: string;
}

const GROUPS = '#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;';
const REVERSED = 'out[blockIdx.x * 64 + t] = b[63 - t];';

const WAYS: Readonly<Record<string, Way>> = {
  "each thread's own, in vectors": {
    before: '#include <cuda_pipeline.h>',
    body: `__shared__ int4 b[64]; int4 *from = (int4 *)in; int4 *to = (int4 *)out;
      if (blockIdx.x > 0) return;
      __pipeline_memcpy_async(&b[t], &from[t], sizeof(int4)); __pipeline_commit();
      __pipeline_wait_prior(0); __syncthreads(); to[t] = b[63 - t];`,
    waits: ['__pipeline_wait_prior(0);', '__syncthreads();'],
  },
  'two buffers': {
    before: '#include <cuda_pipeline_primitives.h>',
    body: `__shared__ int b[2][64];
      __pipeline_memcpy_async(&b[0][t], &in[blockIdx.x * 128 + t], 4); __pipeline_commit();
      for (int i = 0; i < 2; i++) {
        if (i == 0) __pipeline_memcpy_async(&b[1][t], &in[blockIdx.x * 128 + 64 + t], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1); __syncthreads();
        out[blockIdx.x * 128 + i * 64 + t] = b[i][63 - t];
      }`,
    waits: ['__pipeline_wait_prior(1);', '__syncthreads();'],
  },
  "a block's": {
    before: `${GROUPS}\n#include <cooperative_groups/memcpy_async.h>`,
    body: `__shared__ int b[64]; auto g = cg::this_thread_block();
      for (int i = 0; i < 2; i++) {
        cg::memcpy_async(g, b, in + blockIdx.x * 128 + i * 64, sizeof(int) * 64);
        cg::wait(g);
        out[blockIdx.x * 128 + i * 64 + t] = b[63 - t];
        g.sync();
      }`,
    waits: ['cg::wait(g);', 'g.sync();'],
  },
  "a block's pipeline": {
    before: `${GROUPS}\n#include <cuda/pipeline>\nconstexpr int STAGES = 2;`,
    body: `__shared__ int b[64]; auto g = cg::this_thread_block();
      __shared__ cuda::pipeline_shared_state<cuda::thread_scope::thread_scope_block, STAGES> state;
      auto p = cuda::make_pipeline(g, &state);
      p.producer_acquire();
      cuda::memcpy_async(g, b, in + blockIdx.x * 64, cuda::aligned_size_t<4>(256), p);
      p.producer_commit(); p.consumer_wait();
      ${REVERSED} p.consumer_release();`,
    waits: ['p.consumer_wait();'],
  },
  'a barrier in shared memory': {
    before: `${GROUPS}\n#include <cuda/barrier>`,
    body: `__shared__ int b[64]; auto g = cg::this_thread_block();
      __shared__ cuda::barrier<cuda::thread_scope_block> bar;
      if (t == 0) init(&bar, 64);
      g.sync();
      cuda::memcpy_async(g, b, in + blockIdx.x * 64, 256, bar);
      bar.arrive_and_wait(); ${REVERSED}`,
    waits: ['bar.arrive_and_wait();'],
  },
  'arriving before one waits': {
    before: `${GROUPS}\n#include <cuda/barrier>`,
    body: `__shared__ int b[64]; auto g = cg::this_thread_block();
      __shared__ cuda::barrier<cuda::thread_scope_block> bar;
      if (t == 0) init(&bar, g.size());
      g.sync();
      b[t] = in[t]; auto token = bar.arrive(); int own = t * 3;
      bar.wait(std::move(token)); out[t] = b[63 - t] + own;`,
    waits: ['bar.wait(std::move(token));'],
  },
  'arriving where one waits': {
    before: `${GROUPS}\n#include <cuda/barrier>`,
    body: `__shared__ int b[64]; auto g = cg::this_thread_block();
      __shared__ cuda::barrier<cuda::thread_scope_block> bar;
      if (t == 0) init(&bar, g.size());
      g.sync();
      b[t] = in[t];  int own = t * 3;
      bar.wait(bar.arrive()); out[t] = b[63 - t] + own;`,
    waits: ['bar.wait(bar.arrive());'],
  },
};

const textOf = ({ before, body }: Way): string =>
  `${before}\n__global__ void k(const int *in, int *out) { int t = threadIdx.x; ${body} }\n${HOST}`;

test.each(Object.entries(WAYS))('asynchronous copies: %s', async (_, way) => {
  const right = await verdictOf(textOf(way), CONSTANTS);
  expect([right.status, right.findings]).toEqual(['right', []]);
  for (const wait of way.waits) {
    const { status } = await verdictOf(
      textOf({ ...way, body: way.body.replace(wait, '') }),
      CONSTANTS,
    );
    expect(status, `without ${wait}`).toBe('wrong');
  }
});

const PIPE = `${GROUPS}\n#include <cuda/pipeline>`;
const BLOCK_PIPE = `__shared__ int b[64]; auto g = cg::this_thread_block();
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope::thread_scope_block, 1> state;
  auto p = cuda::make_pipeline(g, &state);`;
const COPY_OF_BLOCK =
  'p.producer_acquire(); cuda::memcpy_async(g, b, in, 256, p); p.producer_commit();';
const PRIMITIVES = '#include <cuda_pipeline_primitives.h>';
const BARRIER = `${GROUPS}\n#include <cuda/barrier>`;
const ONE_BARRIER = '__shared__ int b[64]; __shared__ cuda::barrier<cuda::thread_scope_block> bar;';
const OWN = '__pipeline_memcpy_async(&b[t], &in[t], 4);';
const SETTLED = '__pipeline_commit(); __pipeline_wait_prior(0); __syncthreads();';

/** One block runs. */
const UNFOLLOWED: readonly (readonly [string, string, string, 'wrong' | 'not-checked'])[] = [
  [
    'what it reads is written by its thread',
    PRIMITIVES,
    `__shared__ int b[64]; ${OWN} ((int *)in)[t] = 0; ${SETTLED} ${REVERSED}`,
    'not-checked',
  ],
  [
    'what it reads is written by another, before the wait',
    PRIMITIVES,
    `__shared__ int b[64]; ${OWN} __pipeline_commit(); __syncthreads(); ((int *)in)[63 - t] = 0;
      __pipeline_wait_prior(0); out[t] = b[t];`,
    'wrong',
  ],
  [
    'what it writes is written by its thread',
    PRIMITIVES,
    `__shared__ int b[64]; ${OWN} b[t] = 5; ${SETTLED} ${REVERSED}`,
    'not-checked',
  ],
  [
    "a barrier does not end a thread's own",
    `${PRIMITIVES}\n${BARRIER}`,
    `${ONE_BARRIER} if (t == 0) init(&bar, 64); __syncthreads(); ${OWN} __pipeline_commit();
      bar.arrive_and_wait(); ${REVERSED}`,
    'wrong',
  ],
  [
    'a barrier that others do not see begun',
    BARRIER,
    `${ONE_BARRIER} if (t == 0) init(&bar, 64); b[t] = t; bar.arrive_and_wait(); ${REVERSED}`,
    'wrong',
  ],
  [
    'a barrier of some threads',
    BARRIER,
    `${ONE_BARRIER} if (t == 0) init(&bar, 32); __syncthreads();
      if (t < 32) { b[t] = t; bar.arrive_and_wait(); out[t] = b[31 - t]; }
      __syncthreads(); if (t >= 32) out[t] = b[t - 32];`,
    'not-checked',
  ],
  [
    'accesses between arriving and waiting',
    BARRIER,
    `__shared__ int u[64]; ${ONE_BARRIER} if (t == 0) init(&bar, 64); __syncthreads();
      b[t] = t; auto token = bar.arrive(); u[t] = t; bar.wait(std::move(token)); out[t] = b[63 - t] + u[63 - t];`,
    'not-checked',
  ],
  [
    'some arrive, and write where others wait',
    BARRIER,
    `${ONE_BARRIER} if (t == 0) init(&bar, 64); __syncthreads();
      b[t] = t; auto token = bar.arrive(); if (t < 32) { bar.wait(std::move(token)); out[t] = b[63 - t]; } else b[t] = 0;`,
    'not-checked',
  ],
  [
    'arriving twice before one waits',
    BARRIER,
    `${ONE_BARRIER} if (t == 0) init(&bar, 64); __syncthreads();
      b[t] = t; auto token = bar.arrive(); auto again = bar.arrive(); bar.wait(std::move(again)); out[t] = b[63 - t];`,
    'not-checked',
  ],
  [
    'several barriers',
    BARRIER,
    `__shared__ int b[64]; __shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
      if (t < 2) init(&bar[t], 64); __syncthreads(); b[t] = t; bar[t / 32].arrive_and_wait(); ${REVERSED}`,
    'not-checked',
  ],
  [
    'writes after a commit',
    PIPE,
    `__shared__ int u[64]; ${BLOCK_PIPE} ${COPY_OF_BLOCK} u[t] = t; p.consumer_wait();
      out[t] = b[63 - t] + u[63 - t]; p.consumer_release();`,
    'not-checked',
  ],
  [
    'a stage that nobody releases',
    PIPE,
    `int s = 0; ${BLOCK_PIPE}
      for (int i = 0; i < 2; i++) { ${COPY_OF_BLOCK} p.consumer_wait(); s += b[63 - t]; }
      out[t] = s;`,
    'not-checked',
  ],
  [
    'reads after a release',
    PIPE,
    `int s = 0; ${BLOCK_PIPE}
      for (int i = 0; i < 2; i++) { ${COPY_OF_BLOCK} p.consumer_wait(); p.consumer_release(); s += b[63 - t]; }
      out[t] = s;`,
    'not-checked',
  ],
  [
    'some wait for a stage',
    PIPE,
    `${BLOCK_PIPE} ${COPY_OF_BLOCK} if (t < 32) { p.consumer_wait(); out[t] = b[t]; p.consumer_release(); } __syncthreads();`,
    'not-checked',
  ],
  [
    'threads that end before a barrier',
    BARRIER,
    `${ONE_BARRIER} if (t == 0) init(&bar, 64); __syncthreads();
      if (t < 32) { b[t] = t; bar.arrive_and_wait(); out[t] = b[31 - t]; }`,
    'not-checked',
  ],
  [
    'threads that end before a stage',
    PIPE,
    `${BLOCK_PIPE} if (t < 32) { p.producer_acquire(); cuda::memcpy_async(&b[t], &in[t], 4, p);
      p.producer_commit(); p.consumer_wait(); out[t] = b[t]; p.consumer_release(); }`,
    'not-checked',
  ],
  [
    'parts of elements',
    PRIMITIVES,
    `__shared__ int4 b[64]; __pipeline_memcpy_async(&b[t], &((const int4 *)in)[t], 8); ${SETTLED}
      out[t] = b[63 - t].x;`,
    'not-checked',
  ],
  [
    'sizes that there are not',
    PRIMITIVES,
    `__shared__ short b[64]; __pipeline_memcpy_async(&b[t], &((const short *)in)[t], 2); ${SETTLED} ${REVERSED}`,
    'not-checked',
  ],
  [
    'zeros that are read too soon',
    PRIMITIVES,
    `__shared__ int b[64]; __pipeline_memcpy_async(&b[t], &in[t], 4, 4); out[t] = b[t]; ${SETTLED}`,
    'wrong',
  ],
];

test.each(UNFOLLOWED)('asynchronous copies: %s', async (_, before, body, known) => {
  const text = textOf({ before, body, waits: [] }).replace('k<<<2', 'k<<<1');
  const { status, findings, open } = await verdictOf(text, CONSTANTS);
  expect(status, JSON.stringify([findings, open])).toBe(known);
  if (known === 'not-checked') expect(open.join()).toMatch(/^(asynchronous copies|divergence): /);
});

test.each(CUDA_CASES.filter(({ text }) => /memcpy_async|__match_all/.test(text)))(
  'of the corpus: $title',
  async ({ text, known }) => {
    const { status, findings } = await verdictOf(text, CONSTANTS);
    const kinds = new Set(findings.map(({ kind }) => kind));
    expect([status, ...kinds]).toEqual(known === 'right' ? ['right'] : ['wrong', known]);
  },
);

test('templates of names for types, and a number of a template that is also a constant', async () => {
  const { status } = await verdictOf(
    `#pragma tuner ensures forall i < 64: out[i] == 6
constexpr int N = 4;
template <int N> struct Box { int v[N]; };
template <int N> __device__ int total(const Box<N> &b) { int s = 0; for (int i = 0; i < N; i++) s += b.v[i]; return s; }
template <typename T> using Four = Box<4>;
__global__ void k(const int *in, int *out) { Box<N> b; for (int i = 0; i < N; i++) b.v[i] = i; Four<int> c = b; out[threadIdx.x] = total(c); }
int main() { int *in, *out; cudaMalloc(&in, 256); cudaMalloc(&out, 256); k<<<1, 64>>>(in, out); }`,
    CONSTANTS,
  );
  expect(status).toBe('right');
});
