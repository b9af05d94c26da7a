// a butterfly of a tile of eight begins at two, so that halves do not meet: result
// launch butterfly: 2 of 16; in[32], out[32]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#pragma tuner local_size 16
#pragma tuner items 32
#pragma tuner input in[i] = i % 7
#pragma tuner ensures forall i < 32: out[i] == sum(j < 8: in[i / 8 * 8 + j])
__global__ void butterfly(const int *in, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int sum = in[i];
  for (int by = 2; by > 0; by /= 2) sum += tile.shfl_xor(sum, by); // !
  out[i] = sum; // !
}
