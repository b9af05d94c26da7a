// A 7 x 7 filter over a 4096 x 4096 image; a thread computes tile_size_x by tile_size_y values, a block apart.
#ifndef W
#define W 4096
#endif
#define F 7
#pragma tuner param block_size_x = {16, 32, 48, 64, 128, 256}
#pragma tuner param block_size_y = {1, 2, 4, 8, 16}
#pragma tuner param tile_size_x = {1, 2, 4}
#pragma tuner param tile_size_y = {1, 2, 4}
#pragma tuner param use_shmem = {0, 1}
#pragma tuner require block_size_x * block_size_y >= 32
#pragma tuner require block_size_x * block_size_y <= 1024
#pragma tuner require use_shmem == 0 || (block_size_x * tile_size_x + 6) * (block_size_y * tile_size_y + 6) <= 12288
#pragma tuner local_size block_size_x, block_size_y
#pragma tuner items (W + block_size_x * tile_size_x - 1) / (block_size_x * tile_size_x) * block_size_x, (W + block_size_y * tile_size_y - 1) / (block_size_y * tile_size_y) * block_size_y
#pragma tuner array out = W * W
#pragma tuner array in = (W + 6) * (W + 6)
#pragma tuner array w = 49
#ifndef block_size_x
#define block_size_x 32
#define block_size_y 4
#define tile_size_x 2
#define tile_size_y 2
#define use_shmem 1
#endif
#define IW (W + F - 1)
#define TX (block_size_x * tile_size_x)
#define TY (block_size_y * tile_size_y)
extern "C" __global__ void conv(float *out, const float *__restrict__ in, const float *__restrict__ w) {
  const int x0 = blockIdx.x * TX, y0 = blockIdx.y * TY;
  const int lx = threadIdx.x, ly = threadIdx.y;
  float sum[tile_size_y][tile_size_x];
#if use_shmem == 1
  __shared__ float s[TY + F - 1][TX + F - 1];
  for (int i = ly; i < TY + F - 1; i += block_size_y)
    for (int j = lx; j < TX + F - 1; j += block_size_x)
      if (y0 + i < IW && x0 + j < IW) s[i][j] = in[(y0 + i) * IW + x0 + j];
  __syncthreads();
#endif
#pragma unroll
  for (int m = 0; m < tile_size_y; m++)
#pragma unroll
    for (int n = 0; n < tile_size_x; n++) sum[m][n] = 0.0f;
#pragma unroll
  for (int i = 0; i < F; i++)
#pragma unroll
    for (int j = 0; j < F; j++)
#pragma unroll
      for (int m = 0; m < tile_size_y; m++)
#pragma unroll
        for (int n = 0; n < tile_size_x; n++) {
          const int c = lx + n * block_size_x, r = ly + m * block_size_y;
#if use_shmem == 1
          sum[m][n] += s[r + i][c + j] * w[i * F + j];
#else
          if (x0 + c < W && y0 + r < W) sum[m][n] += in[(y0 + r + i) * IW + x0 + c + j] * w[i * F + j];
#endif
        }
#pragma unroll
  for (int m = 0; m < tile_size_y; m++)
#pragma unroll
    for (int n = 0; n < tile_size_x; n++) {
      const int x = x0 + lx + n * block_size_x, y = y0 + ly + m * block_size_y;
      if (x < W && y < W) out[y * W + x] = sum[m][n];
    }
}
