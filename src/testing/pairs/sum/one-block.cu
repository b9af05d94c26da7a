// only what fits into a block: wrong
#pragma tuner local_size 4
#pragma tuner items 4
__global__ void sum(const int *x, int *total, int n) {
  __shared__ int part[4];
  part[threadIdx.x] = threadIdx.x < n ? x[threadIdx.x] : 0;
  __syncthreads();
  if (threadIdx.x == 0) *total = part[0] + part[1] + part[2] + part[3];
}
