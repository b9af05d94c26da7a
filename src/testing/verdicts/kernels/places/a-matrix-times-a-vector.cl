// a matrix times a vector: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner array a = 4 * size
#pragma tuner input a[i] = i % 4
#pragma tuner ensures forall i: b[i] == 20
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int s = 0;
  for (int j = 0; j < 4; j++) s += a[gid * 4 + j] * (j + 1);
  b[gid] = s;
}
