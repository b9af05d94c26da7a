// each its own element: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == 2 * i
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  b[gid] = 2 * a[gid];
}
