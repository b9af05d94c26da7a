// a stencil in place with rounds and the wrong fence: race-global
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  for (int round = 0; round < 3; round++) {
    int left = lid > 0 ? a[gid - 1] : 0; // !
    barrier(CLK_LOCAL_MEM_FENCE);
    a[gid] += left; // !
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
