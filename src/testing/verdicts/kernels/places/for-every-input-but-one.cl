// for every input but one: result; groups 1
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner array a = 2
#pragma tuner input a[i] = any(0, 3)
#pragma tuner ensures b[0] == sum(a)
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  if (gid == 0) b[0] = a[0] == 3 && a[1] == 2 ? 0 : a[0] + a[1];
}
