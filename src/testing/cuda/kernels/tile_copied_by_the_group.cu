// a block copies its tile by cooperative_groups::memcpy_async and waits for it: right
// launch turn: 2 of 8; in[16], out[16]
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
namespace cg = cooperative_groups;
#pragma tuner local_size 8
#pragma tuner items 16
#pragma tuner input in[i] = 5 * i
#pragma tuner ensures forall i < 16: out[i] == in[i / 8 * 8 + 7 - i % 8]
__global__ void turn(const int *in, int *out) {
  __shared__ int s[8];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, s, in + blockIdx.x * 8, 8 * sizeof(int));
  cg::wait(block);
  out[blockIdx.x * 8 + threadIdx.x] = s[7 - threadIdx.x];
}
