// Transpose in which an item carries several rows of its tile.
#pragma tuner param W = {4, 8}
#pragma tuner param ROWS = {1, 2, 4}
#pragma tuner local_size W, W / ROWS
#pragma tuner items 8, 8 / ROWS
#pragma tuner array a = 64
#pragma tuner array b = 64
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == i % 8 * 8 + i / 8

__kernel void transpose(__global const int *a, __global int *b) {
  __local int tile[W * (W + 1)];
  const int lx = get_local_id(0), ly = get_local_id(1);
  const int step = W / ROWS;
  int x = get_group_id(0) * W + lx, y = get_group_id(1) * W + ly;
  for (int j = 0; j < W; j += step)
    tile[(ly + j) * (W + 1) + lx] = a[(y + j) * 8 + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * W + lx;
  y = get_group_id(0) * W + ly;
  for (int j = 0; j < W; j += step)
    b[(y + j) * 8 + x] = tile[lx * (W + 1) + ly + j];
}
