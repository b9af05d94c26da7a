// a signed index below zero, guarded: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner ensures sum(b) == size - size / WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int i = (int)get_local_id(0) - 1;
  l[lid] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = i < 0 ? 0 : l[i];
}
