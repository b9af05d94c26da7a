// a search asserts what its first step breaks: result
// launch search: 1 of 32; sorted[32], at[32]
#include <cassert>
#pragma tuner local_size 32
#pragma tuner items 32
#pragma tuner input sorted[i] = 3 * i
__global__ void search(const int *sorted, int *at) {
  const int wanted = 3 * (int)threadIdx.x;
  int low = 0, high = 32;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (sorted[middle] < wanted) low = middle;
    else high = middle;
    assert(high == 32 || wanted < sorted[high]); // !
  }
  at[threadIdx.x] = low;
}
