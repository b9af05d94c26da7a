// a grid of strides: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner array a = 4 * WG
#pragma tuner array b = 4 * WG
#pragma tuner input a[i] = i
#pragma tuner ensures forall i: b[i] == i + 1
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  for (int i = gid; i < 4 * WG; i += get_global_size(0)) b[i] = a[i] + 1;
}
