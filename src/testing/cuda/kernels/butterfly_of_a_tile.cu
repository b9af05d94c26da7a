// each lane of a tile of eight gets the sum by a butterfly, and its leader's value: right
// launch butterfly: 2 of 16; in[32], out[32]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#pragma tuner local_size 16
#pragma tuner items 32
#pragma tuner input in[i] = i % 7
#pragma tuner ensures forall i < 32: out[i] == sum(j < 8: in[i / 8 * 8 + j]) + in[i / 8 * 8]
__global__ void butterfly(const int *in, int *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  int sum = in[i];
  for (int by = tile.size() / 2; by > 0; by /= 2) sum += tile.shfl_xor(sum, by);
  out[i] = sum + tile.shfl(in[i], 0);
}
