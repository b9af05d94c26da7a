// Sum by shuffles: the threads of a warp add up their values without shared memory, the first warp adds up what the
// warps found, and each block adds its part to the result with one atomic operation.
#include <cuda_runtime.h>
#include <cstdio>

#define FULL_MASK 0xffffffff

__device__ float warpSum(float value) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    value += __shfl_down_sync(FULL_MASK, value, offset);
  return value;
}

#pragma tuner input in[i] = i % 7
#pragma tuner ensures out[0] == sum(i < n: in[i])

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float partial[32];
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  float value = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    value += in[i];
  value = warpSum(value);
  if (lane == 0) partial[warp] = value;
  __syncthreads();
  if (warp > 0) return;
  value = lane < blockDim.x / warpSize ? partial[lane] : 0.0f;
  value = warpSum(value);
  if (lane == 0) atomicAdd(out, value);
}

int main() {
  const int n = 1000, threads = 128, blocks = 2;
  float *values = new float[n];
  for (int i = 0; i < n; ++i) values[i] = i % 7;
  float *in, *out, result;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, sizeof(float));
  cudaMemcpy(in, values, n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(out, 0, sizeof(float));
  sum<<<blocks, threads>>>(in, out, n);
  cudaMemcpy(&result, out, sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", result);
  cudaFree(in);
  cudaFree(out);
  delete[] values;
  return 0;
}
