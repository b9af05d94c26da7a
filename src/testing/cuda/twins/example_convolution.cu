// Convolution of an image with 15 x 15 weights, with the parameters of the FAIR Benchmark Hub for Auto-Tuning. An item
// computes tile_size_x by tile_size_y values, a block apart; with use_shmem a group first copies its input and the
// border around it to local memory, and with use_padding the rows of the copy lie in different banks. read_only is
// the cache that loads go through, which no model here tells apart.
#ifndef WIDTH
#define WIDTH 4096
#define HEIGHT 4096
#endif
#pragma tuner param block_size_x = range(16, 256, 16)
#pragma tuner param block_size_y = {1, 2, 4, 8, 16}
#pragma tuner param tile_size_x = {1, 2, 3, 4}
#pragma tuner param tile_size_y = {1, 2, 3, 4}
#pragma tuner param read_only = {0, 1}
#pragma tuner param use_padding = {0, 1}
#pragma tuner param use_shmem = {0, 1}
#pragma tuner param use_cmem = {1}
#pragma tuner param filter_height = {15}
#pragma tuner param filter_width = {15}
#pragma tuner require use_padding == 0 || block_size_x % 32 != 0
#pragma tuner require block_size_x * block_size_y <= 1024
#pragma tuner require use_padding == 0 || use_shmem != 0
#pragma tuner require use_shmem == 0 || (block_size_x * tile_size_x + filter_width - 1) * (block_size_y * tile_size_y + filter_height - 1) < 12 * 1024
#pragma tuner local_size block_size_x, block_size_y
#pragma tuner items (WIDTH + block_size_x * tile_size_x - 1) / (block_size_x * tile_size_x) * block_size_x, (HEIGHT + block_size_y * tile_size_y - 1) / (block_size_y * tile_size_y) * block_size_y
#pragma tuner array input = (WIDTH + filter_width - 1) * (HEIGHT + filter_height - 1)
#pragma tuner array output = WIDTH * HEIGHT
#pragma tuner array weights = filter_height * filter_width

// What the host defines for each configuration, here so that a compiler takes the text as it is.
#ifndef block_size_x
#define block_size_x 16
#define block_size_y 16
#define tile_size_x 1
#define tile_size_y 1
#define read_only 0
#define use_padding 0
#define use_shmem 1
#define use_cmem 1
#define filter_height 15
#define filter_width 15
#endif

#define TILE_X (block_size_x * tile_size_x)
#define TILE_Y (block_size_y * tile_size_y)
#define INPUT_WIDTH (WIDTH + filter_width - 1)
#define INPUT_HEIGHT (HEIGHT + filter_height - 1)
#define COPY_X (TILE_X + filter_width - 1)
#define COPY_Y (TILE_Y + filter_height - 1)
#define PADDING (use_padding * ((32 - (COPY_X - block_size_x) % 32) % 32))

// Only where tiles do not fill the image is there something outside of it.
#if WIDTH % (block_size_x * tile_size_x) == 0 && HEIGHT % (block_size_y * tile_size_y) == 0
#define INSIDE(x, y, width, height) 1
#else
#define INSIDE(x, y, width, height) ((x) < (width) && (y) < (height))
#endif

__global__ void convolution(float *output, const float *__restrict__ input,
                            const float *weights) {
  const int x = threadIdx.x, y = threadIdx.y;
  const int left = blockIdx.x * TILE_X, top = blockIdx.y * TILE_Y;
  float sums[tile_size_y][tile_size_x];
#if use_shmem == 1
  __shared__ float copy[COPY_Y][COPY_X + PADDING];
  for (int i = y; i < COPY_Y; i += block_size_y)
    for (int j = x; j < COPY_X; j += block_size_x)
      if (INSIDE(left + j, top + i, INPUT_WIDTH, INPUT_HEIGHT))
        copy[i][j] = input[(top + i) * INPUT_WIDTH + left + j];
  __syncthreads();
#endif
#pragma unroll
  for (int m = 0; m < tile_size_y; ++m)
#pragma unroll
    for (int n = 0; n < tile_size_x; ++n)
      sums[m][n] = 0.0f;
#pragma unroll
  for (int i = 0; i < filter_height; ++i)
#pragma unroll
    for (int j = 0; j < filter_width; ++j)
#pragma unroll
      for (int m = 0; m < tile_size_y; ++m)
#pragma unroll
        for (int n = 0; n < tile_size_x; ++n) {
#if use_shmem == 1
          const float value = copy[y + m * block_size_y + i][x + n * block_size_x + j];
          sums[m][n] += value * weights[i * filter_width + j];
#else
          const int column = left + x + n * block_size_x, row = top + y + m * block_size_y;
          if (INSIDE(column, row, WIDTH, HEIGHT))
            sums[m][n] += input[(row + i) * INPUT_WIDTH + column + j] * weights[i * filter_width + j];
#endif
        }
#pragma unroll
  for (int m = 0; m < tile_size_y; ++m)
#pragma unroll
    for (int n = 0; n < tile_size_x; ++n) {
      const int column = left + x + n * block_size_x, row = top + y + m * block_size_y;
      if (INSIDE(column, row, WIDTH, HEIGHT))
        output[row * WIDTH + column] = sums[m][n];
    }
}
