// the largest by an atomic: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = (i * 7 + 3) % 11
#pragma tuner array b = size / WG
#pragma tuner ensures max(b) == max(a)
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int most;
  if (lid == 0) most = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_max(&most, a[gid]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) b[group] = most;
}
