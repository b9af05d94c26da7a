// an index in front of its array: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  lid[l] = a[gid]; // !
  b[gid] = *(l + (lid + 1) % n); // !
}
