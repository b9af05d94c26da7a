// odd-even sort, one step too few: result; groups 1
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = size - i
#pragma tuner ensures sorted(b)
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < n - 1; step++) {
    int i = 2 * lid + (step + 1) % 2;
    if (i + 1 < n && l[i] > l[i + 1]) {
      int t = l[i];
      l[i] = l[i + 1];
      l[i + 1] = t;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  b[gid] = l[lid];
}
