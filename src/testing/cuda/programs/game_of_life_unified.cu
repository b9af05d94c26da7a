// the game of life with borders that meet: right
#include <iostream>
#include <cuda_runtime.h>

#define CUDA_CALL(x) do { if((x) != cudaSuccess) { \
    std::cerr << "Error at " << __FILE__ << ":" << __LINE__ << std::endl; \
    return EXIT_FAILURE;}} while(0)

const unsigned int W = 48;
const unsigned int H = 32;

__global__ void step(const unsigned char *cells, unsigned char *next, unsigned width, unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  unsigned alive = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      unsigned nx = (x + dx + width) % width;
      unsigned ny = (y + dy + height) % height;
      alive += cells[ny * width + nx];
    }
  unsigned char self = cells[y * width + x];
  next[y * width + x] = (alive == 3 || (alive == 2 && self)) ? 1 : 0;
}

int main() {
  unsigned char *a, *b;
  CUDA_CALL(cudaMallocManaged(&a, W * H));
  CUDA_CALL(cudaMallocManaged(&b, W * H));
  for (unsigned i = 0; i < W * H; ++i) a[i] = (i * 7 + i / 3) % 2;
  dim3 threads(16, 8);
  dim3 blocks((W + threads.x - 1) / threads.x, (H + threads.y - 1) / threads.y);
  for (int gen = 0; gen < 10; ++gen) {
    step<<<blocks, threads>>>(a, b, W, H);
    CUDA_CALL(cudaDeviceSynchronize());
    std::swap(a, b);
  }
  cudaFree(a);
  cudaFree(b);
  return 0;
}
