// histogram of weights, added without atomics: race-local
// launch histogram: 5 of 64; keys[300], weights[300], bins[16], n = 300
#include <cuda_runtime.h>
#define BINS 16

__global__ void histogram(const unsigned int *keys, const float *weights, float *bins, int n) {
  __shared__ float local[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) local[b] = 0.0f;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    local[keys[i] % BINS] += weights[i]; // !
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x) atomicAdd(&bins[b], local[b]);
}

int main() {
  const int n = 300;
  unsigned int *keys;
  float *weights, *bins;
  cudaMallocManaged(&keys, n * sizeof(unsigned int));
  cudaMallocManaged(&weights, n * sizeof(float));
  cudaMallocManaged(&bins, BINS * sizeof(float));
  for (int i = 0; i < n; ++i) {
    keys[i] = i / 40;
    weights[i] = i % 3 + 1;
  }
  for (int b = 0; b < BINS; ++b) bins[b] = 0;
  const int threads = 64;
  histogram<<<(n + threads - 1) / threads, threads>>>(keys, weights, bins, n);
  cudaDeviceSynchronize();
  return 0;
}
