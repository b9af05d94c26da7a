// a sum whose threads add to one place without an atomic: race-global
#include <cuda_runtime.h>

__global__ void dot(const float *a, const float *b, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) *out += a[i] * b[i]; // !
}

int main() {
  int n = 512;
  float *a, *b, *out;
  cudaMalloc(&a, n * sizeof(float));
  cudaMalloc(&b, n * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemset(out, 0, sizeof(float));
  dot<<<2, 256>>>(a, b, out, n);
}
