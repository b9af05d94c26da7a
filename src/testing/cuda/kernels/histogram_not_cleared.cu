// histogram that adds to bins nobody has cleared: uninitialised
// launch histogram: 2 of 64; data[128], bins[16]
#pragma tuner local_size 64
#pragma tuner items 128
#pragma tuner array bins = 16
__global__ void histogram(const int *data, int *bins) {
  __shared__ int s[16];
  atomicAdd(&s[data[blockIdx.x * blockDim.x + threadIdx.x] % 16], 1); // !
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
