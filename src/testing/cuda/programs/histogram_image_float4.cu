// histogram of pixels in shared memory: right
#include <cuda_runtime.h>
#include <stdio.h>

#define NUM_BINS 64
#define NUM_PARTS 32

__device__ __forceinline__ unsigned int pixel_to_bin(uchar4 p) {
  return (p.x + p.y + p.z) / 12 % NUM_BINS;
}

__global__ void histogram_smem_atomics(const uchar4 *in, int width, int height, unsigned int *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int nx = blockDim.x * gridDim.x;
  int ny = blockDim.y * gridDim.y;
  int t = threadIdx.x + threadIdx.y * blockDim.x;
  int nt = blockDim.x * blockDim.y;
  int g = blockIdx.x + blockIdx.y * gridDim.x;
  __shared__ unsigned int smem[NUM_BINS];
  for (int i = t; i < NUM_BINS; i += nt) smem[i] = 0;
  __syncthreads();
  for (int col = x; col < width; col += nx)
    for (int row = y; row < height; row += ny) {
      uchar4 p = in[row * width + col];
      atomicAdd(&smem[pixel_to_bin(p)], 1);
    }
  __syncthreads();
  out += g * NUM_BINS;
  for (int i = t; i < NUM_BINS; i += nt) out[i] = smem[i];
}

__global__ void histogram_final_accum(const unsigned int *in, int n, unsigned int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < NUM_BINS) {
    unsigned int total = 0;
    for (int j = 0; j < n; j++) total += in[i + NUM_BINS * j];
    out[i] = total;
  }
}

int main() {
  const int width = 64, height = 32;
  uchar4 *d_image;
  unsigned int *d_hist, *d_part;
  cudaMalloc(&d_image, width * height * sizeof(uchar4));
  cudaMalloc(&d_hist, NUM_BINS * sizeof(unsigned int));
  cudaMalloc(&d_part, 4 * NUM_BINS * sizeof(unsigned int));
  dim3 block(16, 4);
  dim3 grid(2, 2);
  int total_blocks = grid.x * grid.y;
  histogram_smem_atomics<<<grid, block>>>(d_image, width, height, d_part);
  histogram_final_accum<<<1, 64>>>(d_part, total_blocks, d_hist);
  cudaDeviceSynchronize();
  return 0;
}
