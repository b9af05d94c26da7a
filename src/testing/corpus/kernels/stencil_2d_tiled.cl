// Five points of a grid, with a tile and its halo in local memory.
#pragma tuner param W = {2, 4}
#pragma tuner local_size W, W
#pragma tuner items 8, 8
#pragma tuner array a = 100
#pragma tuner array b = 64
#pragma tuner input a[i] = 2
#pragma tuner ensures forall i: b[i] == 10

#define PITCH 10
__kernel void stencil(__global const int *a, __global int *b) {
  __local int tile[W + 2][W + 2];
  int lx = get_local_id(0) + 1, ly = get_local_id(1) + 1;
  int gx = get_global_id(0) + 1, gy = get_global_id(1) + 1;
  tile[ly][lx] = a[gy * PITCH + gx];
  if (lx == 1) tile[ly][0] = a[gy * PITCH + gx - 1];
  if (lx == W) tile[ly][W + 1] = a[gy * PITCH + gx + 1];
  if (ly == 1) tile[0][lx] = a[(gy - 1) * PITCH + gx];
  if (ly == W) tile[W + 1][lx] = a[(gy + 1) * PITCH + gx];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[get_global_id(1) * 8 + get_global_id(0)] = tile[ly][lx] + tile[ly][lx - 1] + tile[ly][lx + 1]
    + tile[ly - 1][lx] + tile[ly + 1][lx];
}
