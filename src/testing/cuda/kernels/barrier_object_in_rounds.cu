// a barrier in shared memory orders the rounds of a sum: right
// launch sum: 2 of 32; in[64], out[2]
#include <cuda/barrier>
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner array out = 2
#pragma tuner input in[i] = i ^ 3
#pragma tuner ensures forall b < 2: out[b] == sum(i < 32: in[b * 32 + i])
__global__ void sum(const int *in, int *out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  __shared__ int s[32];
  const int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);
  s[t] = in[blockIdx.x * blockDim.x + t];
  __syncthreads();
  for (int h = 16; h > 0; h /= 2) {
    if (t < h) s[t] += s[t + h];
    bar.arrive_and_wait();
  }
  if (t == 0) out[blockIdx.x] = s[0];
}
