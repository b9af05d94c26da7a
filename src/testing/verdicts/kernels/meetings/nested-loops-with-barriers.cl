// nested loops with barriers: right
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = 6
#pragma tuner ensures forall i: b[i] == 6
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid];
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      barrier(CLK_LOCAL_MEM_FENCE);
      int t = l[(lid + j + 1) % n];
      barrier(CLK_LOCAL_MEM_FENCE);
      l[lid] = t;
    }
  }
  b[gid] = l[lid];
}
