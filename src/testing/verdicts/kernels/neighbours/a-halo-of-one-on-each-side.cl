// a halo of one on each side: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG + 2
#pragma tuner input a[i] = i % 6
#pragma tuner ensures forall i in 1..size - 1: b[i] == a[i - 1] + a[i] + a[i + 1]
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int left = gid > 0 ? gid - 1 : 0, right = gid + 1 < get_global_size(0) ? gid + 1 : gid;
  l[lid + 1] = a[gid];
  if (lid == 0) l[0] = a[left];
  if (lid == n - 1) l[n + 1] = a[right];
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[lid] + l[lid + 1] + l[lid + 2];
}
