// blocks count in global memory without atomics: race-between-groups
// launch count: 4 of 32; data[128], total[1]
#pragma tuner local_size 32
#pragma tuner items 128
#pragma tuner array total = 1
__global__ void count(const int *data, int *total) {
  int found = __syncthreads_count(data[blockIdx.x * blockDim.x + threadIdx.x] > 4);
  if (threadIdx.x == 0) *total += found; // !
}
