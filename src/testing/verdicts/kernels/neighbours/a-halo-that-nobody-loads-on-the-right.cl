// a halo that nobody loads on the right: uninitialised
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG + 2
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid + 1] = a[gid];
  if (lid == 0) l[0] = a[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[lid] + l[lid + 1] + l[lid + 2]; // !
}
