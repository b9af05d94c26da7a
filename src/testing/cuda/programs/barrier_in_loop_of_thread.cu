// a barrier in a loop whose trips depend on the thread: divergence
#include <cuda_runtime.h>

__global__ void prefix(float *x, int n) {
  extern __shared__ float t[];
  int i = threadIdx.x;
  t[i] = x[i];
  __syncthreads();
  for (int d = 1; d <= i; d *= 2) {
    float v = t[i - d];
    __syncthreads(); // !
    t[i] += v;
    __syncthreads(); // !
  }
  __syncthreads(); // !
  x[i] = t[63 - i];
}

int main() {
  float *x;
  cudaMalloc(&x, 64 * sizeof(float));
  prefix<<<1, 64, 64 * sizeof(float)>>>(x, 64);
}
