// a tile without a barrier: wrong
#pragma tuner local_size 2, 2
#pragma tuner items 4, 4
__kernel void transpose(__global const float *x, __global float *y, int rows, int columns) {
  __local float tile[2][3];
  int lx = get_local_id(0), ly = get_local_id(1);
  int c = get_group_id(0) * 2 + lx, r = get_group_id(1) * 2 + ly;
  if (r < rows && c < columns) tile[ly][lx] = x[r * columns + c];
  c = get_group_id(1) * 2 + lx;
  r = get_group_id(0) * 2 + ly;
  if (r < columns && c < rows) y[r * rows + c] = tile[lx][ly];
}
