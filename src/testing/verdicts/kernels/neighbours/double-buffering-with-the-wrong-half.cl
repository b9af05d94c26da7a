// double buffering with the wrong half: race-local
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  __local int two[2][WG];
  int t = 0;
  two[1][lid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int step = 0; step < 4; step++) {
    two[step % 2][lid] = a[gid] + step; // !
    barrier(CLK_LOCAL_MEM_FENCE);
    t += two[(step + 1) % 2][(lid + 1) % n]; // !
  }
  b[gid] = t;
}
