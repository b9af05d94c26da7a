// the last block sums up for the host, fenced behind the number: race-between-groups
// launch total: 2 of 4; in[8], part[2], out[1]
__device__ unsigned int drawn = 0;
#pragma tuner local_size 4
#pragma tuner items 8
#pragma tuner array part = 2
#pragma tuner array out = 1
#pragma tuner input in[i] = i
__global__ void total(const int *in, volatile int *part, int *out) {
  __shared__ int s[4];
  __shared__ bool isLast;
  s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    part[blockIdx.x] = s[0] + s[1] + s[2] + s[3]; // !
    isLast = atomicAdd(&drawn, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast & (threadIdx.x == 0)) {
    __threadfence_system();
    out[0] = part[0] + part[1]; // !
  }
}
