// prefix sums in place, reading what others write: race-local
// launch scan: 1 of 64; in[64], out[64]
#pragma tuner local_size 64
#pragma tuner items 64
__global__ void scan(const int *in, int *out) {
  __shared__ int temp[64];
  temp[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int offset = 1; offset < 64; offset *= 2) {
    if (threadIdx.x >= offset) temp[threadIdx.x] += temp[threadIdx.x - offset]; // !
    __syncthreads();
  }
  out[threadIdx.x] = temp[threadIdx.x];
}
