// a tile copied asynchronously, awaited and met for: right
// launch reverse: 3 of 32; in[96], out[96]
#include <cuda_pipeline.h>
#pragma tuner local_size 32
#pragma tuner items 96
#pragma tuner input in[i] = i
#pragma tuner ensures forall i < 96: out[i] == in[i / 32 * 32 + 31 - i % 32]
__global__ void reverse(const int *in, int *out) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[blockIdx.x * 32 + threadIdx.x], sizeof(int));
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = tile[31 - threadIdx.x];
}
