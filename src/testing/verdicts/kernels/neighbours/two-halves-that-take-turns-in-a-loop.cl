// two halves that take turns in a loop: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = 2 * WG
#pragma tuner input a[i] = 1
#pragma tuner ensures forall i: b[i] == 16
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < 4; step++) {
    int from = step % 2 * n, to = n - from;
    l[to + lid] = l[from + lid] + l[from + (lid + 1) % n];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  b[gid] = l[lid];
}
