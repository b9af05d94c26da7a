// rows that are too short: race-between-groups
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner array b = 3 * size
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  for (int r = 0; r < 3; r++) b[r * n + gid] = r; // !
}
