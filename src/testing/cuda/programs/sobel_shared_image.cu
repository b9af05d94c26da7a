// edges of an image by Sobel's operator, read through shared memory: right
#include <cuda_runtime.h>
#include <stdint.h>
#define BLOCK_W 16
#define BLOCK_H 16
#define RADIUS 1

struct Image {
  int width;
  int height;
  uint8_t *data;
};

__device__ __forceinline__ int clampi(int v, int lo, int hi) { return max(lo, min(v, hi)); }

__global__ void sobel(const uint8_t *__restrict__ src, uint8_t *__restrict__ dst, int width, int height) {
  __shared__ uint8_t tile[BLOCK_H + 2 * RADIUS][BLOCK_W + 2 * RADIUS];
  const int gx = blockIdx.x * BLOCK_W + threadIdx.x;
  const int gy = blockIdx.y * BLOCK_H + threadIdx.y;
  for (int y = threadIdx.y; y < BLOCK_H + 2 * RADIUS; y += BLOCK_H)
    for (int x = threadIdx.x; x < BLOCK_W + 2 * RADIUS; x += BLOCK_W) {
      const int sx = clampi((int)(blockIdx.x * BLOCK_W) + x - RADIUS, 0, width - 1);
      const int sy = clampi((int)(blockIdx.y * BLOCK_H) + y - RADIUS, 0, height - 1);
      tile[y][x] = src[sy * width + sx];
    }
  __syncthreads();
  if (gx >= width || gy >= height) return;
  const int lx = threadIdx.x + RADIUS, ly = threadIdx.y + RADIUS;
  const int dx = -tile[ly - 1][lx - 1] - 2 * tile[ly][lx - 1] - tile[ly + 1][lx - 1] + tile[ly - 1][lx + 1] +
                 2 * tile[ly][lx + 1] + tile[ly + 1][lx + 1];
  const int dy = -tile[ly - 1][lx - 1] - 2 * tile[ly - 1][lx] - tile[ly - 1][lx + 1] + tile[ly + 1][lx - 1] +
                 2 * tile[ly + 1][lx] + tile[ly + 1][lx + 1];
  const int mag = static_cast<int>(sqrtf(static_cast<float>(dx * dx + dy * dy)));
  dst[gy * width + gx] = static_cast<uint8_t>(mag > 255 ? 255 : mag);
}

void process(Image &in, Image &out) {
  uint8_t *d_in, *d_out;
  const size_t bytes = in.width * in.height * sizeof(uint8_t);
  cudaMalloc(&d_in, bytes);
  cudaMalloc(&d_out, bytes);
  cudaMemcpy(d_in, in.data, bytes, cudaMemcpyHostToDevice);
  dim3 block(BLOCK_W, BLOCK_H);
  dim3 grid((in.width + block.x - 1) / block.x, (in.height + block.y - 1) / block.y);
  sobel<<<grid, block>>>(d_in, d_out, in.width, in.height);
  cudaMemcpy(out.data, d_out, bytes, cudaMemcpyDeviceToHost);
}
