// written in the first round, read in the second: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = 3
#pragma tuner ensures forall i: b[i] == 3
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int t = 0;
  for (int i = 0; i < 2; i++) {
    if (i == 1) t += l[lid];
    l[lid] = a[gid];
  }
  b[gid] = t;
}
