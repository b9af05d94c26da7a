// One-dimensional stencil: a block copies its part of the input and a halo of R elements on both sides to shared memory,
// where each element is then read by its 2 R + 1 neighbours. The weights lie in constant memory.
#include <cuda_runtime.h>

#define R 2
#define BLOCK 64

__constant__ float weights[2 * R + 1] = {1, 2, 3, 2, 1};

#pragma tuner input in[i] = i * i % 11
#pragma tuner ensures forall i < n: out[i] == sum(k <= 2 * R: i + k >= R && i + k < n + R ? (k < R ? k + 1 : 2 * R + 1 - k) * in[i + k - R] : 0)

__global__ void stencil(const float *in, float *out, int n) {
  __shared__ float tile[BLOCK + 2 * R];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int at = threadIdx.x + R;
  tile[at] = i < n ? in[i] : 0.0f;
  if (threadIdx.x < R) {
    tile[at - R] = i >= R ? in[i - R] : 0.0f;
    tile[at + BLOCK] = i + BLOCK < n ? in[i + BLOCK] : 0.0f;
  }
  __syncthreads();
  if (i >= n) return;
  float result = 0.0f;
  for (int k = -R; k <= R; ++k)
    result += weights[k + R] * tile[at + k];
  out[i] = result;
}

int main() {
  const int n = 200;
  float values[n];
  for (int i = 0; i < n; ++i) values[i] = i * i % 11;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, n * sizeof(float));
  cudaMemcpy(in, values, n * sizeof(float), cudaMemcpyHostToDevice);
  stencil<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
  return 0;
}
