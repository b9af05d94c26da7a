// C = A B of N x N floats. A block computes a tile of C; a thread computes tile_size_y by tile_size_x values of it.
#ifndef N
#define N 2048
#endif
#pragma tuner param block_size_x = {16, 32, 64}
#pragma tuner param block_size_y = {2, 4, 8, 16, 32}
#pragma tuner param tile_size_x = {1, 2, 4, 8}
#pragma tuner param tile_size_y = {1, 2, 4, 8}
#pragma tuner require block_size_x * block_size_y <= 1024
#pragma tuner require block_size_x == block_size_y * tile_size_y
#pragma tuner local_size block_size_x, block_size_y
#pragma tuner items N / tile_size_x, N / tile_size_y
#pragma tuner array A = N * N
#pragma tuner array B = N * N
#pragma tuner array C = N * N
#ifndef block_size_x
#define block_size_x 32
#define block_size_y 8
#define tile_size_x 4
#define tile_size_y 4
#endif
extern "C" __global__ void matmul(float *C, const float *A, const float *B) {
  __shared__ float sA[block_size_y * tile_size_y][block_size_x];
  __shared__ float sB[block_size_x][block_size_x * tile_size_x];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * block_size_x * tile_size_x + tx;
  const int y = blockIdx.y * block_size_y * tile_size_y + ty;
  float sum[tile_size_y][tile_size_x];
#pragma unroll
  for (int i = 0; i < tile_size_y; i++)
#pragma unroll
    for (int j = 0; j < tile_size_x; j++) sum[i][j] = 0.0f;
  for (int k = 0; k < N; k += block_size_x) {
    __syncthreads();
#pragma unroll
    for (int i = 0; i < tile_size_y; i++) {
      sA[ty + block_size_y * i][tx] = A[(y + block_size_y * i) * N + k + tx];
#pragma unroll
      for (int j = 0; j < tile_size_x; j++)
        sB[ty + block_size_y * i][tx + j * block_size_x] = B[(k + ty + block_size_y * i) * N + x + j * block_size_x];
    }
    __syncthreads();
#pragma unroll
    for (int kb = 0; kb < block_size_x; kb++) {
#pragma unroll
      for (int i = 0; i < tile_size_y; i++)
#pragma unroll
        for (int j = 0; j < tile_size_x; j++)
          sum[i][j] += sA[ty + block_size_y * i][kb] * sB[kb][tx + j * block_size_x];
    }
  }
#pragma unroll
  for (int i = 0; i < tile_size_y; i++)
#pragma unroll
    for (int j = 0; j < tile_size_x; j++)
      C[(y + block_size_y * i) * N + x + block_size_x * j] = sum[i][j];
}
