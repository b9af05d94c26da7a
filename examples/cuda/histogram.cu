// Histogram of weights: each block adds the weight of every element to its bin in shared memory, with atomic additions
// of floats, and then its bins to those of the result.
#include <cuda_runtime.h>

#define BINS 16

#pragma tuner input keys[i] = i * 5
#pragma tuner input weights[i] = i % 3 + 1
#pragma tuner ensures forall b < BINS: bins[b] == sum(i < n: keys[i] % BINS == b ? weights[i] : 0)

__global__ void histogram(const unsigned int *keys, const float *weights, float *bins, int n) {
  __shared__ float local[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    local[b] = 0.0f;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&local[keys[i] % BINS], weights[i]);
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    atomicAdd(&bins[b], local[b]);
}

int main() {
  const int n = 300;
  unsigned int hostKeys[n];
  float hostWeights[n];
  for (int i = 0; i < n; ++i) {
    hostKeys[i] = i * 5;
    hostWeights[i] = i % 3 + 1;
  }
  unsigned int *keys;
  float *weights, *bins;
  cudaMalloc(&keys, n * sizeof(unsigned int));
  cudaMalloc(&weights, n * sizeof(float));
  cudaMalloc(&bins, BINS * sizeof(float));
  cudaMemcpy(keys, hostKeys, n * sizeof(unsigned int), cudaMemcpyHostToDevice);
  cudaMemcpy(weights, hostWeights, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(bins, 0, BINS * sizeof(float));
  const int threads = 64;
  histogram<<<(n + threads - 1) / threads, threads>>>(keys, weights, bins, n);
  cudaDeviceSynchronize();
  cudaFree(keys);
  cudaFree(weights);
  cudaFree(bins);
  return 0;
}
