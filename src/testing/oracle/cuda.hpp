// CUDA C++ as far as the test kernels use it, for a C++ compiler: see opencl.hpp, which is its twin.
// Threads are fibres of counting.cpp; lanes of a warp meet in meet_lanes.
#pragma once
#include <algorithm>
#include <assert.h>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <string>
#include <utility>
#include <vector>
#include "unit.hpp"

#undef assert
#define assert(condition) ((condition) ? (void)0 : assert_fault(#condition))
#define printf(...) ((void)0)

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__
#define __restrict__
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#define __constant__ __attribute__((section("constants")))
#define SHARED(T, name, dims)                                                                      \
  typedef T name##_array dims;                                                                     \
  static struct {                                                                                  \
    char before[256];                                                                              \
    alignas(16) char cells[sizeof(name##_array)];                                                  \
    char after[256];                                                                               \
  } name##_in_block;                                                                               \
  name##_array &name = *(name##_array *)name##_in_block.cells;                                     \
  declare_local(#name, &name, sizeof name);

typedef unsigned char uchar;
typedef unsigned int uint;
typedef unsigned short ushort;

// Indices.
struct uint3 { unsigned x, y, z; };
struct dim3 {
  unsigned x, y, z;
  UNWATCHED dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  UNWATCHED dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};
// Objects rather than macros: hosts name their own variables blockDim.
template <size_t (*F)(unsigned), unsigned D> struct Component {
  UNWATCHED operator unsigned() const { return (unsigned)F(D); }
};
template <size_t (*F)(unsigned)> struct Index {
  Component<F, 0> x;
  Component<F, 1> y;
  Component<F, 2> z;
  UNWATCHED operator uint3() const { return {x, y, z}; }
  UNWATCHED operator dim3() const { return {x, y, z}; }
};
UNWATCHED inline size_t blocks_of(unsigned d) { return get_global_size(d) / get_local_size(d); }
inline Index<get_local_id> threadIdx;
inline Index<get_group_id> blockIdx;
inline Index<get_local_size> blockDim;
inline Index<blocks_of> gridDim;
constexpr int warpSize = 32;

// Vectors: plain, so that the compiler reports their accesses.
#define VECTOR(T, N, bytes, members, arguments, values)                                            \
  struct alignas(bytes) N { T members; };                                                          \
  UNWATCHED inline N make_##N arguments { return N values; }
#define VECTORS(T, name)                                                                           \
  VECTOR(T, name##2, 2 * sizeof(T), x COMMA y, (T x, T y), {x COMMA y})                            \
  VECTOR(T, name##4, sizeof(T) * 4 > 16 ? 16 : sizeof(T) * 4, x COMMA y COMMA z COMMA w,           \
         (T x, T y, T z, T w), {x COMMA y COMMA z COMMA w})
#define COMMA ,
VECTORS(float, float)
VECTORS(int, int)
VECTORS(unsigned, uint)
VECTORS(signed char, char)
VECTORS(unsigned char, uchar)
VECTORS(short, short)
VECTORS(double, double)
struct float3 { float x, y, z; };
struct int3 { int x, y, z; };
UNWATCHED inline float3 make_float3(float x, float y, float z) { return {x, y, z}; }
UNWATCHED inline int3 make_int3(int x, int y, int z) { return {x, y, z}; }
UNWATCHED inline uint3 make_uint3(unsigned x, unsigned y, unsigned z) { return {x, y, z}; }

// Barriers and fences.
#define __syncthreads() meet_barrier(3)
UNWATCHED inline int votes_counted() { int n; bool all; barrier_votes(&n, &all); return n; }
UNWATCHED inline int votes_all() { int n; bool all; barrier_votes(&n, &all); return all; }
#define __syncthreads_count(p) (set_vote((p) != 0), meet_barrier(3), votes_counted())
#define __syncthreads_or(p) (set_vote((p) != 0), meet_barrier(3), (int)(votes_counted() > 0))
#define __syncthreads_and(p) (set_vote((p) != 0), meet_barrier(3), votes_all())
#define __threadfence() ((void)0)
#define __threadfence_block() ((void)0)
#define __threadfence_system() ((void)0)

// Loads and stores with hints.
#define __ldg(...) (*(__VA_ARGS__))
#define __ldcs(...) (*(__VA_ARGS__))
#define __ldca(...) (*(__VA_ARGS__))
#define __ldcg(...) (*(__VA_ARGS__))
#define __stcs(p, ...) ((void)(*(p) = (__VA_ARGS__)))
#define __stcg(p, ...) ((void)(*(p) = (__VA_ARGS__)))

// Warps. A value travels in 64 bits.
template <class T> UNWATCHED uint64_t bits_of(T value) {
  static_assert(sizeof(T) <= 8);
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T> UNWATCHED T value_of(uint64_t bits) {
  T value;
  memcpy((void *)&value, &bits, sizeof value);
  return value;
}
/// Reads the lane of a segment, or its own where the lane lies outside.
template <class T> UNWATCHED T shuffled(unsigned mask, T own, int lane, bool isInside) {
  const Meeting *met = meet_lanes(mask, SHUFFLE, bits_of(own), 2);
  if (!isInside) return own;
  if (!(met->arrived >> lane & 1)) { lane_fault(2); return value_of<T>(0xA5A5A5A5A5A5A5A5); }
  return value_of<T>(met->values[lane]);
}
template <class T> UNWATCHED T __shfl_sync(unsigned mask, T v, int from, int width = 32) {
  const int lane = lane_of_warp();
  return shuffled(mask, v, lane / width * width + (from & (width - 1)), true);
}
template <class T> UNWATCHED T __shfl_up_sync(unsigned mask, T v, unsigned by, int width = 32) {
  const int lane = lane_of_warp();
  return shuffled(mask, v, lane - (int)by, lane % width >= (int)by);
}
template <class T> UNWATCHED T __shfl_down_sync(unsigned mask, T v, unsigned by, int width = 32) {
  const int lane = lane_of_warp();
  return shuffled(mask, v, lane + (int)by, lane % width + (int)by < width);
}
template <class T> UNWATCHED T __shfl_xor_sync(unsigned mask, T v, int by, int width = 32) {
  const int lane = lane_of_warp(), other = lane ^ by;
  return shuffled(mask, v, other, other / width <= lane / width);
}
UNWATCHED inline unsigned ballot_of(unsigned mask, bool vote) {
  const Meeting *met = meet_lanes(mask, VOTE, vote, 2);
  unsigned result = 0;
  for (int i = 0; i < 32; i++)
    if ((met->arrived >> i & 1) && met->values[i]) result |= 1u << i;
  return result;
}
UNWATCHED inline unsigned __ballot_sync(unsigned mask, int p) { return ballot_of(mask, p != 0); }
UNWATCHED inline int __any_sync(unsigned mask, int p) { return ballot_of(mask, p != 0) != 0; }
UNWATCHED inline int __all_sync(unsigned mask, int p) { return ballot_of(mask, p == 0) == 0; }
UNWATCHED inline unsigned __activemask() { return gather_lanes(1); }
UNWATCHED inline void __syncwarp(unsigned mask = 0xffffffff) { meet_lanes(mask, SYNC_WARP, 0, 1); }
template <class T> UNWATCHED unsigned __match_any_sync(unsigned mask, T v) {
  const uint64_t own = bits_of(v);
  const Meeting *met = meet_lanes(mask, MATCH, own, 1);
  unsigned result = 0;
  for (int i = 0; i < 32; i++)
    if ((met->arrived >> i & 1) && met->values[i] == own) result |= 1u << i;
  return result;
}
template <class T> UNWATCHED unsigned __match_all_sync(unsigned mask, T v, int *all) {
  const uint64_t own = bits_of(v);
  const Meeting *met = meet_lanes(mask, MATCH, own, 1);
  *all = 1;
  for (int i = 0; i < 32; i++)
    if ((met->arrived >> i & 1) && met->values[i] != own) *all = 0;
  return *all ? mask : 0;
}
/// Folds in the order of the lanes; `depth` as in meet_lanes.
template <class T, class F> UNWATCHED T folded(unsigned mask, T v, F both, int depth, unsigned below = 32) {
  const Meeting *met = meet_lanes(mask, REDUCE, bits_of(v), depth + 1);
  bool isFirst = true;
  T result{};
  for (unsigned i = 0; i < below; i++)
    if (met->arrived >> i & 1) {
      const T each = value_of<T>(met->values[i]);
      result = isFirst ? each : both(result, each);
      isFirst = false;
    }
  return result;
}
#define REDUCE_SYNC(name, expression)                                                              \
  template <class T> UNWATCHED T __reduce_##name##_sync(unsigned mask, T v) {                      \
    return folded(mask, v, [](T a, T b) UNWATCHED { return (T)(expression); }, 1);                 \
  }
REDUCE_SYNC(add, a + b)
REDUCE_SYNC(min, a < b ? a : b)
REDUCE_SYNC(max, a < b ? b : a)
REDUCE_SYNC(and, a & b)
REDUCE_SYNC(or, a | b)
REDUCE_SYNC(xor, a ^ b)

// Numbers.
UNWATCHED inline int __popc(unsigned x) { return __builtin_popcount(x); }
UNWATCHED inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
UNWATCHED inline int __clz(int x) { return x == 0 ? 32 : __builtin_clz(x); }
UNWATCHED inline int __ffs(int x) { return __builtin_ffs(x); }
UNWATCHED inline unsigned __brev(unsigned x) {
  unsigned r = 0;
  for (int i = 0; i < 32; i++) r |= (x >> i & 1) << (31 - i);
  return r;
}
UNWATCHED inline float rsqrtf(float x) { return 1.0f / sqrtf(x); }
UNWATCHED inline float __expf(float x) { return expf(x); }
UNWATCHED inline float __fdividef(float a, float b) { return a / b; }
UNWATCHED inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
UNWATCHED inline float __int_as_float(int x) { return value_of<float>((uint32_t)x); }
UNWATCHED inline int __float_as_int(float x) { return (int)bits_of(x); }
UNWATCHED inline unsigned __float_as_uint(float x) { return (unsigned)bits_of(x); }
UNWATCHED inline float __saturatef(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
UNWATCHED inline float clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

// Atomic functions, by counting.cpp's numbers.
template <class T> UNWATCHED T update(T *at, int operation, T operand, T other = 0) {
  if constexpr (sizeof(T) == 4)
    return value_of<T>(update32(at, operation, (uint32_t)bits_of(operand), (uint32_t)bits_of(other)));
  else return value_of<T>(update64(at, operation, bits_of(operand), bits_of(other)));
}
#define ATOMIC_FORM(name, operation)                                                               \
  template <class T> UNWATCHED T name(T *at, std::type_identity_t<T> operand) {                    \
    return update<T>(at, operation, operand);                                                      \
  }
#define ATOMIC(name, operation)                                                                    \
  ATOMIC_FORM(name, operation) ATOMIC_FORM(name##_block, operation) ATOMIC_FORM(name##_system, operation)
ATOMIC(atomicAdd, !std::is_floating_point_v<T> ? 0 : sizeof(T) == 4 ? 13 : 14)
ATOMIC(atomicSub, 1)
ATOMIC(atomicExch, 2)
ATOMIC(atomicMin, std::is_unsigned_v<T> ? 9 : 4)
ATOMIC(atomicMax, std::is_unsigned_v<T> ? 10 : 5)
ATOMIC(atomicAnd, 6)
ATOMIC(atomicOr, 7)
ATOMIC(atomicXor, 8)
ATOMIC(atomicInc, 11)
ATOMIC(atomicDec, 12)
template <class T>
UNWATCHED T atomicCAS(T *at, std::type_identity_t<T> expected, std::type_identity_t<T> value) {
  return update<T>(at, 3, value, expected);
}

// Numbers of 16 bits; _Float16 rounds as IEEE 754 has it.
typedef _Float16 half;
typedef half __half;
struct alignas(4) half2 { half x, y; };
typedef half2 __half2;
UNWATCHED inline half __float2half(float x) { return (half)x; }
UNWATCHED inline half __float2half_rn(float x) { return (half)x; }
UNWATCHED inline half __int2half_rn(int x) { return (half)x; }
UNWATCHED inline float __half2float(half x) { return x; }
UNWATCHED inline half2 __floats2half2_rn(float x, float y) { return {(half)x, (half)y}; }
UNWATCHED inline half2 __halves2half2(half x, half y) { return {x, y}; }
UNWATCHED inline half2 __half2half2(half x) { return {x, x}; }
UNWATCHED inline half2 __float2half2_rn(float x) { return {(half)x, (half)x}; }
UNWATCHED inline float2 __half22float2(half2 v) { return {(float)v.x, (float)v.y}; }
UNWATCHED inline half __low2half(half2 v) { return v.x; }
UNWATCHED inline half __high2half(half2 v) { return v.y; }
UNWATCHED inline float __low2float(half2 v) { return v.x; }
UNWATCHED inline float __high2float(half2 v) { return v.y; }
#define HALF_OPERATION(name, op)                                                                   \
  UNWATCHED inline half name(half a, half b) { return (half)((float)a op (float)b); }              \
  UNWATCHED inline half2 name##2(half2 a, half2 b) { return {name(a.x, b.x), name(a.y, b.y)}; }    \
  UNWATCHED inline half2 operator op(half2 a, half2 b) { return name##2(a, b); }
HALF_OPERATION(__hadd, +)
HALF_OPERATION(__hsub, -)
HALF_OPERATION(__hmul, *)
UNWATCHED inline half __hfma(half a, half b, half c) { return (half)((double)a * (double)b + (double)c); }
UNWATCHED inline half2 __hfma2(half2 a, half2 b, half2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
UNWATCHED inline half __hmax(half a, half b) { return a < b ? b : a; }
UNWATCHED inline bool __hgt(half a, half b) { return a > b; }

struct __nv_bfloat16 {
  uint16_t bits;
  __nv_bfloat16() = default;
  UNWATCHED __nv_bfloat16(float x) {
    const uint32_t all = (uint32_t)bits_of(x);
    bits = (uint16_t)((all + 0x7fff + (all >> 16 & 1)) >> 16); // to the nearest even one
  }
  UNWATCHED operator float() const { return value_of<float>((uint32_t)bits << 16); }
};
typedef __nv_bfloat16 nv_bfloat16;
struct alignas(4) __nv_bfloat162 { __nv_bfloat16 x, y; };
UNWATCHED inline __nv_bfloat16 __float2bfloat16(float x) { return {x}; }
UNWATCHED inline float __bfloat162float(const __nv_bfloat16 &x) {
  touch(&x, 2, false, 1);
  return x;
}

// Asynchronous copies of a thread: made when they are waited for.
UNWATCHED inline void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t = 0) {
  copy_later(to, from, bytes, 1);
}
UNWATCHED inline void __pipeline_commit() { commit_copies(); }
UNWATCHED inline void __pipeline_wait_prior(size_t prior) { wait_copies(prior); }

namespace cooperative_groups {
struct thread_block {
  void sync() const { __syncthreads(); }
  UNWATCHED unsigned thread_rank() const {
    return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0);
  }
  UNWATCHED unsigned size() const { return get_local_size(0) * get_local_size(1) * get_local_size(2); }
  UNWATCHED unsigned num_threads() const { return size(); }
  UNWATCHED uint3 group_index() const { return blockIdx; }
  UNWATCHED uint3 thread_index() const { return threadIdx; }
  UNWATCHED dim3 group_dim() const { return blockDim; }
};
UNWATCHED inline thread_block this_thread_block() { return {}; }

/// Lanes of one warp, by their mask.
struct lanes_of_warp {
  unsigned mask;
  UNWATCHED unsigned size() const { return __builtin_popcount(mask); }
  UNWATCHED unsigned num_threads() const { return size(); }
  UNWATCHED unsigned thread_rank() const { return __builtin_popcount(mask & ((1u << lane_of_warp()) - 1)); }
  UNWATCHED void sync() const { meet_lanes(mask, SYNC_WARP, 0, 1); }
  /// The lane with a rank.
  UNWATCHED int lane(int rank) const {
    for (int i = 0; i < 32; i++)
      if ((mask >> i & 1) && rank-- == 0) return i;
    return lane_of_warp();
  }
  UNWATCHED bool has(int rank) const { return rank >= 0 && rank < (int)size(); }
  template <class T> UNWATCHED T shfl(T v, int rank) const { return shuffled(mask, v, lane(rank), has(rank)); }
  template <class T> UNWATCHED T shfl_down(T v, unsigned by) const {
    const int rank = thread_rank() + by;
    return shuffled(mask, v, lane(rank), has(rank));
  }
  template <class T> UNWATCHED T shfl_up(T v, unsigned by) const {
    const int rank = (int)thread_rank() - (int)by;
    return shuffled(mask, v, has(rank) ? lane(rank) : 0, has(rank));
  }
  template <class T> UNWATCHED T shfl_xor(T v, unsigned by) const {
    const int rank = thread_rank() ^ by;
    return shuffled(mask, v, lane(rank), has(rank));
  }
  /// The ballot's bits by rank.
  UNWATCHED unsigned ballot(int p) const {
    const unsigned votes = ballot_of(mask, p != 0);
    unsigned result = 0;
    for (unsigned rank = 0; rank < size(); rank++) result |= (votes >> lane(rank) & 1) << rank;
    return result;
  }
  UNWATCHED int any(int p) const { return ballot_of(mask, p != 0) != 0; }
  UNWATCHED int all(int p) const { return ballot_of(mask, p == 0) == 0; }
};
template <unsigned N, class Parent = thread_block> struct thread_block_tile : lanes_of_warp {
  UNWATCHED unsigned meta_group_rank() const { return this_thread_block().thread_rank() / N; }
  UNWATCHED unsigned meta_group_size() const { return (this_thread_block().size() + N - 1) / N; }
};
struct coalesced_group : lanes_of_warp {};
template <unsigned N, class Parent> UNWATCHED thread_block_tile<N, Parent> tiled_partition(const Parent &) {
  static_assert(N <= 32 && (N & (N - 1)) == 0);
  const unsigned all = N == 32 ? 0xffffffffu : (1u << (N & 31)) - 1;
  return {{all << (lane_of_warp() / N * N)}};
}
UNWATCHED inline coalesced_group coalesced_threads() { return {{gather_lanes(1)}}; }

template <class T> struct plus { UNWATCHED T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { UNWATCHED T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { UNWATCHED T operator()(T a, T b) const { return a < b ? b : a; } };
template <class G, class T, class F> UNWATCHED T reduce(const G &group, T v, F both) {
  return folded(group.mask, v, both, 1);
}
template <class G, class T, class F = plus<T>> UNWATCHED T inclusive_scan(const G &group, T v, F both = {}) {
  return folded(group.mask, v, both, 1, lane_of_warp() + 1);
}
template <class G, class T, class F = plus<T>> UNWATCHED T exclusive_scan(const G &group, T v, F both = {}) {
  return folded(group.mask, v, both, 1, lane_of_warp());
}
/// A group's copy, dealt out to its threads in turn.
template <class G, class T> UNWATCHED void memcpy_async(const G &group, T *to, const T *from, size_t bytes) {
  for (size_t i = group.thread_rank(); i < bytes / sizeof(T); i += group.size())
    copy_later(to + i, from + i, sizeof(T), 1);
  commit_copies();
}
template <class G> void wait(const G &group) {
  wait_copies(0);
  group.sync();
}
} // namespace cooperative_groups

namespace cuda {
enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
template <thread_scope> struct pipeline {
  UNWATCHED void producer_acquire() {}
  UNWATCHED void producer_commit() { commit_copies(); }
  UNWATCHED void consumer_wait() { wait_copies(0); }
  UNWATCHED void consumer_release() {}
};
UNWATCHED inline pipeline<thread_scope_thread> make_pipeline() { return {}; }
template <class T, class P> UNWATCHED void memcpy_async(T *to, const T *from, size_t bytes, P &) {
  copy_later(to, from, bytes, 1);
}
/// Beginning it is a store that others must see; copies end where their thread waits.
template <thread_scope> struct barrier {
  int expected;
  UNWATCHED void arrive_and_wait() {
    touch(&expected, sizeof expected, false, 1);
    wait_copies(0);
    meet_barrier(3);
  }
};
template <thread_scope S> UNWATCHED void init(barrier<S> *b, int expected) {
  touch(&b->expected, sizeof expected, true, 1);
  b->expected = expected;
}
template <class G, class T, thread_scope S>
UNWATCHED void memcpy_async(const G &group, T *to, const T *from, size_t bytes, barrier<S> &) {
  cooperative_groups::memcpy_async(group, to, from, bytes);
}
} // namespace cuda

// The host. Its own memory is not watched.
typedef int cudaError_t, cudaStream_t, cudaEvent_t;
enum { cudaSuccess = 0 };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
struct cudaDeviceProp { int multiProcessorCount, warpSize, maxThreadsPerBlock; };
template <class T> UNWATCHED cudaError_t cudaMalloc(T **at, size_t bytes) {
  *at = (T *)device_memory(bytes);
  return cudaSuccess;
}
template <class T> UNWATCHED cudaError_t cudaMallocManaged(T **at, size_t bytes) {
  cudaMalloc(at, bytes);
  mark_written(*at, bytes);
  return cudaSuccess;
}
template <class T> UNWATCHED cudaError_t cudaMallocHost(T **at, size_t bytes) { *at = (T *)malloc(bytes); return 0; }
UNWATCHED inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind) {
  mark_written(to, bytes);
  memcpy(to, from, bytes);
  return cudaSuccess;
}
UNWATCHED inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t = 0) {
  return cudaMemcpy(to, from, bytes, kind);
}
UNWATCHED inline cudaError_t cudaMemset(void *to, int value, size_t bytes) {
  mark_written(to, bytes);
  memset(to, value, bytes);
  return cudaSuccess;
}
template <class T> UNWATCHED cudaError_t cudaMemcpyToSymbol(T &symbol, const void *from, size_t bytes, size_t offset = 0) {
  memcpy((char *)&symbol + offset, from, bytes);
  return cudaSuccess;
}
template <class T> UNWATCHED cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes) {
  memcpy(to, &symbol, bytes);
  return cudaSuccess;
}
UNWATCHED inline cudaError_t cudaFree(void *) { return cudaSuccess; }
UNWATCHED inline cudaError_t cudaFreeHost(void *at) { free(at); return cudaSuccess; }
UNWATCHED inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
UNWATCHED inline cudaError_t cudaGetLastError() { return cudaSuccess; }
UNWATCHED inline cudaError_t cudaStreamCreate(cudaStream_t *s) { *s = 1; return cudaSuccess; }
UNWATCHED inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
UNWATCHED inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
UNWATCHED inline const char *cudaGetErrorString(cudaError_t) { return "no error"; }
UNWATCHED inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int) { *p = {4, 32, 1024}; return cudaSuccess; }

// HIP by other names.
typedef cudaError_t hipError_t;
#define hipBlockIdx_x blockIdx.x
#define hipBlockDim_x blockDim.x
#define hipThreadIdx_x threadIdx.x
#define hipMalloc cudaMalloc
#define hipMemcpy cudaMemcpy
#define hipMemset cudaMemset
#define hipFree cudaFree
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipDeviceSynchronize cudaDeviceSynchronize

// Launches.
struct Configuration {
  dim3 grid, block;
  size_t bytes;
  UNWATCHED Configuration(dim3 grid, dim3 block, size_t bytes = 0, cudaStream_t = 0) : grid(grid), block(block), bytes(bytes) {}
};
UNWATCHED inline std::string described(dim3 d) {
  std::string text = std::to_string(d.x);
  if (d.y > 1 || d.z > 1) text += " x " + std::to_string(d.y);
  if (d.z > 1) text += " x " + std::to_string(d.z);
  return text;
}
template <class T> UNWATCHED std::string described(const std::string &name, T value) {
  if constexpr (std::is_pointer_v<T>) {
    name_array(value, name.c_str());
    return name + "[" + std::to_string(bytes_from(value) / sizeof(*value)) + "]";
  } else if constexpr (std::is_floating_point_v<T>) {
    char text[40];
    snprintf(text, sizeof text, " = %g", (double)value);
    return name + text;
  } else if constexpr (std::is_integral_v<T>) return name + " = " + std::to_string(value);
  else return name;
}
UNWATCHED inline std::string nextName(const char *&names) {
  const char *end = strchr(names, ',');
  std::string name = end ? std::string(names, end) : std::string(names);
  names = end ? end + 1 : names + strlen(names);
  return name;
}
/// `bind` keeps what the claims are about; `call` is the kernel.
template <class B, class F, class... A>
UNWATCHED void launch(const char *kernel, const char *names, B bind, F call, Configuration c, A... arguments) {
  std::string text = std::string(kernel) + ": " + described(c.grid) + " of " + described(c.block);
  if (c.bytes > 0) text += ", " + std::to_string(c.bytes) + " bytes";
  int count = 0;
  ((text += (count++ == 0 ? "; " : ", ") + described(nextName(names), arguments)), ...);
  bind(arguments...);
  auto run = [&]() UNWATCHED { call(arguments...); };
  typedef decltype(run) Run;
  const unsigned grid[] = {c.grid.x, c.grid.y, c.grid.z}, block[] = {c.block.x, c.block.y, c.block.z};
  launch_blocks(text.c_str(), grid, block, c.bytes, [](void *r) UNWATCHED { (*(Run *)r)(); }, &run);
}
inline auto unbound = [](auto...) UNWATCHED {};
/// What a kernel's parameter points to, in the end.
template <class T> struct Bound {
  T *now = nullptr, *old = nullptr;
  size_t n = 0;
  UNWATCHED void keep(const T *at) {
    if (old) return; // of the first launch
    now = (T *)at;
    n = bytes_from(at) / sizeof(T);
    old = (T *)malloc(n * sizeof(T) + 1);
    memcpy((void *)old, at, n * sizeof(T));
  }
};
template <class T, class F> UNWATCHED void fill_array(T *a, size_t n, F value) {
  if constexpr (!std::is_arithmetic_v<T> && std::is_convertible_v<float, T>)
    for (size_t i = 0; i < n; i++) a[i] = (T)(float)value((long)i);
  else fill_with(a, n, value);
}
/// An array as claims read it: numbers of 16 bits as numbers of 32.
template <class T> struct Floats {
  const T *at;
  UNWATCHED float operator[](long i) const { return at[i]; }
};
template <class T> UNWATCHED const T *readable(const T *at) { return at; }
UNWATCHED inline Floats<half> readable(const half *at) { return {at}; }
UNWATCHED inline Floats<__nv_bfloat16> readable(const __nv_bfloat16 *at) { return {at}; }
