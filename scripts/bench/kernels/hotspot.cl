// Heat in a chip, with the parameters of the Kernel Tuner benchmark of that name: temporal_tiling_factor steps in local
// memory before anything is written back, on a part that shrinks. An item computes tile_size_x by tile_size_y points,
// a block apart; with sh_power the power is copied to local memory as well. 2.0 is double, and with it what it meets.
#pragma tuner param block_size_x = {1, 2, 4, 8, 16, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448, 480, 512, 544, 576, 608, 640, 672, 704, 768, 800, 832, 864, 896, 928, 960, 1024}
#pragma tuner param block_size_y = {1, 2, 4, 8, 16, 32}
#pragma tuner param tile_size_x = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
#pragma tuner param tile_size_y = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
#pragma tuner param temporal_tiling_factor = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
#pragma tuner param loop_unroll_factor_t = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
#pragma tuner param sh_power = {0, 1}
#pragma tuner param blocks_per_sm = {0, 1, 2, 3, 4}
#pragma tuner param grid_width = {4096}
#pragma tuner param grid_height = {4096}
#pragma tuner require block_size_x * block_size_y <= 1024 && block_size_x * block_size_y >= 32
#pragma tuner require temporal_tiling_factor % loop_unroll_factor_t == 0
#pragma tuner require (block_size_x * tile_size_x + temporal_tiling_factor * 2) * (block_size_y * tile_size_y + temporal_tiling_factor * 2) * (2 + sh_power) * 4 <= 49152
#pragma tuner local_size block_size_x, block_size_y
#pragma tuner items (grid_width + block_size_x * tile_size_x - 1) / (block_size_x * tile_size_x) * block_size_x, (grid_height + block_size_y * tile_size_y - 1) / (block_size_y * tile_size_y) * block_size_y
#pragma tuner array power = grid_width * grid_height
#pragma tuner array before = grid_width * grid_height
#pragma tuner array after = grid_width * grid_height

#define TILE_X (block_size_x * tile_size_x)
#define TILE_Y (block_size_y * tile_size_y)
#define BORDER temporal_tiling_factor
#define ROWS (TILE_Y + 2 * BORDER)
#define COLUMNS (TILE_X + 2 * BORDER)

__kernel void hotspot(__global const float *restrict power, __global const float *restrict before,
                      __global float *restrict after, const float rx, const float ry, const float rz,
                      const float step) {
  __local float heat[2][ROWS][COLUMNS];
#if sh_power == 1
  __local float source[ROWS][COLUMNS];
#endif
  const int x = get_local_id(0), y = get_local_id(1);
  const int left = get_group_id(0) * TILE_X - BORDER, top = get_group_id(1) * TILE_Y - BORDER;
  for (int i = y; i < ROWS; i += block_size_y)
    for (int j = x; j < COLUMNS; j += block_size_x)
      if (left + j >= 0 && left + j < grid_width && top + i >= 0 && top + i < grid_height) {
        heat[0][i][j] = before[(top + i) * grid_width + left + j];
        heat[1][i][j] = 0.0f;
#if sh_power == 1
        source[i][j] = power[(top + i) * grid_width + left + j];
#endif
      }
  barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll loop_unroll_factor_t
  for (int t = 1; t <= temporal_tiling_factor; ++t) {
#pragma unroll
    for (int m = 0; m < tile_size_y + (2 * BORDER + block_size_y - 1) / block_size_y; ++m)
#pragma unroll
      for (int n = 0; n < tile_size_x + (2 * BORDER + block_size_x - 1) / block_size_x; ++n) {
        const int i = y + m * block_size_y, j = x + n * block_size_x;
        if (i >= t && i < ROWS - t && j >= t && j < COLUMNS - t) {
          const float own = heat[(t + 1) % 2][i][j];
#if sh_power == 1
          const float gain = source[i][j];
#else
          const float gain = power[(top + i) * grid_width + left + j];
#endif
          heat[t % 2][i][j] = own + step * (gain +
            (heat[(t + 1) % 2][i + 1][j] + heat[(t + 1) % 2][i - 1][j] - 2.0 * own) * ry +
            (heat[(t + 1) % 2][i][j + 1] + heat[(t + 1) % 2][i][j - 1] - 2.0 * own) * rx + (80.0f - own) * rz);
        }
      }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int m = 0; m < tile_size_y; ++m)
    for (int n = 0; n < tile_size_x; ++n) {
      const int i = y + m * block_size_y + BORDER, j = x + n * block_size_x + BORDER;
      if (left + j < grid_width && top + i < grid_height)
        after[(top + i) * grid_width + left + j] = heat[temporal_tiling_factor % 2][i][j];
    }
}
