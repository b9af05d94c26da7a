// a stencil in place with rounds: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = 1
#pragma tuner ensures forall g in 0..size / WG: a[g * WG] == 1 && a[g * WG + 3] == 8
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  for (int round = 0; round < 3; round++) {
    int left = lid > 0 ? a[gid - 1] : 0;
    barrier(CLK_GLOBAL_MEM_FENCE);
    a[gid] += left;
    barrier(CLK_GLOBAL_MEM_FENCE);
  }
}
