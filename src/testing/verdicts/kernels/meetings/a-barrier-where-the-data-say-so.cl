// a barrier where the data say so: divergence
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i % 3
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid];
  if (a[gid] > 0) barrier(CLK_LOCAL_MEM_FENCE); // !
  b[gid] = l[lid];
}
