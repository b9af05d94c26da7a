// reduction of two elements each: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i % 5
#pragma tuner array a = 2 * size
#pragma tuner array b = size / WG
#pragma tuner ensures sum(b) == sum(a)
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int i = group * 2 * n + lid;
  l[lid] = a[i] + a[i + n];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = n / 2; s > 0; s >>= 1) {
    if (lid < s) l[lid] += l[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0) b[group] = l[0];
}
