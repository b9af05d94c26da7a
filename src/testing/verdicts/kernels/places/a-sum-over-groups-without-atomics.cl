// a sum over groups without atomics: race-between-groups
#pragma tuner param WG = {4, 16, 64, 256}
#pragma tuner local l = WG
#pragma tuner input a[i] = i
__kernel void k(__global int *a, __global int *b, __local int *l) {
  int lid = get_local_id(0), gid = get_global_id(0), n = get_local_size(0), group = get_group_id(0);
  l[lid] = a[gid];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid == 0) {
    int s = 0;
    for (int i = 0; i < n; i++) s += l[i];
    b[0] += s; // !
  }
}
