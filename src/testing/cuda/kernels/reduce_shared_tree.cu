// a tree in shared memory, its bytes given at the launch: right
// launch reduce: 4 of 32, 128 bytes; g_idata[256], g_odata[4]
#include <cuda_runtime.h>

__global__ void reduce(const int *g_idata, int *g_odata) {
  extern __shared__ int sdata[];
  unsigned int tid = threadIdx.x;
  unsigned int i = blockIdx.x * (blockDim.x * 2) + threadIdx.x;
  sdata[tid] = g_idata[i] + g_idata[i + blockDim.x];
  __syncthreads();
  for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) sdata[tid] += sdata[tid + s];
    __syncthreads();
  }
  if (tid == 0) g_odata[blockIdx.x] = sdata[0];
}

#pragma tuner ensures forall b < 4: g_odata[b] == sum(i < 64: g_idata[b * 64 + i])

int main(int argc, char **argv) {
  const int N = 1 << 8, BLOCK = 32;
  int *h_in = new int[N];
  for (int i = 0; i < N; ++i) h_in[i] = i * 3 % 17;
  int *d_in, *d_out;
  cudaMalloc((void **)&d_in, N * sizeof(int));
  cudaMalloc((void **)&d_out, N / (2 * BLOCK) * sizeof(int));
  cudaMemcpy(d_in, h_in, N * sizeof(int), cudaMemcpyHostToDevice);
  reduce<<<N / (2 * BLOCK), BLOCK, BLOCK * sizeof(int)>>>(d_in, d_out);
  cudaDeviceSynchronize();
  delete[] h_in;
  return 0;
}
