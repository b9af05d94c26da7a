// minimum of a group, no barrier: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = (i * 7 + 3) % 11
#pragma tuner array b = size / WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid]; // !
  if (lid == 0) {
    int least = l[0];
    for (int i = 1; i < n; i++) least = min(least, l[i]); // !
    b[group] = least;
  }
}
