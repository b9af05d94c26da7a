// tiles of sixteen lanes exchange and synchronise themselves: right
// launch exchange: 1 of 32; in[32], out[32]
#include <cooperative_groups.h>
using namespace cooperative_groups;
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner input in[i] = i * 2
#pragma tuner ensures forall i < 32: out[i] == in[i / 16 * 16 + 15 - i % 16]
__global__ void exchange(const int *in, int *out) {
  __shared__ int s[32];
  thread_block_tile<16> tile = tiled_partition<16>(this_thread_block());
  s[threadIdx.x] = in[threadIdx.x];
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 15];
}
