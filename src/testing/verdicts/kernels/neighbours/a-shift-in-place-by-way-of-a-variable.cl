// a shift in place by way of a variable: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == (i % WG > 0 ? i - 1 : i)
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  int t = lid > 0 ? l[lid - 1] : l[lid];
  barrier(CLK_LOCAL_MEM_FENCE);
  l[lid] = t;
  b[gid] = l[lid];
}
