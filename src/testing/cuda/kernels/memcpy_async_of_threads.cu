// threads copy by a pipeline of their own: right
// launch stage: 2 of 32; in[64], out[64]
#include <cuda/pipeline>
#pragma tuner local_size 32
#pragma tuner items 64
#pragma tuner input in[i] = 3 * i
#pragma tuner ensures forall i < 64: out[i] == in[i] + 1
__global__ void stage(const int *in, int *out) {
  __shared__ int s[32];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&s[threadIdx.x], &in[i], sizeof(int), pipe);
  pipe.producer_commit();
  pipe.consumer_wait();
  out[i] = s[threadIdx.x] + 1;
  pipe.consumer_release();
}
