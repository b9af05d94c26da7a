// odd lanes form a group and number themselves by a meeting they all reach: right
// launch odd: 1 of 32; in[32], total[1]
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner array total = 1
#pragma tuner input total[i] = 0
#pragma tuner input in[i] = i
#pragma tuner ensures total[0] == sum(i < 32: in[i] % 2 == 1 ? in[i] : 0)
__global__ void odd(const int *in, int *total) {
  const int v = in[threadIdx.x];
  if (v % 2 == 1) {
    cg::coalesced_group active = cg::coalesced_threads();
    const int sum = cg::reduce(active, v, cg::plus<int>());
    if (active.thread_rank() == 0) atomicAdd(total, sum);
  }
}
