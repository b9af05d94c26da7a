// vector addition without a guard: bounds
// launch vectorAdd: 4 of 256; a[1000], b[1000], c[1000], n = 1000
#include <cstdlib>

__global__ void vectorAdd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i]; // !
}

int main() {
  const int n = 1000;
  float *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, n * sizeof(float));
  cudaMalloc(&d_b, n * sizeof(float));
  cudaMalloc(&d_c, n * sizeof(float));
  cudaMemset(d_a, 0, n * sizeof(float));
  cudaMemset(d_b, 0, n * sizeof(float));
  vectorAdd<<<(n + 255) / 256, 256>>>(d_a, d_b, d_c, n);
  cudaDeviceSynchronize();
  return 0;
}
