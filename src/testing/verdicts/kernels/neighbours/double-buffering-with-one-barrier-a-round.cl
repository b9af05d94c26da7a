// double buffering with one barrier a round: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = 0
#pragma tuner ensures forall i: b[i] == 6
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int two[2][WG];
  int t = 0;
  for (int step = 0; step < 4; step++) {
    two[step % 2][lid] = a[gid] + step;
    barrier(CLK_LOCAL_MEM_FENCE);
    t += two[step % 2][(lid + 1) % n];
  }
  b[gid] = t;
}
