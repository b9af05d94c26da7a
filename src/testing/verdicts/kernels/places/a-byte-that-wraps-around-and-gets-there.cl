// a byte that wraps around and gets there: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner ensures forall i: b[i] == 10
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  int rounds = 0;
  for (uchar c = 250; c != 4; c++) rounds++;
  b[gid] = rounds;
}
