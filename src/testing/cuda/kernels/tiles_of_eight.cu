// sums of tiles of eight lanes, with cooperative groups: right
// launch tiles: 1 of 64; in[64], sums[8], largest[8]
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
#pragma tuner local_size 64
#pragma tuner items 64
#pragma tuner array sums = 8
#pragma tuner array largest = 8
#pragma tuner input in[i] = i * 3 % 10
#pragma tuner ensures forall t < 8: sums[t] == sum(i < 8: in[t * 8 + i])
#pragma tuner ensures forall t < 8: largest[t] == max(i < 8: in[t * 8 + i])
__global__ void tiles(const int *in, int *sums, int *largest) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  const int v = in[block.thread_rank()];
  int sum = v;
  for (int i = tile.size() / 2; i > 0; i /= 2) sum += tile.shfl_down(sum, i);
  const int most = cg::reduce(tile, v, cg::greater<int>());
  if (tile.thread_rank() == 0) {
    sums[tile.meta_group_rank()] = sum;
    largest[tile.meta_group_rank()] = most;
  }
}
