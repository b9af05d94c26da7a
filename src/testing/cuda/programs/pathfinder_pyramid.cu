// paths of least weight through a grid, several rows a launch: right
#include <stdio.h>
#include <stdlib.h>
#define BLOCK_SIZE 32
#define STR_SIZE 256
#define HALO 1
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

__global__ void dynproc_kernel(int iteration, int *gpuWall, int *gpuSrc, int *gpuResults, int cols, int rows,
                               int startStep, int border) {
  __shared__ int prev[BLOCK_SIZE];
  __shared__ int result[BLOCK_SIZE];
  int bx = blockIdx.x;
  int tx = threadIdx.x;
  int small_block_cols = BLOCK_SIZE - iteration * HALO * 2;
  int blkX = small_block_cols * bx - border;
  int blkXmax = blkX + BLOCK_SIZE - 1;
  int xidx = blkX + tx;
  int validXmin = (blkX < 0) ? -blkX : 0;
  int validXmax = (blkXmax > cols - 1) ? BLOCK_SIZE - 1 - (blkXmax - cols + 1) : BLOCK_SIZE - 1;
  int W = tx - 1;
  int E = tx + 1;
  W = (W < validXmin) ? validXmin : W;
  E = (E > validXmax) ? validXmax : E;
  bool isValid = IN_RANGE(tx, validXmin, validXmax);
  if (IN_RANGE(xidx, 0, cols - 1)) {
    prev[tx] = gpuSrc[xidx];
  }
  __syncthreads();
  bool computed;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && isValid) {
      computed = true;
      int left = prev[W];
      int up = prev[tx];
      int right = prev[E];
      int shortest = MIN(left, up);
      shortest = MIN(shortest, right);
      int index = cols * (startStep + i) + xidx;
      result[tx] = shortest + gpuWall[index];
    }
    __syncthreads();
    if (i == iteration - 1) break;
    if (computed) prev[tx] = result[tx];
    __syncthreads();
  }
  if (computed) {
    gpuResults[xidx] = result[tx];
  }
}

int main() {
  const int cols = 60, rows = 5, pyramid_height = 2;
  const int borderCols = pyramid_height * HALO;
  const int smallBlockCol = BLOCK_SIZE - pyramid_height * HALO * 2;
  const int blockCols = cols / smallBlockCol + ((cols % smallBlockCol == 0) ? 0 : 1);
  int *gpuWall, *gpuSrc, *gpuDst;
  cudaMalloc((void **)&gpuSrc, sizeof(int) * cols);
  cudaMalloc((void **)&gpuDst, sizeof(int) * cols);
  cudaMalloc((void **)&gpuWall, sizeof(int) * (rows * cols - cols));
  dim3 dimBlock(BLOCK_SIZE);
  dim3 dimGrid(blockCols);
  dynproc_kernel<<<dimGrid, dimBlock>>>(pyramid_height, gpuWall, gpuSrc, gpuDst, cols, rows, 0, borderCols);
  cudaDeviceSynchronize();
}
