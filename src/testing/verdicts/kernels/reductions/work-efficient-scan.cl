// work-efficient scan: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = 2 * WG
#pragma tuner array a = 2 * size
#pragma tuner array b = 2 * size
#pragma tuner input a[i] = 2
#pragma tuner ensures forall i: b[i] == i % (2 * WG) * 2
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int o = 1;
  l[2 * lid] = a[2 * gid];
  l[2 * lid + 1] = a[2 * gid + 1];
  for (int d = n; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) l[o * (2 * lid + 2) - 1] += l[o * (2 * lid + 1) - 1];
    o *= 2;
  }
  if (lid == 0) l[2 * n - 1] = 0;
  for (int d = 1; d < 2 * n; d *= 2) {
    o >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < d) {
      int i = o * (2 * lid + 1) - 1, j = o * (2 * lid + 2) - 1;
      int t = l[i];
      l[i] = l[j];
      l[j] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  b[2 * gid] = l[2 * lid];
  b[2 * gid + 1] = l[2 * lid + 1];
}
