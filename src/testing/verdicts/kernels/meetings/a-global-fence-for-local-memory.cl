// a global fence for local memory: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid]; // !
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[gid] = l[n - 1 - lid]; // !
}
