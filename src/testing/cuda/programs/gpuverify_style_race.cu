// a pass of threads that write one place each of another: race-local
//pass
//--blockDim=64 --gridDim=2
#include "cuda.h"

__global__ void foo(int *p) {
  __shared__ int A[64];
  A[threadIdx.x] = p[threadIdx.x];
  A[(threadIdx.x + 1) % 64] = p[threadIdx.x]; // !
  __syncthreads();
  p[blockIdx.x * 64 + threadIdx.x] = A[threadIdx.x];
}
