// a barrier in a loop as long as the id of the group: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = 1
#pragma tuner ensures forall i: b[i] == 1
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid];
  for (int i = 0; i <= group; i++) barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[n - 1 - lid];
}
