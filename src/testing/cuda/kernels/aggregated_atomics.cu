// filter whose lanes that keep something add once together: right
// launch filter: 3 of 32; dst[90], nres[1], src[90], n = 90
#include <cooperative_groups.h>
using namespace cooperative_groups;

__device__ int atomicAggInc(int *counter) {
  coalesced_group g = coalesced_threads();
  int warp_res;
  if (g.thread_rank() == 0) warp_res = atomicAdd(counter, g.size());
  return g.shfl(warp_res, 0) + g.thread_rank();
}

__global__ void filter(int *dst, int *nres, const int *src, int n) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  if (id >= n) return;
  if (src[id] > 0) dst[atomicAggInc(nres)] = 1;
}

#pragma tuner ensures nres[0] == count(i < 90: src[i] > 0)
#pragma tuner ensures forall i < 90: dst[i] == (i < nres[0])

int main() {
  const int n = 90;
  int h[n];
  for (int i = 0; i < n; i++) h[i] = i % 4 - 1;
  int *src, *dst, *nres;
  cudaMalloc(&src, n * sizeof(int));
  cudaMalloc(&dst, n * sizeof(int));
  cudaMalloc(&nres, sizeof(int));
  cudaMemcpy(src, h, n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(dst, 0, n * sizeof(int));
  cudaMemset(nres, 0, sizeof(int));
  filter<<<(n + 31) / 32, 32>>>(dst, nres, src, n);
  return 0;
}
