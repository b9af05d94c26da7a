// Transpose by way of a tile in local memory, with a column to spare.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array a = 64
#pragma tuner array b = 64
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == i % 8 * 8 + i / 8

__kernel void transpose(__global const int *a, __global int *b) {
  __local int tile[W][W + 1];
  int lx = get_local_id(0), ly = get_local_id(1);
  tile[ly][lx] = a[get_global_id(1) * 8 + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int x = get_group_id(1) * W + lx, y = get_group_id(0) * W + ly;
  b[y * 8 + x] = tile[lx][ly];
}
