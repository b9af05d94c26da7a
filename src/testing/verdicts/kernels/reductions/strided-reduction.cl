// strided reduction: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = (i * 7 + 3) % 11
#pragma tuner array b = size / WG
#pragma tuner ensures sum(b) == sum(a)
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < n; s <<= 1) {
    int i = 2 * s * lid;
    if (i < n) l[i] += l[i + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) b[group] = l[0];
}
