// running sums up and sums of what is left down a tile of eight lanes: right
// launch running: 1 of 8; in[8], up[8], down[8]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#pragma tuner local_size 8
#pragma tuner items 8
#pragma tuner input in[i] = i * 3 % 5
#pragma tuner ensures forall i < 8: up[i] == sum(j <= i: in[j])
#pragma tuner ensures forall i < 8: down[i] == sum(j < 8: j >= i ? in[j] : 0)
__global__ void running(const int *in, int *up, int *down) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  const int lane = tile.thread_rank();
  int before = in[lane], behind = in[lane];
  for (int by = 1; by < 8; by *= 2) {
    const int lower = tile.shfl_up(before, by), upper = tile.shfl_down(behind, by);
    if (lane >= by) before += lower;
    if (lane + by < 8) behind += upper;
  }
  up[lane] = before;
  down[lane] = behind;
}
