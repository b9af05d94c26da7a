// a barrier in shared memory is waited for only after the rounds of a sum: race-local
// launch sum: 2 of 128; in[256], out[2]
#include <cuda/barrier>
#pragma tuner local_size 128
#pragma tuner items 256
#pragma tuner array out = 2
#pragma tuner input in[i] = i ^ 3
__global__ void sum(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[128];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int h = 64; h > 0; h /= 2)
    if (t < h) s[t] += s[t + h]; // !
  bar.arrive_and_wait();
  if (t == 0) out[blockIdx.x] = s[0];
}
