// a sum whose last result is read without a barrier: race-local
#include <cuda_runtime.h>
#include <stdio.h>
#define N 256

__global__ void normalize(float *x, float *y) {
  __shared__ float s[N];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * N + t] * x[blockIdx.x * N + t];
  __syncthreads();
  for (int k = N / 2; k > 0; k >>= 1) {
    if (t < k) s[t] += s[t + k]; // !
    if (k > 1) __syncthreads();
  }
  y[blockIdx.x * N + t] = x[blockIdx.x * N + t] * rsqrtf(s[0]); // !
}

int main() {
  float *x, *y;
  cudaMalloc(&x, 2 * N * sizeof(float));
  cudaMalloc(&y, 2 * N * sizeof(float));
  normalize<<<2, N>>>(x, y);
  cudaDeviceSynchronize();
}
