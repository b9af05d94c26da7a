import { expect, test } from 'vitest';
import { blankComments } from '../../front/lexer.ts';
import { CUDA_CASES } from './index.ts';

/** Each construct of CUDA C++ that is read stands in two kernels of the corpus. */

const word = (name: string): RegExp => new RegExp(String.raw`\b${name}\b`);
const words = (names: string): Readonly<Record<string, RegExp>> =>
  Object.fromEntries(names.split(/\s+/).map((name) => [name, word(name)]));
const methods = (names: string): Readonly<Record<string, RegExp>> =>
  Object.fromEntries(
    names
      .split(/\s+/)
      .map((name) => [`${name} of a group`, new RegExp(String.raw`\.${name}\s*\(`)]),
  );

const CONSTRUCTS: Readonly<Record<string, RegExp>> = {
  ...words(`__global__ __device__ __forceinline__ __constant__ __shared__ __launch_bounds__ __restrict__
    constexpr static_assert auto
    float2 float3 float4 int2 int3 int4 dim3 threadIdx blockIdx blockDim gridDim warpSize
    __ldg __ldcs __ldcg __stcs __stcg
    __syncthreads __syncthreads_count __syncthreads_and __syncthreads_or __syncwarp
    __threadfence __threadfence_block __threadfence_system
    __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync
    __ballot_sync __any_sync __all_sync __activemask __match_any_sync __match_all_sync
    __reduce_add_sync __reduce_min_sync __reduce_max_sync __reduce_and_sync __reduce_or_sync
    __reduce_xor_sync
    this_thread_block coalesced_threads
    half __nv_bfloat16 __pipeline_memcpy_async __pipeline_commit __pipeline_wait_prior
    printf assert`),
  ...Object.fromEntries(
    'Add Sub Exch Min Max Inc Dec CAS And Or Xor'
      .split(' ')
      .map((name) => [
        `atomic${name}`,
        new RegExp(String.raw`\batomic${name}(?:_block|_system)?\b`),
      ]),
  ),
  ...methods('sync thread_rank size shfl shfl_up shfl_down shfl_xor'),
  'functions for host and device': /__host__\s+__device__/,
  'shared memory of the launch': /\bextern\s+__shared__/,
  'shared memory dealt out by casts':
    /\bextern\s+__shared__[\s\S]*=\s*(?:\(\w+ \*\)|reinterpret_cast<)/,
  'a template of functions': /\btemplate\s*<[^<>]*>\s*__(?:global|device)__/,
  'a template of structs': /\btemplate\s*<[^<>]*>\s*struct\b/,
  'a value of a template': /\btemplate\s*<[^>]*\b(?:int|bool)\s+\w+/,
  'an explicit instantiation': /\btemplate\s+__global__/,
  'an instantiation of the host': /\w+<[\w, ]+><<</,
  "a template's value as a tuning parameter": /#pragma tuner param (\w+)[\s\S]*\w+<\1><<</,
  references: /\b\w+ &\w+[,)]/,
  'default arguments': /__device__[^;{]*\w+ = [^;{()]+\)\s*\{/,
  overloads: /__device__ [\w ]*?(\w+)\((?:[^()]*)\)\s*(?:const )?\{[\s\S]*__device__ [\w ]*?\b\1\(/,
  lambdas: /\[[&=]?\]\s*(?:__device__\s*)?\(/,
  'if constexpr': /\bif\s+constexpr\b/,
  'names for types': /\busing\s+\w+\s*=/,
  namespaces: /\bnamespace\s+\w+\s*\{/,
  'structs with methods': /\bstruct\s+\w+\s*\{[\s\S]*?__device__[^;]*\)\s*(?:const )?\{/,
  constructors: /\bstruct\s+(\w+)\s*\{[\s\S]*?__device__ (?:constexpr )?\1\(/,
  'scoped enums': /\benum\s+class\b/,
  'functions that make vectors': /\bmake_\w+[234]\(/,
  'vectors of the same element by casts': /\breinterpret_cast<(?:const )?\w+[234] \*>/,
  'atomic additions of floats': /\bfloat \*[\s\S]*\batomicAdd\(/,
  'atomic additions of doubles': /\bdouble \*[\s\S]*\batomicAdd\(/,
  'atomics of a block': /\batomic\w+_block\(/,
  'atomics of a system': /\batomic\w+_system\(/,
  'a meeting of the lanes of a mask': /__syncwarp\([^)]/,
  'tiles of a group': /\btiled_partition<\d+>/,
  'a reduction of a group': /\breduce\((?:tile|warp|\w+), /,
  'pairs of halves': /\b(?:__)?half2\b/,
  'asynchronous copies of C++': /\bcuda::memcpy_async\b/,
  'asynchronous copies of a group': /\bcooperative_groups::memcpy_async\b|\bcg::memcpy_async\b/,
};

const TEXTS = CUDA_CASES.map(({ name, text }) => ({ name, text: blankComments(text).text }));

test.each(Object.entries(CONSTRUCTS))('%s', (_, construct) => {
  const found = TEXTS.filter(({ text }) => construct.test(text)).map(({ name }) => name);
  expect(found.length, found.join()).toBeGreaterThanOrEqual(2);
});
