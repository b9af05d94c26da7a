// a step over the end: non-termination
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  uint i = lid * 2 + 1;
  while (i != 0) { // !
    b[gid] = 1; // !
    i += 2; // !
  }
}
