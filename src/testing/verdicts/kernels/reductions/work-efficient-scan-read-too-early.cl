// work-efficient scan, read too early: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = 2 * WG
#pragma tuner array a = 2 * size
#pragma tuner array b = 2 * size
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int o = 1;
  l[2 * lid] = a[2 * gid];
  l[2 * lid + 1] = a[2 * gid + 1];
  for (int d = n; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) l[o * (2 * lid + 2) - 1] += l[o * (2 * lid + 1) - 1]; // !
    o *= 2;
  }
  b[2 * gid] = l[2 * lid]; // !
  b[2 * gid + 1] = l[2 * lid + 1]; // !
}
