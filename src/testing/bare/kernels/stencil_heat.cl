#define BLOCK_SIZE 16
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))

__kernel void hotspot(int iteration, __global float *power, __global float *temp_src, __global float *temp_dst,
                      int grid_cols, int grid_rows, int border_cols, int border_rows, float Cap, float Rx, float Ry) {
  __local float temp_on[BLOCK_SIZE][BLOCK_SIZE];
  __local float power_on[BLOCK_SIZE][BLOCK_SIZE];
  __local float temp_t[BLOCK_SIZE][BLOCK_SIZE];
  int bx = get_group_id(0), by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  int small_rows = BLOCK_SIZE - iteration * 2, small_cols = BLOCK_SIZE - iteration * 2;
  int blkY = small_rows * by - border_rows, blkX = small_cols * bx - border_cols;
  int blkYmax = blkY + BLOCK_SIZE - 1, blkXmax = blkX + BLOCK_SIZE - 1;
  int yidx = blkY + ty, xidx = blkX + tx;
  int index = grid_cols * yidx + xidx;
  if (IN_RANGE(yidx, 0, grid_rows - 1) && IN_RANGE(xidx, 0, grid_cols - 1)) {
    temp_on[ty][tx] = temp_src[index];
    power_on[ty][tx] = power[index];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int validYmin = (blkY < 0) ? -blkY : 0;
  int validYmax = (blkYmax > grid_rows - 1) ? BLOCK_SIZE - 1 - (blkYmax - grid_rows + 1) : BLOCK_SIZE - 1;
  int validXmin = (blkX < 0) ? -blkX : 0;
  int validXmax = (blkXmax > grid_cols - 1) ? BLOCK_SIZE - 1 - (blkXmax - grid_cols + 1) : BLOCK_SIZE - 1;
  int N = max(ty - 1, validYmin), S = min(ty + 1, validYmax);
  int W = max(tx - 1, validXmin), E = min(tx + 1, validXmax);
  bool computed;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && IN_RANGE(ty, i + 1, BLOCK_SIZE - i - 2) &&
        IN_RANGE(tx, validXmin, validXmax) && IN_RANGE(ty, validYmin, validYmax)) {
      computed = true;
      temp_t[ty][tx] = temp_on[ty][tx] + Cap * (power_on[ty][tx] +
                       (temp_on[S][tx] + temp_on[N][tx] - 2.0f * temp_on[ty][tx]) * Ry +
                       (temp_on[ty][E] + temp_on[ty][W] - 2.0f * temp_on[ty][tx]) * Rx);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == iteration - 1) break;
    if (computed) temp_on[ty][tx] = temp_t[ty][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed) temp_dst[index] = temp_t[ty][tx];
}
