// a tree in shared memory: right
#include <limits.h>
#pragma tuner local_size 8
#pragma tuner items 8
__global__ void largest(const int *x, int *best, int n) {
  __shared__ int part[8];
  const int t = threadIdx.x;
  part[t] = t < n ? x[t] : INT_MIN;
  __syncthreads();
  for (int d = 4; d > 0; d >>= 1) {
    if (t < d) part[t] = max(part[t], part[t + d]);
    __syncthreads();
  }
  if (t == 0) best[0] = part[0];
}
