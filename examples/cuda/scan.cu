// Prefix sums of each block with cooperative groups: a warp scans its values by shuffles, the first warp scans the sums
// of the warps, and every thread adds what the warps before its own have summed up.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

constexpr int THREADS = 128;

#pragma tuner input in[i] = i * 5 % 7
#pragma tuner ensures forall i < n: out[i] == sum(k <= i % THREADS: in[i - k])

__global__ void scan(const int *in, int *out, int n) {
  __shared__ int sums[32];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  const int i = blockIdx.x * THREADS + block.thread_rank();
  int value = i < n ? in[i] : 0;
  for (int offset = 1; offset < warp.size(); offset *= 2) {
    const int before = warp.shfl_up(value, offset);
    if (warp.thread_rank() >= offset) value += before;
  }
  if (warp.thread_rank() == warp.size() - 1) sums[warp.meta_group_rank()] = value;
  block.sync();
  if (warp.meta_group_rank() == 0) {
    int sum = warp.thread_rank() < warp.meta_group_size() ? sums[warp.thread_rank()] : 0;
    for (int offset = 1; offset < warp.size(); offset *= 2) {
      const int before = warp.shfl_up(sum, offset);
      if (warp.thread_rank() >= offset) sum += before;
    }
    sums[warp.thread_rank()] = sum;
  }
  block.sync();
  if (warp.meta_group_rank() > 0) value += sums[warp.meta_group_rank() - 1];
  if (i < n) out[i] = value;
}

int main() {
  const int n = 300;
  int values[n];
  for (int i = 0; i < n; ++i) values[i] = i * 5 % 7;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemcpy(in, values, n * sizeof(int), cudaMemcpyHostToDevice);
  scan<<<(n + THREADS - 1) / THREADS, THREADS>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
