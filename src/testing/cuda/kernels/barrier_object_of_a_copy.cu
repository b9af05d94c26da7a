// a block copies, and a barrier in shared memory counts the copy too: right
// launch turn: 2 of 32; in[64], out[64]
#include <cooperative_groups.h>
#include <cuda/barrier>
namespace cg = cooperative_groups;
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner input in[i] = 5 * i
#pragma tuner ensures forall i < 64: out[i] == in[i / 32 * 32 + 31 - i % 32]
__global__ void turn(const int *in, int *out) {
  __shared__ int s[32];
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&bar, block.size());
  block.sync();
  cuda::memcpy_async(block, s, in + blockIdx.x * 32, sizeof(int) * 32, bar);
  bar.arrive_and_wait();
  out[blockIdx.x * 32 + threadIdx.x] = s[31 - threadIdx.x];
}
