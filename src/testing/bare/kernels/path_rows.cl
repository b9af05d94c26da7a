#define HALO 1

__kernel void dynproc(int iteration, __global const int *wall, __global const int *src, __global int *dst, int cols,
                      int startStep, int border, __local int *prev, __local int *result) {
  int BLOCK = get_local_size(0), bx = get_group_id(0), tx = get_local_id(0);
  int small = BLOCK - iteration * HALO * 2;
  int blkX = small * bx - border, blkXmax = blkX + BLOCK - 1, xidx = blkX + tx;
  int validXmin = blkX < 0 ? -blkX : 0;
  int validXmax = blkXmax > cols - 1 ? BLOCK - 1 - (blkXmax - cols + 1) : BLOCK - 1;
  int W = max(tx - 1, validXmin), E = min(tx + 1, validXmax);
  bool isValid = tx >= validXmin && tx <= validXmax;
  if (xidx >= 0 && xidx <= cols - 1) prev[tx] = src[xidx];
  barrier(CLK_LOCAL_MEM_FENCE);
  bool computed = false;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (tx >= i + 1 && tx <= BLOCK - i - 2 && isValid) {
      computed = true;
      int shortest = min(min(prev[W], prev[tx]), prev[E]);
      result[tx] = shortest + wall[cols * (startStep + i) + xidx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == iteration - 1) break;
    if (computed) prev[tx] = result[tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed) dst[xidx] = result[tx];
}
