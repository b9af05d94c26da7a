// scan in two halves of local memory: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = 2 * WG
#pragma tuner input a[i] = i % 4
#pragma tuner ensures forall i: b[i] == sum(j in i - i % WG..i + 1: a[j])
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int from = 0, to = 1;
  l[lid] = a[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < n; d <<= 1) {
    l[to * n + lid] = lid >= d ? l[from * n + lid] + l[from * n + lid - d] : l[from * n + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    to = 1 - to;
    from = 1 - from;
  }
  b[gid] = l[from * n + lid];
}
