// Transpose of a 8192 x 8192 matrix by tiles in shared memory, with or without a column of padding.
#ifndef N
#define N 8192
#endif
#pragma tuner param tile = {8, 16, 32, 64}
#pragma tuner param rows = {1, 2, 4, 8, 16, 32}
#pragma tuner param padding = {0, 1}
#pragma tuner param staged = {0, 1}
#pragma tuner require rows <= tile
#pragma tuner require tile * rows >= 32
#pragma tuner require tile * rows <= 1024
#pragma tuner require staged == 1 || padding == 0
#pragma tuner local_size tile, rows
#pragma tuner items N, N / tile * rows
#pragma tuner array out = N * N
#pragma tuner array in = N * N
#ifndef tile
#define tile 32
#define rows 8
#define padding 1
#define staged 1
#endif
extern "C" __global__ void transpose(float *__restrict__ out, const float *__restrict__ in) {
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * tile, y = blockIdx.y * tile;
#if staged == 1
  __shared__ float s[tile][tile + padding];
#pragma unroll
  for (int j = 0; j < tile; j += rows) s[ty + j][tx] = in[(y + ty + j) * N + x + tx];
  __syncthreads();
#pragma unroll
  for (int j = 0; j < tile; j += rows) out[(x + ty + j) * N + y + tx] = s[tx][ty + j];
#else
#pragma unroll
  for (int j = 0; j < tile; j += rows) out[(x + tx) * N + y + ty + j] = in[(y + ty + j) * N + x + tx];
#endif
}
