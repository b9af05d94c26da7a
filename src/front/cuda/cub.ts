import { ITEMS, REDUCE_ITEMS, SCAN_ITEMS } from './cub-items.ts';

/** CUB's reductions and scans of blocks and warps (CUB documentation, "Block-wide" and "Warp-wide
 * Collectives"). As there, a reduction is thread 0's alone, storage is free after a barrier, and each warp needs its own. */

const LINEAR = 'threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)';

const functor = (name: string, result: string): string => `struct ${name} {
  template <typename T> __device__ T operator()(const T &a, const T &b) const { return ${result}; }
};`;

const BLOCK_REDUCE = `template <typename T, int X, int ALGORITHM = 0, int Y = 1, int Z = 1>
struct BlockReduce {
  struct TempStorage { T values[X * Y * Z]; };
  TempStorage *storage;
  __device__ BlockReduce(TempStorage &given) { storage = &given; }
  template <typename Op> __device__ T Reduce(T x, Op op, int valid) {
    int t = ${LINEAR};
    storage->values[t] = x;
    for (int s = 1; s < X * Y * Z; s *= 2) {
      __syncthreads();
      if (t % (2 * s) == 0 && t + s < valid)
        storage->values[t] = op(storage->values[t], storage->values[t + s]);
    }
    return t == 0 ? storage->values[0] : x;
  }
  template <typename Op> __device__ T Reduce(T x, Op op) { return Reduce(x, op, X * Y * Z); }
  __device__ T Sum(T x) { return Reduce(x, [](T a, T b) { return a + b; }, X * Y * Z); }
  __device__ T Sum(T x, int valid) { return Reduce(x, [](T a, T b) { return a + b; }, valid); }
${REDUCE_ITEMS}
};`;

const BLOCK_SCAN = `template <typename T, int X, int ALGORITHM = 0, int Y = 1, int Z = 1>
struct BlockScan {
  struct TempStorage { T values[X * Y * Z]; };
  TempStorage *storage;
  __device__ BlockScan(TempStorage &given) { storage = &given; }
  template <typename Op> __device__ void InclusiveScan(T x, T &out, Op op) {
    int t = ${LINEAR};
    T sum = x;
    storage->values[t] = sum;
    for (int s = 1; s < X * Y * Z; s *= 2) {
      __syncthreads();
      if (t >= s) sum = op(storage->values[t - s], sum);
      if (2 * s < X * Y * Z) {
        __syncthreads();
        storage->values[t] = sum;
      }
    }
    out = sum;
  }
  __device__ T Shared(T own, int at) {
    __syncthreads();
    storage->values[${LINEAR}] = own;
    __syncthreads();
    return storage->values[at];
  }
  template <typename Op> __device__ void InclusiveScan(T x, T &out, Op op, T &all) {
    InclusiveScan(x, out, op);
    all = Shared(out, X * Y * Z - 1);
  }
  template <typename Op> __device__ void ExclusiveScan(T x, T &out, T first, Op op) {
    int t = ${LINEAR};
    T own;
    InclusiveScan(x, own, op);
    T before = Shared(own, t == 0 ? 0 : t - 1);
    out = t == 0 ? first : op(first, before);
  }
  template <typename Op> __device__ void ExclusiveScan(T x, T &out, T first, Op op, T &all) {
    ExclusiveScan(x, out, first, op);
    all = storage->values[X * Y * Z - 1];
  }
  __device__ void InclusiveSum(T x, T &out) { InclusiveScan(x, out, [](T a, T b) { return a + b; }); }
  __device__ void InclusiveSum(T x, T &out, T &all) {
    InclusiveSum(x, out);
    all = Shared(out, X * Y * Z - 1);
  }
  __device__ void ExclusiveSum(T x, T &out) {
    ExclusiveScan(x, out, (T)0, [](T a, T b) { return a + b; });
  }
  __device__ void ExclusiveSum(T x, T &out, T &all) {
    ExclusiveSum(x, out);
    all = storage->values[X * Y * Z - 1];
  }
${SCAN_ITEMS}
};`;

const WARP_REDUCE = `template <typename T, int WIDTH = 32>
struct WarpReduce {
  struct TempStorage { T values[WIDTH]; };
  TempStorage *storage;
  __device__ WarpReduce(TempStorage &given) { storage = &given; }
  template <typename Op> __device__ T Reduce(T x, Op op) {
    int lane = (${LINEAR}) % WIDTH;
    storage->values[lane] = x;
    for (int s = 1; s < WIDTH; s *= 2) {
      T other = __shfl_down_sync(0xffffffffu, x, s, WIDTH);
      if (lane + s < WIDTH) x = op(x, other);
    }
    return x;
  }
  __device__ T Sum(T x) { return Reduce(x, [](T a, T b) { return a + b; }); }
};`;

const WARP_SCAN = `template <typename T, int WIDTH = 32>
struct WarpScan {
  struct TempStorage { T values[WIDTH]; };
  TempStorage *storage;
  __device__ WarpScan(TempStorage &given) { storage = &given; }
  template <typename Op> __device__ void InclusiveScan(T x, T &out, Op op) {
    int lane = (${LINEAR}) % WIDTH;
    T sum = x;
    storage->values[lane] = x;
    for (int s = 1; s < WIDTH; s *= 2) {
      T other = __shfl_up_sync(0xffffffffu, sum, s, WIDTH);
      if (lane >= s) sum = op(other, sum);
    }
    out = sum;
  }
  __device__ void InclusiveSum(T x, T &out) { InclusiveScan(x, out, [](T a, T b) { return a + b; }); }
  __device__ void ExclusiveSum(T x, T &out) {
    T own;
    InclusiveSum(x, own);
    out = own - x;
  }
};`;

const ALGORITHMS = `enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS
};
enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };`;

/** @param space CUB's namespace, or HIP's for it. */
export const cub = (space: 'cub' | 'hipcub'): string => `#pragma once
namespace ${space} {
${functor('Sum', 'a + b')}
${functor('Max', 'a > b ? a : b')}
${functor('Min', 'a < b ? a : b')}
${[ALGORITHMS, ITEMS, BLOCK_REDUCE, BLOCK_SCAN, WARP_REDUCE, WARP_SCAN].join('\n')}
}`;
