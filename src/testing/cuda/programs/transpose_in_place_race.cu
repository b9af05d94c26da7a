// a transposition in place whose threads swap each pair twice: race-between-groups
#include <cuda_runtime.h>

__global__ void transpose_inplace(float *a, int n) {
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && j < n) {
    float t = a[i * n + j]; // !
    a[i * n + j] = a[j * n + i]; // !
    a[j * n + i] = t; // !
  }
}

int main() {
  int n = 32;
  float *a;
  cudaMallocManaged(&a, n * n * sizeof(float));
  for (int i = 0; i < n * n; i++) a[i] = i;
  dim3 b(8, 8);
  dim3 g((n + 7) / 8, (n + 7) / 8);
  transpose_inplace<<<g, b>>>(a, n);
  cudaDeviceSynchronize();
}
