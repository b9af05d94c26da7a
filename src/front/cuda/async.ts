import { COPY_OF_BARRIER, COPY_OF_ITEM } from '../warp.ts';

/** Asynchronous copies of CUDA in C++ (CUDA C++ Programming Guide, "Asynchronous Data Copies"): all come to what
 * single threads copy. */

const DEVICE = 'static __device__ __forceinline__';

const PRIMITIVES = `#pragma once
template <typename T, typename U>
${DEVICE} void __pipeline_memcpy_async(T *to, const U *from, size_t size) {
  __follows_size((size == 4 || size == 8 || size == 16) && size % sizeof(T) == 0);
  const T *source = (const T *)from;
  for (size_t i = 0; i < size / sizeof(T); i++) ${COPY_OF_ITEM}(to + i, source + i);
}
template <typename T, typename U>
${DEVICE} void __pipeline_memcpy_async(T *to, const U *from, size_t size, size_t zeros) {
  __follows_size((size == 4 || size == 8 || size == 16) && size % sizeof(T) == 0 && zeros % sizeof(T) == 0);
  const T *source = (const T *)from;
  for (size_t i = 0; i < size / sizeof(T); i++)
    if ((i + 1) * sizeof(T) + zeros <= size) ${COPY_OF_ITEM}(to + i, source + i);
    else {
      to[i] = T();
      ${COPY_OF_ITEM}(to + i, to + i);
    }
}`;

const SCOPES = `#pragma once
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
template <int ALIGNMENT> using aligned_size_t = size_t;`;

/** A group's threads copy each its share. */
const GROUPS = `#pragma once
template <typename G, typename T, typename U>
${DEVICE} void memcpy_async(const G &group, T *to, const U *from, size_t size) {
  __follows_size(size % sizeof(T) == 0);
  const T *source = (const T *)from;
  for (size_t i = group.thread_rank(); i < size / sizeof(T); i += group.size())
    ${COPY_OF_ITEM}(to + i, source + i);
  __pipeline_commit();
}
template <typename G> ${DEVICE} void wait(const G &group) {
  __pipeline_wait_prior(0);
  group.sync();
}
template <int STAGES, typename G> ${DEVICE} void wait_prior(const G &group) {
  __pipeline_wait_prior(STAGES);
  group.sync();
}`;

const ALL = `#include <cuda_pipeline_primitives.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/std/scopes>`;

/** Waiting for a stage of a block's pipeline is taken for a barrier, as is acquiring one that was in use: all
 * threads produce and consume. What a thread does between a commit and its wait, or a release and its acquire, a
 * barrier would order too, and the pipeline does not. */
const PIPELINE = `#pragma once
${ALL}
template <int SCOPE, int STAGES = 1> struct pipeline_shared_state { int unused; };
template <int SCOPE> struct pipeline {
  unsigned int stages;
  unsigned int committed;
  unsigned int waited;
  unsigned int released;
  __device__ void producer_acquire() {
    if (SCOPE != thread_scope_thread && committed >= stages) {
      __follows_stage(released + stages == committed + 1);
      __syncthreads();
      __follows_arrivals(2, blockDim.x * blockDim.y * blockDim.z);
    }
  }
  __device__ void producer_commit() {
    __pipeline_commit();
    committed++;
    if (SCOPE != thread_scope_thread) __follows_from_here(1);
  }
  __device__ void consumer_wait() {
    waited++;
    __pipeline_wait_prior(committed - waited);
    if (SCOPE != thread_scope_thread) {
      __follows_stage(waited == committed);
      __syncthreads();
      __follows_arrivals(1, blockDim.x * blockDim.y * blockDim.z);
    }
  }
  __device__ void consumer_release() {
    released++;
    if (SCOPE != thread_scope_thread) __follows_from_here(2);
  }
};
${DEVICE} pipeline<thread_scope_thread> make_pipeline() {
  pipeline<thread_scope_thread> p;
  p.stages = 1;
  p.committed = 0;
  p.waited = 0;
  p.released = 0;
  return p;
}
template <typename G, int SCOPE, int STAGES>
${DEVICE} pipeline<SCOPE> make_pipeline(const G &group, pipeline_shared_state<SCOPE, STAGES> *state) {
  pipeline<SCOPE> p;
  p.stages = STAGES;
  p.committed = 0;
  p.waited = 0;
  p.released = 0;
  return p;
}
template <int PRIOR, int SCOPE>
${DEVICE} void pipeline_consumer_wait_prior(pipeline<SCOPE> &p) {
  if (SCOPE != thread_scope_thread) __follows_stage(0);
  p.waited = p.committed - PRIOR;
  __pipeline_wait_prior(PRIOR);
}
template <typename T, typename U, int SCOPE>
${DEVICE} void memcpy_async(T *to, const U *from, size_t size, pipeline<SCOPE> &p) {
  __pipeline_memcpy_async(to, from, size);
}
template <typename G, typename T, typename U, int SCOPE>
${DEVICE} void memcpy_async(const G &group, T *to, const U *from, size_t size, pipeline<SCOPE> &p) {
  __follows_size(size % sizeof(T) == 0);
  const T *source = (const T *)from;
  for (size_t i = group.thread_rank(); i < size / sizeof(T); i += group.size())
    ${COPY_OF_ITEM}(to + i, source + i);
}`;

/** All threads arrive and wait, and access nothing that others see in between; others are not followed. */
const BARRIER = `#pragma once
${ALL}
struct __arrival { int unused; };
template <int SCOPE> struct barrier {
  int expected;
  typedef __arrival arrival_token;
  __device__ __arrival arrive() {
    __arrival token;
    __follows_barrier(&expected, expected == blockDim.x * blockDim.y * blockDim.z);
    __follows_from_here(0);
    token.unused = 0;
    return token;
  }
  __device__ void wait(__arrival token) {
    __follows_stage(1);
    __barrier_settles();
    __syncthreads();
    __follows_arrivals(0, blockDim.x * blockDim.y * blockDim.z);
  }
  __device__ void arrive_and_wait() {
    __follows_barrier(&expected, expected == blockDim.x * blockDim.y * blockDim.z);
    __barrier_settles();
    __follows_from_here(0);
    __syncthreads();
    __follows_arrivals(0, blockDim.x * blockDim.y * blockDim.z);
  }
};
template <int SCOPE> ${DEVICE} void init(barrier<SCOPE> *b, int expected) {
  b->expected = expected;
}
template <typename G, typename T, typename U, int SCOPE>
${DEVICE} void memcpy_async(const G &group, T *to, const U *from, size_t size, barrier<SCOPE> &b) {
  __follows_barrier(&b.expected, 1);
  __follows_size(size % sizeof(T) == 0);
  const T *source = (const T *)from;
  for (size_t i = group.thread_rank(); i < size / sizeof(T); i += group.size())
    ${COPY_OF_BARRIER}(to + i, source + i);
}`;

/** Headers by name. */
export const COPIES: readonly (readonly [string, string])[] = [
  ['cuda_pipeline_primitives.h', PRIMITIVES],
  ['cuda_pipeline.h', '#pragma once\n#include <cuda_pipeline_primitives.h>'],
  ['cooperative_groups/memcpy_async.h', GROUPS],
  ['cuda/std/scopes', SCOPES],
  ['cuda/pipeline', PIPELINE],
  ['cuda/barrier', BARRIER],
];
