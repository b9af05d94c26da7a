// one buffer, one barrier, one round: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = 2
#pragma tuner ensures forall i: b[i] == 2
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int t = 0;
  for (int step = 0; step < 1; step++) {
    l[lid] = a[gid] + step;
    barrier(CLK_LOCAL_MEM_FENCE);
    t += l[n - 1 - lid];
  }
  b[gid] = t;
}
