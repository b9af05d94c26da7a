// bitonic sort, the wrong way: result; groups 1
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = (i * 37 + 11) % 101
#pragma tuner ensures sorted(b)
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid];
  for (int len = 2; len <= n; len <<= 1)
    for (int s = len / 2; s > 0; s >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int other = lid ^ s;
      if (other > lid) {
        int p = l[lid], q = l[other];
        if (((lid & len) == 0) == (p < q)) {
          l[lid] = q;
          l[other] = p;
        }
      }
    }
  barrier(CLK_LOCAL_MEM_FENCE);
  b[gid] = l[lid];
}
