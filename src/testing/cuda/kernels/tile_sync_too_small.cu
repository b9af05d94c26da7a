// a tile of eight lanes is synchronised where sixteen exchange: lockstep
// launch exchange: 1 of 32; in[32], out[32]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#pragma tuner local_size 32
#pragma tuner items 32
__global__ void exchange(const int *in, int *out) {
  __shared__ int s[32];
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  s[threadIdx.x] = in[threadIdx.x]; // !
  tile.sync();
  out[threadIdx.x] = s[threadIdx.x ^ 15]; // !
}
