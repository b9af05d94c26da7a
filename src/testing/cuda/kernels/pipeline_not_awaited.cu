// a tile copied asynchronously that nobody waits for: uninitialised
// launch reverse: 1 of 32; in[32], out[32]
#include <cuda_pipeline.h>
#pragma tuner local_size 32
#pragma tuner items 32
__global__ void reverse(const int *in, int *out) {
  __shared__ int tile[32];
  __pipeline_memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], sizeof(int)); // !
  __pipeline_commit();
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x]; // !
}
