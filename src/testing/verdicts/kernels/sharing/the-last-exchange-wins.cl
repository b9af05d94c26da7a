// the last exchange wins: result; groups 1
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner array b = 1
#pragma tuner ensures b[0] == WG - 1
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  atomic_xchg(&b[0], gid);
}
