// a whole vector without a barrier: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int4 v[WG];
  v[lid] = (int4)(a[gid], 0, 0, 0); // !
  int4 w = v[(lid + 1) % n]; // !
  b[gid] = w.x;
}
