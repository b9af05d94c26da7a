// read in the first round, written in the second: uninitialised
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int t = 0;
  for (int i = 0; i < 2; i++) {
    t += l[lid]; // !
    l[lid] = a[gid];
  }
  b[gid] = t;
}
