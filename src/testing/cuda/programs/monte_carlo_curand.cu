// pi by random points, with states of curand: right
#include <cuda_runtime.h>
#include <curand_kernel.h>
#include <iostream>
#include <iomanip>

__global__ void setup_kernel(curandState *state, unsigned long seed) {
  int id = threadIdx.x + blockIdx.x * blockDim.x;
  curand_init(seed, id, 0, &state[id]);
}

__global__ void monte_carlo_kernel(curandState *state, int *count, int m) {
  unsigned int index = threadIdx.x + blockDim.x * blockIdx.x;
  __shared__ int cache[64];
  cache[threadIdx.x] = 0;
  __syncthreads();
  unsigned int temp = 0;
  while (temp < m) {
    float x = curand_uniform(&state[index]);
    float y = curand_uniform(&state[index]);
    float r = x * x + y * y;
    if (r <= 1) cache[threadIdx.x]++;
    temp++;
  }
  int i = blockDim.x / 2;
  while (i != 0) {
    __syncthreads();
    if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
    i /= 2;
  }
  if (threadIdx.x == 0) atomicAdd(count, cache[0]);
}

int main() {
  unsigned int n = 2 * 64;
  unsigned int m = 20;
  int *h_count;
  int *d_count;
  curandState *d_state;
  h_count = (int *)malloc(n * sizeof(int));
  cudaMalloc((void **)&d_count, n * sizeof(int));
  cudaMalloc((void **)&d_state, n * sizeof(curandState));
  cudaMemset(d_count, 0, sizeof(int));
  setup_kernel<<<2, 64>>>(d_state, time(NULL));
  monte_carlo_kernel<<<2, 64>>>(d_state, d_count, m);
  cudaMemcpy(h_count, d_count, sizeof(int), cudaMemcpyDeviceToHost);
  std::cout << "pi is " << *h_count * 4.0 / (n * m) << std::endl;
  return 0;
}
